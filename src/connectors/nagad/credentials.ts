import Joi, { type CustomHelpers } from 'joi';
import type { CredentialField } from '../gateway.js';
import { KeyFault, privateKeyOf, publicKeyOf } from './keys.js';

const MOST_CHARACTERS = 8192;

/** A key that can be read; what is wrong with another one is said, and nothing of it. */
const key = (read: (text: string) => unknown) =>
  Joi.string()
    .max(MOST_CHARACTERS)
    .custom((value: string, helpers: CustomHelpers<string>) => {
      try {
        read(value);
        return value;
      } catch (error) {
        if (error instanceof KeyFault) return helpers.message({ custom: error.message });
        throw error;
      }
    });

/** Nagad's credentials do not say of which mode they are: its sandbox and its live system are two hosts. */
export const CREDENTIALS: readonly CredentialField[] = [
  {
    name: 'merchant_id',
    label: 'Merchant id',
    help: 'From Nagad, 15 digits such as 683002007104225; the sandbox has its own',
    secret: false,
    schema: Joi.string().pattern(/^[0-9A-Za-z]{6,20}$/),
    isContract: true,
  },
  {
    name: 'account_number',
    label: 'Account number',
    help: 'Of the merchant’s wallet: 01 and nine digits',
    secret: false,
    schema: Joi.string().pattern(/^01[3-9]\d{8}$/),
  },
  {
    name: 'private_key',
    label: 'Private key',
    help: 'Yours: RSA of 2048 bits, whose public half Nagad was given. PEM, or its bare base64',
    secret: true,
    schema: key(privateKeyOf),
  },
  {
    name: 'nagad_public_key',
    label: 'Public key of Nagad',
    help: 'From Nagad, as it was given: PEM, or bare base64. Not the public half of yours',
    secret: false,
    schema: key(publicKeyOf),
  },
];
