import Joi from 'joi';
import type { CallDescription } from './console-call.js';
import { settlementQuery } from '../merchants/settlement.routes.js';

/** The calls with routes of their own, since they answer no JSON; a test compares them with what is mounted. */
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
  {
    method: 'get',
    path: '/merchants/:id/settlement',
    role: 'viewer',
    about:
      'What a merchant was paid, by the day on which it happened: each payment, refund and lost dispute, then totals by currency, as CSV (RFC 4180)',
    query: settlementQuery,
    gives: { mediaType: 'text/csv' },
    refusals: { 404: 'merchant_not_found' },
  },
];
