import { createCashfreeCards } from '../../../src/connectors/cashfree/cards.js';
import { checkCashfree } from '../../../src/connectors/cashfree/check.js';
import { cashfree as gateway } from '../../../src/connectors/cashfree/index.js';
import { createCashfreeDisputes } from '../../../src/connectors/cashfree/disputes.js';
import { createCashfreeLedger } from '../../../src/connectors/cashfree/ledger.js';
import { createCashfreeRefunds } from '../../../src/connectors/cashfree/refunds.js';
import { createCashfreeUpi } from '../../../src/connectors/cashfree/upi.js';
import { authorization } from '../../support/card-authorization.js';
import { upiRequest } from '../../support/local-requests.js';
import { cashfreeAccess } from '../cashfree/access.js';
import { customerAt } from '../cashfree/customer.js';
import { closeDispute, openDispute } from '../cashfree/disputes.js';
import { newAbout, paidByCard, paidByUpi } from '../cashfree/paid.js';
import type { CashfreeStandIn } from '../cashfree/stand-in.js';

const HOUR = 3_600_000;

async function upi(cashfree: CashfreeStandIn, apiUrl: string): Promise<void> {
  const connector = createCashfreeUpi(cashfreeAccess({ apiUrl }));
  const customer = customerAt(cashfree);
  const callbackUrl = 'https://pay.shop.example/callbacks/cashfree';
  for (const play of [customer.confirms, customer.refuses, customer.cancels, customer.begins]) {
    const about = newAbout();
    for (const mobile of ['+919876543210', '+8801712345678'])
      await connector.createUpi(upiRequest({ callbackUrl, mobile }), about);
    await play(about.key);
    await connector.fetchOrder(about);
    await connector.cancelOrder(about);
  }
  const unknown = newAbout();
  await connector.fetchOrder(unknown).catch(() => undefined);
  await connector.cancelOrder(unknown);
  const wrong = createCashfreeUpi(cashfreeAccess({ apiUrl, clientSecret: 'cfsk_ma_test_revoked' }));
  await wrong.fetchOrder(unknown).catch(() => undefined);
}

async function cards(apiUrl: string): Promise<void> {
  const connector = createCashfreeCards(cashfreeAccess({ apiUrl }));
  const about = newAbout();
  const request = authorization('4706131211212123');
  await connector.authorizeCard(request, about);
  await connector.authorizeCard(request, about);
  await connector.fetchCard(about);
  await connector.voidCard(about);
  await connector.authorizeCard({ ...request, card: { ...request.card, expiryYear: 2020 } }, newAbout());
}

async function moneyThatWentBack(cashfree: CashfreeStandIn, apiUrl: string): Promise<void> {
  const [byCard, byUpi] = [await paidByCard(cashfree), await paidByUpi(cashfree)];
  const refunds = createCashfreeRefunds(cashfreeAccess({ apiUrl }));
  const charge = { key: byCard.key, at: new Date() };
  const aboutRefund = (no: number, amount: number) => ({ ...byCard, key: `${byCard.trx}-r${no}`, amount, charge });
  await refunds.refund({ reason: 'other', note: 'One tin was dented' }, aboutRefund(1, 1000));
  await refunds.refund({ reason: 'fraudulent' }, aboutRefund(1, 1000));
  await refunds.refund({ reason: 'duplicate' }, aboutRefund(2, 1055));
  await refunds.refund({ reason: 'duplicate' }, aboutRefund(3, 1066));
  await refunds.fetchRefund(aboutRefund(4, 1000));
  const dispute = openDispute(cashfree.world, byUpi.key);
  await createCashfreeDisputes(cashfreeAccess({ apiUrl })).disputesOf(byUpi);
  closeDispute(cashfree.world, dispute, 'MERCHANT_LOST');
  const books = createCashfreeLedger(cashfreeAccess({ apiUrl }));
  await books.list({ from: new Date(Date.now() - HOUR), to: new Date(Date.now() + HOUR) }, null);
  await books.find(byCard);
  await books.find(aboutRefund(1, 1000));
  await books.find({ ...byUpi, key: String(dispute.dispute_id) });
}

/** Makes every request that the Cashfree connector ever makes. @param apiUrl where they are recorded */
export async function makeEveryRequest(cashfree: CashfreeStandIn, apiUrl: string): Promise<void> {
  await upi(cashfree, apiUrl);
  await cards(apiUrl);
  await moneyThatWentBack(cashfree, apiUrl);
  await checkCashfree(cashfreeAccess({ apiUrl }), gateway.methods);
}
