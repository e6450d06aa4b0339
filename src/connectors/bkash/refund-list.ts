import Joi from 'joi';
import { ConnectorError } from '../connector.js';
import { answerForm } from '../http/answer.js';
import { REFUNDS, type Client } from './client.js';
import { optionalTaka, optionalText, readAnswer } from './read-answer.js';

/** A refund in bKash's list of a payment's. */
export interface Listed {
  refundTrxId: string;
  refundTransactionStatus: string;
  refundAmount: string;
  /** Our key, where bKash gives it back. */
  sku?: string;
  completedTime?: string;
  /** Of the payment, in the answer to a refund that was asked for. */
  originalTrxId?: string;
}

/** The first version of refunds, and some answers of the second, call the same otherwise. */
export const listedForm = answerForm<Listed>({
  refundTrxID: optionalText,
  transactionStatus: optionalText,
  amount: optionalTaka,
  originalTrxID: optionalText,
  refundTrxId: optionalText.default(Joi.ref('refundTrxID')),
  refundTransactionStatus: optionalText.default(Joi.ref('transactionStatus')),
  refundAmount: optionalTaka.default(Joi.ref('amount')),
  originalTrxId: optionalText.default(Joi.ref('originalTrxID')),
  sku: optionalText,
  completedTime: optionalText,
})
  .or('refundTrxId', 'refundTrxID')
  .or('refundTransactionStatus', 'transactionStatus')
  .or('refundAmount', 'amount');

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[:.]?\d*(?: GMT([+-]\d\d)(\d\d))?$/;

/** When a refund was completed, to the second; in Dhaka's time where bKash names no other; undefined when it does not say. */
export function completedAt({ completedTime = '' }: Listed): Date | undefined {
  const [, time, hours = '+06', minutes = '00'] = TIME.exec(completedTime) ?? [];
  return time === undefined ? undefined : new Date(`${time}${hours}:${minutes}`);
}

/** Of a payment that has had no refund the list may be missing. */
const list = answerForm<{ originalTrxId?: string; refundTransactions?: Listed[] }>({
  originalTrxID: optionalText,
  originalTrxId: optionalText.default(Joi.ref('originalTrxID')),
  refundTransactions: Joi.array().items(listedForm.optional()).empty(null),
}).or('originalTrxId', 'originalTrxID', 'refundTransactions');

/** Codes that say that a payment has had no refund. */
const NONE = ['2080', '3045'];

/** What a refund is of: both ids are bKash's. */
export interface Charge {
  paymentId: string;
  trxId: string;
}

/** All refunds of a payment. @throws {ConnectorError} */
export async function listRefunds(client: Client, charge: Charge, limit: AbortSignal): Promise<Listed[]> {
  const { body, failure } = await client.call(`${REFUNDS}/status`, charge, limit);
  if (failure !== undefined) {
    if (NONE.includes(failure)) return [];
    throw client.undecided(failure, 'refunds');
  }
  const { originalTrxId = charge.trxId, refundTransactions = [] } = readAnswer(list, body);
  if (originalTrxId === charge.trxId) return refundTransactions;
  throw new ConnectorError('bKash answered about refunds of another payment');
}
