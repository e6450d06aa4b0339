import Joi from 'joi';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Kind } from './kind.js';

/** "new, old" → [new, old]. */
function readMasterKeys(value: string, helpers: Joi.CustomHelpers<string>): string[] | Joi.ErrorReport {
  const keys = value.split(',').map((key) => key.trim());
  return keys.every((key) => Buffer.from(key, 'base64').length === 32)
    ? keys
    : helpers.message({ custom: '{#label} must be 32 bytes in base64, or several such keys, comma-separated' });
}

export const masterKeys = (): Kind<string[]> => Joi.string().custom(readMasterKeys).required();

/** The DER header of every X25519 public key (RFC 8410). The 32 bytes of the key follow it. */
export const X25519_PUBLIC = '302a300506032b656e032100';

function checkCardPublicKey(value: string, helpers: Joi.CustomHelpers<string>): string | Joi.ErrorReport {
  const der = Buffer.from(value, 'base64').toString('hex');
  return der.startsWith(X25519_PUBLIC) && der.length === X25519_PUBLIC.length + 64
    ? value
    : helpers.message({ custom: '{#label} must be an X25519 public key, SPKI DER in base64' });
}

export const cardPublicKey = (): Kind<string> => Joi.string().custom(checkCardPublicKey).required();

function readCertificates(path: string, helpers: Joi.CustomHelpers<string>): string | Joi.ErrorReport {
  try {
    const text = readFileSync(path, 'utf8');
    new X509Certificate(text);
    return text;
  } catch {
    return helpers.message({ custom: '{#label} must be the path of a file that holds a certificate in PEM' });
  }
}

/** The path of a file with certificates in PEM → its text. Only for a Redis that is reached over TLS. */
export const redisCertificates = (): Kind<string | undefined> =>
  Joi.string()
    .custom(readCertificates)
    .when('REDIS_URL', { not: Joi.string().pattern(/^rediss:/), then: Joi.forbidden() })
    .messages({ 'any.unknown': '{#label} needs a REDIS_URL that begins with rediss://' });
