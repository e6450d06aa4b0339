import type { GatewayDispute } from '../connectors/disputes.js';
import type { GatewayLedger } from '../connectors/ledger.js';
import { recordDisputes } from '../disputes/record-disputes.js';
import { accountsAt } from '../gateways/accounts.js';
import { readPayment } from '../payments/payment.model.js';
import { logger } from '../telemetry/logger.js';
import { hourOf } from '../time.js';
import type { Scope } from './note-discrepancies.js';

async function learn({ gateway }: Scope, dispute: GatewayDispute): Promise<void> {
  const payment = await readPayment(dispute.trx);
  if (!payment || !accountsAt(gateway).includes(payment.account))
    return void logger.error('dispute.unknown', { gateway, trx: dispute.trx, dispute: dispute.id });
  const { moves } = await recordDisputes(payment, [dispute]);
  if (moves > 0) logger.warn('dispute.untold', { gateway, trx: dispute.trx, dispute: dispute.id });
}

/** Takes over what happened to disputes within an hour and no callback has told of. */
export async function learnDisputes(books: GatewayLedger, scope: Scope, hour: number): Promise<void> {
  if (!books.listDisputes) return;
  let cursor: string | null = null;
  do {
    const page = await books.listDisputes(hourOf(scope.day, hour), cursor);
    for (const dispute of page.disputes) await learn(scope, dispute);
    cursor = page.nextCursor;
  } while (cursor !== null);
}
