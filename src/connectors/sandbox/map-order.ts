import Joi from 'joi';
import type { DeclineReason } from '../card.js';
import { answerForm } from '../http/answer.js';
import {
  UPI_APPS,
  type AsyncPaymentResult,
  type DebitOrder,
  type UpiApp,
  type UpiPayee,
  type WalletOrder,
  type WalletPayee,
} from '../orders.js';
import type { About } from '../about.js';
import type { PageForm } from '../page-form.js';
import { payeeOfLinks } from '../upi-links.js';
import { amount, answerReader, currency, pageForm, readAnswer, text } from './read-answer.js';

/** What the sandbox gateway says about an order. */
type Answer =
  | { status: 'waiting' | 'in_progress' | 'cancelled' }
  | { status: 'agreed'; received: number; currency: string }
  | { status: 'paid'; received: number; currency: string; bank_reference: string }
  | { status: 'refused'; decline_code: string };

const money = { received: amount, currency };

const read = answerReader<Answer>({
  waiting: answerForm({}),
  in_progress: answerForm({}),
  cancelled: answerForm({}),
  agreed: answerForm(money),
  paid: answerForm({ ...money, bank_reference: text }),
  refused: answerForm({ decline_code: text }),
});

const linksSchema = answerForm<{ id: string; links: { any: string } & Partial<Record<UpiApp, string>> }>({
  id: text,
  links: answerForm({ any: text, gpay: text.optional(), phonepe: text.optional(), paytm: text.optional() }),
});

const payeeSchema = answerForm<Omit<UpiPayee, 'reference'> & { id: string }>({
  id: text,
  pa: text,
  pn: text,
  mc: Joi.string().pattern(/^[0-9]{4}$/),
  apps: Joi.array().items(Joi.string()).required(),
});
const walletSchema = answerForm<{ id: string; url: string; form?: PageForm; payee?: WalletPayee }>({
  id: text,
  url: text.uri({ scheme: ['http', 'https'] }),
  form: pageForm,
  payee: answerForm<WalletPayee>({ name: text, account: text }).optional(),
});

const debitSchema = answerForm<{ id: string; mandate?: string }>({ id: text, mandate: text.max(35).optional() });

/** A code that is not here is a refusal all the same: the general one. */
const REASONS = new Map<string, DeclineReason>([
  ['payer_declined', 'do_not_honor'],
  ['insufficient_funds', 'insufficient_funds'],
  ['AM04', 'insufficient_funds'], // SEPA: reason codes of ISO 20022
]);

/**
 * The gateway's answer in our words.
 * @throws {ConnectorError} when it makes no sense
 */
export function toAsyncPaymentResult(body: unknown): AsyncPaymentResult {
  const answer = read(body);
  switch (answer.status) {
    case 'agreed':
      return { outcome: 'agreed', amount: answer.received, currency: answer.currency };
    case 'paid': {
      const { received: amount, currency, bank_reference: reference } = answer;
      return { outcome: 'paid', reference, amount, currency };
    }
    case 'refused': {
      const gatewayCode = answer.decline_code;
      return { outcome: 'refused', reason: REASONS.get(gatewayCode) ?? 'do_not_honor', gatewayCode };
    }
    default:
      return { outcome: answer.status };
  }
}

/** Whom a UPI order is paid to; apps that we make no links for are left out. */
export function toPayee(body: unknown, about: About): UpiPayee {
  if (typeof body === 'object' && body !== null && 'links' in body) {
    const { id, links } = readAnswer(linksSchema, body);
    return payeeOfLinks(id, links, about);
  }
  const { id, pa, pn, mc, apps } = readAnswer(payeeSchema, body);
  return { reference: id, pa, pn, ...(mc !== undefined && { mc }), apps: UPI_APPS.filter((app) => apps.includes(app)) };
}

/** The order of a wallet payment, the wallet's page, and whom it pays. */
export function toWallet(body: unknown): WalletOrder {
  const { id, url, form, payee } = readAnswer(walletSchema, body);
  return {
    reference: id,
    url,
    ...(form && { form }),
    ...(payee && { payee: { name: payee.name, account: payee.account } }),
  };
}

/** The order of a direct debit. */
export function toDebit(body: unknown): DebitOrder {
  const { id, mandate } = readAnswer(debitSchema, body);
  return { reference: id, ...(mandate !== undefined && { mandate }) };
}
