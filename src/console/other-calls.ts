import Joi from 'joi';
import type { CallDescription } from './console-call.js';

/** The call with a route of its own, since it answers no JSON; a test compares it with what is mounted. */
export const OTHER_CALLS: CallDescription[] = [
  {
    method: 'get',
    path: '/proofs/:trx/image',
    role: 'viewer',
    about: 'The image that was handed in',
    query: Joi.object({ version: Joi.number().integer().min(1) }),
    gives: { mediaType: 'image/*' },
    refusals: { 404: 'transaction_not_found or proof_not_found' },
  },
];
