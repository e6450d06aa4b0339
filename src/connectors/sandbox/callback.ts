import Joi from 'joi';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { CallbackNews, CallbackReader } from '../callbacks.js';

const MOST_AGE = 300; // seconds, both ways: clocks differ

const schema = Joi.object<Required<Omit<CallbackNews, 'result'>>>({
  key: Joi.string().max(255).required(),
  reference: Joi.string().max(100).required(),
  amount: Joi.number().strict().integer().min(0).required(),
  currency: Joi.string()
    .pattern(/^[A-Z]{3}$/)
    .required(),
})
  .unknown()
  .required();

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Makes the reader of the gateway's callbacks. It gives null for one that is not signed by the gateway, or too old. */
export function createCallbackReader(apiKey: string): CallbackReader['readCallback'] {
  const key = Buffer.from(hkdfSync('sha256', apiKey, '', 'callbacks', 32));

  function isGenuine(timestamp: string, signature: string, body: string): boolean {
    if (!/^[0-9]{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return false;
    const expected = createHmac('sha256', key).update(`${timestamp}.${body}`).digest();
    return timingSafeEqual(Buffer.from(signature, 'hex'), expected);
  }

  return (headers, body) => {
    const timestamp = headers['sandbox-timestamp'];
    const signature = headers['sandbox-signature'];
    if (typeof timestamp !== 'string' || typeof signature !== 'string') return null;
    if (!isGenuine(timestamp, signature, body)) return null;
    if (Math.abs(Date.now() / 1000 - Number(timestamp)) > MOST_AGE) return null;
    const checked = schema.validate(parse(body));
    if (checked.error) return null;
    const { key, reference, amount, currency } = checked.value;
    return [{ key, reference, amount, currency }];
  };
}
