import Joi from 'joi';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { CallbackNews, ImmediateCallbackReader } from '../callbacks.js';
import { ConnectorError } from '../connector.js';
import { parseJson } from '../http/parse-json.js';
import type { SandboxAccess } from './client.js';
import { toCardResult } from './map-charge.js';

const MOST_AGE = 300; // seconds, both ways: clocks differ

/** What stands in a callback; `charge`, of a card, is what an account that cannot ask is told. */
interface News
  extends Required<Pick<CallbackNews, 'key' | 'reference' | 'amount' | 'currency'>>, Pick<CallbackNews, 'about'> {
  charge?: object;
}

const item = Joi.object<News>({
  about: Joi.valid('dispute', 'refund'),
  key: Joi.string().max(255).required(),
  reference: Joi.string().max(100).allow('').required(),
  amount: Joi.number().strict().integer().min(0).required(),
  currency: Joi.string()
    .pattern(/^[A-Z]{3}$/)
    .required(),
  charge: Joi.object(),
})
  .unknown()
  .required();

const one = Joi.array<News[]>().items(item).length(1).required();
const several = Joi.array<News[]>().items(item.optional()).required();

/** What became of a charge, as far as the news says so. */
function resultOf(charge: object | undefined): Pick<CallbackNews, 'result'> {
  try {
    return charge ? { result: toCardResult(charge) } : {};
  } catch (error) {
    if (error instanceof ConnectorError) return {};
    throw error;
  }
}

/** Makes the reader of the gateway's callbacks. It gives null for one that is not signed by the gateway, or too old. */
export function createCallbackReader({
  apiKey,
  behaviours,
}: Pick<SandboxAccess, 'apiKey' | 'behaviours'>): ImmediateCallbackReader<CallbackNews>['readCallback'] {
  const key = Buffer.from(hkdfSync('sha256', apiKey, '', 'callbacks', 32));
  const isUnruly = behaviours?.has('unruly') === true;

  function isSigned(text: string, signature: unknown): boolean {
    if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature)) return false;
    return timingSafeEqual(Buffer.from(signature, 'hex'), createHmac('sha256', key).update(text).digest());
  }

  function isGenuine(timestamp: unknown, signature: unknown, body: string): boolean {
    if (isUnruly) return isSigned(body, signature); // no time stands in it, so it may be an old one: a hint all the same
    if (typeof timestamp !== 'string' || !/^[0-9]{1,12}$/.test(timestamp)) return false;
    return isSigned(`${timestamp}.${body}`, signature) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= MOST_AGE;
  }

  return (headers, body) => {
    if (!isGenuine(headers['sandbox-timestamp'], headers['sandbox-signature'], body)) return null;
    const checked = isUnruly ? several.validate(parseJson(body)) : one.validate([parseJson(body)]);
    if (checked.error) return null;
    return checked.value.map(({ about, key: of, reference, amount, currency, charge }) => ({
      ...(about && { about }),
      key: of,
      reference,
      amount,
      currency,
      ...resultOf(charge),
    }));
  };
}
