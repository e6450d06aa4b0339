import Joi from 'joi';
import type { Kind } from './kind.js';

export const oneOf = <T extends string>(values: T[], fallback: NoInfer<T>): Kind<T> =>
  Joi.string()
    .valid(...values)
    .default(fallback);

type Switch = 'on' | 'off';

/** A switch that production cannot turn. The two schemas share no base, since joi would add up what each allows. */
export const onOrOff = (defaults: { development: Switch; production: Switch }): Kind<Switch> =>
  Joi.when('NODE_ENV', {
    is: 'production',
    then: Joi.string()
      .valid(defaults.production)
      .default(defaults.production)
      .messages({ 'any.only': `{#label} must be ${defaults.production} in production` }),
    otherwise: Joi.string().valid('on', 'off').default(defaults.development),
  });
