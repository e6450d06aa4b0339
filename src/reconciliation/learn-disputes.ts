import type { GatewayDispute } from '../connectors/disputes.js';
import { oweInquiry } from '../disputes/dispute-inquiry.js';
import { recordDisputes } from '../disputes/record-disputes.js';
import type { Books } from '../gateways/books.js';
import { readPayment } from '../payments/payment.model.js';
import { isFinal } from '../payments/states.js';
import { logger } from '../telemetry/logger.js';
import type { Window } from '../time.js';

async function learn({ name: gateway, accounts }: Books, dispute: GatewayDispute): Promise<void> {
  const payment = await readPayment(dispute.trx);
  if (!payment || !accounts.includes(payment.account))
    return void logger.error('dispute.unknown', { gateway, trx: dispute.trx, dispute: dispute.id });
  if (!isFinal(payment.status)) return oweInquiry(payment, new Date()); // what it has come to is told first
  const ours = payment.disputes?.find(({ id }) => id === dispute.id);
  // The list was asked for before the payment was read: it may have closed since.
  if (ours && ours.state !== 'open' && dispute.state === 'open') return oweInquiry(payment, new Date());
  const { moves, isOvertaken } = await recordDisputes(payment, [dispute]);
  if (isOvertaken) await oweInquiry(payment, new Date());
  if (moves > 0) logger.warn('dispute.untold', { gateway, trx: dispute.trx, dispute: dispute.id });
}

/** Takes over what happened to disputes within a window and no callback has told of. */
export async function learnDisputes(books: Books, window: Window): Promise<void> {
  if (!books.ledger.listDisputes) return;
  let cursor: string | null = null;
  do {
    const page = await books.ledger.listDisputes(window, cursor);
    for (const dispute of page.disputes) await learn(books, dispute);
    cursor = page.nextCursor;
  } while (cursor !== null);
}
