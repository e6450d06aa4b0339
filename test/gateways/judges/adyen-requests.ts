import { randomUUID } from 'node:crypto';
import { createAdyenCards } from '../../../src/connectors/adyen/cards.js';
import { checkAdyen } from '../../../src/connectors/adyen/check.js';
import { createAdyenDebits } from '../../../src/connectors/adyen/debits.js';
import { createAdyenRefunds } from '../../../src/connectors/adyen/refunds.js';
import { NotDecided } from '../../../src/connectors/connector.js';
import { cardAbout } from '../../support/about.js';
import { authorization } from '../../support/card-authorization.js';
import { adyenAccess } from '../adyen/access.js';
import { answerChallenge } from '../adyen/challenge.js';

const PAYER = { id: 'c0ffee', email: 'ada@example.com', ip: '127.0.0.1', userAgent: 'Mozilla/5.0', language: 'en' };
const BILLING = { country: 'DE', address: 'Weg 1', city: 'Köln', postalCode: '50667' };

/** Much of what is asked of Adyen is decided later. */
const decidedLater = (call: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.resolve(call).catch((error: unknown) => {
    if (!(error instanceof NotDecided)) throw error;
  });

async function cards(url: string): Promise<void> {
  const connector = createAdyenCards(adyenAccess({ url, captureDelay: 1 }));
  for (const threeDs of ['required', 'risk_based', 'off'] as const)
    for (const number of ['4111111111111111', '4917610000000000', '4000000000000002']) {
      const about = cardAbout(randomUUID());
      const payer = threeDs === 'off' ? PAYER : { ...PAYER, billing: BILLING };
      const result = await connector.authorizeCard(authorization(number, { threeDs, payer }), about);
      if (result.outcome === 'challenge') {
        const back = new URL((await answerChallenge(result.url, 'complete')) ?? '').searchParams;
        await connector.returned?.({ ...about, reference: result.reference }, Object.fromEntries(back));
        await decidedLater(connector.returned?.(about, { redirectResult: 'forged' }));
      }
      if ('reference' in result)
        await decidedLater(connector.voidCard({ ...about, reference: result.reference ?? '' }));
      await decidedLater(connector.voidCard(about));
    }
  for (const [amount, currency] of [
    [500, 'JPY'],
    [1234, 'KWD'],
  ] as const)
    await connector.authorizeCard(authorization('4111111111111111'), cardAbout(randomUUID(), { amount, currency }));
}

async function debits(url: string): Promise<void> {
  const connector = createAdyenDebits(adyenAccess({ url }));
  for (const [iban, holder] of [
    ['DE89370400440532013000', 'Ada Lovelace'],
    ['DE35370400440532013002', 'Ada Lovelace'],
    ['DE89370400440532013000', 'DECLINED'],
  ] as const) {
    const about = cardAbout(randomUUID());
    const terms = { mandate: 'OURS1', payer: PAYER, expiresAt: new Date(), callbackUrl: 'http://127.0.0.1:1/callback' };
    const { reference } = await connector.createDebit({ iban, holder, ...terms }, about);
    await decidedLater(connector.cancelOrder({ ...about, reference }));
    await decidedLater(connector.cancelOrder(about));
  }
}

async function refunds(url: string): Promise<void> {
  const paid = cardAbout(randomUUID());
  const result = await createAdyenCards(adyenAccess({ url })).authorizeCard(authorization('4111111111111111'), paid);
  if (result.outcome !== 'authorized') throw new Error(`Expected money to move, not ${result.outcome}`);
  const charge = { key: paid.key, at: new Date(), reference: result.reference };
  const connector = createAdyenRefunds(adyenAccess({ url }));
  for (const [no, reason] of (['requested_by_customer', 'duplicate', 'fraudulent', 'other'] as const).entries())
    await connector.refund({ reason }, { ...paid, key: `${paid.trx}-r${no}`, amount: 100, charge });
}

/** Makes every request that the Adyen connector ever makes. @param url without the version */
export async function makeEveryRequest(url: string): Promise<void> {
  await cards(url);
  await debits(url);
  await refunds(url);
  await checkAdyen(adyenAccess({ url }));
}
