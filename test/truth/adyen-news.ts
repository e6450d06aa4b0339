import { expect } from 'chai';
import { until } from '../../scripts/until.js';
import type { AdyenAccess } from '../../src/connectors/adyen/access.js';
import { createAdyenCards } from '../../src/connectors/adyen/cards.js';
import { createAdyenDebits } from '../../src/connectors/adyen/debits.js';
import { NotDecided } from '../../src/connectors/connector.js';
import { listen, type Listener } from '../gateways/adyen/listener.js';
import { debitRequest } from '../support/local-requests.js';
import { CHARGED, giveBack, newPayment, paymentBy, refundsOfNewPayment } from './adyen-payments.js';
import { PATIENCE_MS } from './person.js';

/** The account in Adyen's own examples of a direct debit. */
const DEBTOR = { iban: 'DE87123456781234567890', holder: 'A. Schneider' };

const LEFT_OUT = `
      >> left out: what Adyen tells of cards, and how cancellations, refunds and debits end. It cannot be asked for any of it,
         and ADYEN_TEST_WEBHOOK_PORT is not set: docs/gateways/adyen.md says how it reaches this machine
`;

/** A debit of 49.90 EUR, handed in. */
async function handIn(access: AdyenAccess) {
  const about = newPayment();
  const order = await createAdyenDebits(access).createDebit({ ...debitRequest(), ...DEBTOR }, about);
  return { about, order };
}

/** What Adyen tells, by signed webhooks that reach this port; what is left out without one is said. */
export function adyenNews(access: AdyenAccess, port: string | undefined): void {
  it(`takes a debit on, and names its mandate${port ? '' : '; how it ends is left out'}`, async () => {
    const { order } = await handIn(access);
    expect(order.mandate).to.be.a('string').that.is.not.empty;
    expect(order.end?.outcome).to.be.oneOf([undefined, 'authorized']);
    if (!port) process.stdout.write(LEFT_OUT);
  });
  if (port) describe('what it tells', () => whatIsTold(access, Number(port)));
}

function whatIsTold(access: AdyenAccess, port: number): void {
  const cards = createAdyenCards(access);
  let listener: Listener;
  before(async () => {
    listener = await listen({ access, port, patience: PATIENCE_MS });
  });
  after(() => listener.close());

  it('of a card is what its call answered', async () => {
    for (const holder of ['Ada Lovelace', 'NOT_ENOUGH_BALANCE']) {
      const about = newPayment();
      const answered = await cards.authorizeCard(paymentBy(CHARGED, holder), about);
      expect(await listener.told(about.key)).to.deep.equal(answered);
    }
  });

  it('of a cancellation before the capture is that it was made', async () => {
    const later = createAdyenCards({ ...access, captureDelay: 1 });
    const about = newPayment();
    const result = await later.authorizeCard(paymentBy(CHARGED), about);
    if (result.outcome !== 'authorized') throw new Error(`Expected an authorization, not ${result.outcome}`);
    const error: unknown = await later
      .voidCard({ ...about, reference: result.reference })
      .catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(NotDecided);
    await until('its cancellation is told', () => listener.closed(about.key) !== undefined, PATIENCE_MS);
    expect(listener.closed(about.key)).to.equal(true);
  });

  it('of refunds is that parts went back, and never more than came', async () => {
    const refund = await refundsOfNewPayment(access);
    for (const [no, amount, outcome] of [
      [1, 2000, 'refunded'],
      [2, 2991, 'refused'],
      [3, 2990, 'refunded'],
    ] as const) {
      const answer = await giveBack(access, refund(no, amount));
      const end = answer.outcome === 'pending' ? await listener.toldOfRefund(answer.reference) : answer;
      expect(end).to.include({ outcome });
    }
  });

  it('of a debit is that the money was taken, if its answer did not say so already', async () => {
    const { about, order } = await handIn(access);
    const end = order.end ?? (await listener.told(about.key));
    expect(end).to.include({ outcome: 'authorized', amount: 4990, currency: 'EUR', reference: order.reference });
  });
}
