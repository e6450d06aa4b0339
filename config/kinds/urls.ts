import Joi from 'joi';
import type { Kind } from './kind.js';

export const mongodbUri = (): Kind<string> =>
  Joi.string()
    .pattern(/^mongodb(\+srv)?:\/\//)
    .messages({ 'string.pattern.base': '{#label} must begin with mongodb:// or mongodb+srv://' })
    .required();

function checkRedisUrl(value: string, helpers: Joi.CustomHelpers<string>): string | Joi.ErrorReport {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url && /^rediss?:$/.test(url.protocol) && url.hostname !== '' && /^(\/\d*)?$/.test(url.pathname)
    ? value
    : helpers.message({ custom: '{#label} must be like redis://user:password@host:6379/0 (rediss:// with TLS)' });
}

export const redisUrl = (): Kind<string> => Joi.string().trim().custom(checkRedisUrl).required();

const withoutCredentials = (...scheme: string[]) =>
  Joi.string()
    .uri({ scheme })
    .pattern(/^[^?#@]*$/)
    .messages({ 'string.pattern.base': '{#label} must be without user name, query and fragment' });

/** A URL at which one of our processes is reached. Paths are appended to it. */
export const baseUrl = (): Kind<string | undefined> => withoutCredentials('http', 'https');

const withoutPath = (...scheme: string[]) =>
  withoutCredentials(...scheme)
    .pattern(/^\w+:\/\/[^/?#@]+\/[^?#@]/, { name: 'path', invert: true })
    .messages({
      'string.pattern.invert.name': '{#label} must be without a path: it needs a host name or port of its own',
    });

/** The same without a path: pages lead to each other by paths of their own. Production must have one, with https. */
export const origin = (): Kind<string | undefined> =>
  Joi.when('NODE_ENV', {
    is: 'production',
    then: withoutPath('https').required(),
    otherwise: withoutPath('http', 'https'),
  });

interface Place {
  host: string;
  port: number;
}

/** "10.0.0.1:26379,sentinel-2" → the host and port of each server. A server without a port has the usual one. */
const placesWith = (usualPort: number) => (value: string, helpers: Joi.CustomHelpers<string>) => {
  const places = value
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => `redis://${part.trim()}`);
  if (!places.every((place) => URL.canParse(place) && /^redis:\/\/[^/?#@]+$/.test(place)))
    return helpers.message({ custom: `{#label} must be hosts with ports, such as 10.0.0.1:${usualPort},10.0.0.2` });
  return places.map((place): Place => {
    const { hostname, port } = new URL(place);
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || usualPort) };
  });
};

export const sentinels = (): Kind<Place[]> => Joi.any().custom(placesWith(26_379)).default([]);

export const clusterNodes = (): Kind<Place[]> =>
  Joi.any()
    .empty('')
    .custom(placesWith(6379))
    .default([])
    .when('REDIS_SENTINELS', { not: Joi.array().max(0), then: Joi.forbidden() })
    .when('REDIS_URL', { is: Joi.string().pattern(/\/[1-9]\d*$/), then: Joi.forbidden() })
    .messages({ 'any.unknown': '{#label} needs database 0 in REDIS_URL, and no REDIS_SENTINELS' });
