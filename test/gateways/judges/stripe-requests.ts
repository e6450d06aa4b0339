import { randomUUID } from 'node:crypto';
import { createStripeCards } from '../../../src/connectors/stripe/cards.js';
import { checkStripe } from '../../../src/connectors/stripe/check.js';
import { stripe as gateway } from '../../../src/connectors/stripe/index.js';
import { createStripeDebits } from '../../../src/connectors/stripe/debits.js';
import { createStripeDisputes } from '../../../src/connectors/stripe/disputes.js';
import { createStripeLedger } from '../../../src/connectors/stripe/ledger.js';
import { createStripeRefunds } from '../../../src/connectors/stripe/refunds.js';
import { cardAbout } from '../../support/about.js';
import { authorization } from '../../support/card-authorization.js';
import { stripeAccess } from '../stripe/access.js';

const HOUR = 3_600_000;
const PAYER = { id: 'c0ffee', email: 'ada@example.com', ip: '127.0.0.1', userAgent: 'Mozilla/5.0' };
const BILLING = { country: 'DE', address: 'Weg 1', city: 'Köln', postalCode: '50667' };
const OLD = { since: new Date(Date.now() - 24 * HOUR) };

async function cards(apiUrl: string): Promise<void> {
  const connector = createStripeCards(stripeAccess({ apiUrl }));
  for (const threeDs of ['required', 'risk_based', 'off'] as const)
    for (const number of ['4242424242424242', '4000000000003220', '4000000000000002']) {
      const about = cardAbout(randomUUID());
      const payer = threeDs === 'off' ? PAYER : { ...PAYER, billing: BILLING };
      const result = await connector.authorizeCard(authorization(number, { threeDs, payer }), about);
      await connector.fetchCard(about);
      if ('reference' in result && result.reference)
        await connector.fetchCard({ ...about, reference: result.reference });
      await connector.voidCard(about);
    }
  await connector.fetchCard(cardAbout(randomUUID(), OLD));
  const tokens = createStripeCards(stripeAccess({ apiUrl, testTokens: true }));
  await tokens.authorizeCard(
    authorization('4242424242424242'),
    cardAbout(randomUUID(), { currency: 'JPY', amount: 500 }),
  );
}

async function debits(apiUrl: string): Promise<void> {
  const connector = createStripeDebits(stripeAccess({ apiUrl }));
  const request = {
    iban: 'DE89370400440532013000',
    holder: 'Ada Lovelace',
    mandate: 'OURS1',
    payer: PAYER,
    expiresAt: new Date(Date.now() + 24 * HOUR),
    callbackUrl: 'https://pay.example/callbacks/stripe',
  };
  const about = cardAbout(randomUUID());
  await connector.createDebit(request, about);
  await connector.fetchOrder(about);
  await connector.cancelOrder(about);
}

async function refundsAndBooks(apiUrl: string): Promise<void> {
  const paid = cardAbout(randomUUID());
  const result = await createStripeCards(stripeAccess({ apiUrl })).authorizeCard(
    authorization('4242424242424242'),
    paid,
  );
  if (result.outcome !== 'authorized') throw new Error(`Expected money to move, not ${result.outcome}`);
  const { reference } = result;
  const charge = { key: paid.key, at: new Date(), reference };
  const refunds = createStripeRefunds(stripeAccess({ apiUrl }));
  const aboutRefund = (no: number) => ({ ...paid, key: `${paid.trx}-r${no}`, amount: 100, charge });
  for (const [no, reason] of (['requested_by_customer', 'duplicate', 'fraudulent', 'other'] as const).entries())
    await refunds.refund({ reason, note: 'One tin was dented' }, aboutRefund(no));
  await refunds.fetchRefund(aboutRefund(1));
  const books = createStripeLedger(stripeAccess({ apiUrl }));
  const window = { from: new Date(Date.now() - HOUR), to: new Date(Date.now() + HOUR) };
  await books.list(window, null);
  await books.list(window, 'txn_1');
  await books.find({ ...paid, reference });
  await books.find(paid);
  await books.find(aboutRefund(1));
  await books.listDisputes?.(window, null);
  await books.find({ ...paid, reference, key: 'du_1' });
  await createStripeDisputes(stripeAccess({ apiUrl })).disputesOf({ ...paid, reference });
}

/** Makes every request that the Stripe connector ever makes. */
export async function makeEveryRequest(apiUrl: string): Promise<void> {
  await cards(apiUrl);
  await debits(apiUrl);
  await refundsAndBooks(apiUrl);
  await checkStripe(stripeAccess({ apiUrl }), gateway.methods);
}
