import ipaddr from 'ipaddr.js';
import Joi from 'joi';
import { isIP } from 'node:net';
import type { Kind } from './kind.js';

/** "127.0.0.0/8,::1/128" → the list; an empty value is an empty list. */
function readNetworks(value: string, helpers: Joi.CustomHelpers<string>): string[] | Joi.ErrorReport {
  const list = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  for (const network of list) {
    const [address = '', bits = '', ...rest] = network.split('/');
    const family = isIP(address);
    const size = /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
    if (!family || rest.length > 0 || size > (family === 4 ? 32 : 128))
      return helpers.message({ custom: `{#label} holds "${network}", which is no network such as 10.0.0.0/8` });
    if (size === 0) return helpers.message({ custom: `{#label} must not hold ${network}: that is every address` });
  }
  return list;
}

/** The addresses where clouds hand a machine its credentials. No notification may be sent there. */
const CLOUD_METADATA = [
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '64:ff9b::169.254.169.254', // through NAT64
  'fd00:ec2::254',
].map((address) => ipaddr.parse(address));

/** Like readNetworks(), but refuses a network that holds an address of CLOUD_METADATA. */
function readCallableNetworks(value: string, helpers: Joi.CustomHelpers<string>): string[] | Joi.ErrorReport {
  const list = readNetworks(value, helpers);
  if (!Array.isArray(list)) return list;
  for (const network of list) {
    const [start, bits] = ipaddr.parseCIDR(network);
    const held = CLOUD_METADATA.find((address) => address.kind() === start.kind() && address.match(start, bits));
    if (held)
      return helpers.message({
        custom: `{#label} must not hold ${network}: ${held.toString()} is in it, where clouds give credentials away`,
      });
  }
  return list;
}

// Joi.any(), since Joi.string() would refuse '' before it is read.

export const networks = (): Kind<string[]> => Joi.any().custom(readNetworks).default([]);

/** Networks that may be called in development. In production there are none. */
export const callableNetworks = (...fallback: string[]): Kind<string[] | undefined> =>
  Joi.when('NODE_ENV', {
    is: 'production',
    then: Joi.any()
      .forbidden()
      .messages({ 'any.unknown': '{#label} is only for development: in production no private address is called' }),
    otherwise: Joi.any().custom(readCallableNetworks).default(fallback),
  });
