import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { About } from '../../../src/connectors/about.js';
import type { SettledRecord } from '../../../src/connectors/ledger.js';
import type { RefundAbout } from '../../../src/connectors/refunds.js';
import { createStripeCards } from '../../../src/connectors/stripe/cards.js';
import { createStripeLedger } from '../../../src/connectors/stripe/ledger.js';
import { createStripeRefunds } from '../../../src/connectors/stripe/refunds.js';
import { ledgerContract } from '../../contract/ledger.contract.js';
import { cardAbout } from '../../support/about.js';
import { authorization } from '../../support/card-authorization.js';
import { stripeAccess } from './access.js';
import { answerChallenge, startStripe, type StripeStandIn } from './stand-in.js';

describe("the Stripe connector's ledger", () => {
  let stripe: StripeStandIn;
  /** What there is to ask about, by key. */
  const abouts = new Map<string, About | RefundAbout>();
  before(async () => {
    stripe = await startStripe({ settles: { currency: 'eur', rate: 0.87 } });
  });
  after(() => stripe.close());

  const access = (changes: { apiUrl?: string; timeout?: number } = {}) =>
    stripeAccess({ apiUrl: stripe.url, ...changes });

  async function moveByCard(number: string, changes: Partial<About> = {}): Promise<Omit<SettledRecord, 'at'>> {
    const about = cardAbout(randomUUID(), changes);
    const cards = createStripeCards(access());
    const first = await cards.authorizeCard(authorization(number), about);
    if (first.outcome === 'challenge') await answerChallenge(first.url, 'complete');
    const result = await cards.fetchCard(about);
    if (result.outcome !== 'authorized') throw new Error(`Expected money to move, not ${result.outcome}`);
    const { reference, amount, currency } = result;
    abouts.set(about.key, { ...about, reference });
    return { key: about.key, trx: about.trx, reference, amount, currency };
  }

  async function moveBack(): Promise<Omit<SettledRecord, 'at'>[]> {
    const charge = await moveByCard('4242424242424242');
    const { trx, currency } = charge;
    const of = { key: charge.key, reference: charge.reference, at: new Date() };
    const about = { key: `${trx}-r1`, trx, amount: 1000, currency, since: new Date(), charge: of };
    const result = await createStripeRefunds(access()).refund({ reason: 'other' }, about);
    if (result.outcome !== 'refunded') throw new Error(`Expected money to go back, not ${result.outcome}`);
    abouts.set(about.key, about);
    return [charge, { key: about.key, trx, reference: result.reference, amount: -1000, currency }];
  }

  ledgerContract({
    connect: (options = {}) => createStripeLedger(access(options)),
    moveMoney: async () => [
      await moveByCard('4242424242424242'),
      await moveByCard('4000000000003220'),
      await moveByCard('4242424242424242', { amount: 1230, currency: 'KWD' }), // settled in another currency
      ...(await moveBack()),
    ],
    aboutMoved: ({ key }) => {
      const about = abouts.get(key);
      if (!about) throw new Error(`Nothing has moved under ${key}`);
      return about;
    },
    async moveNothing() {
      const keys = Array.from({ length: 4 }, () => randomUUID());
      const [declined = '', challenged = '', closed = ''] = keys;
      const cards = createStripeCards(access());
      await cards.authorizeCard(authorization('4000000000000002'), cardAbout(declined));
      await cards.authorizeCard(authorization('4000000000003220'), cardAbout(challenged));
      await cards.voidCard(cardAbout(closed));
      return keys;
    },
  });

  it('is found by the key alone, too, when no answer has brought a reference', async () => {
    const { key, reference } = await moveByCard('4242424242424242');
    const { reference: _, ...about } = abouts.get(key) ?? cardAbout(key);
    expect(await createStripeLedger(access()).find(about)).to.include({ key, reference, amount: 4990 });
  });

  it('leaves out what is not ours: fees, payouts and what others charge on the same account', async () => {
    const before = stripe.world.books.length;
    const { key } = await moveByCard('4242424242424242');
    const foreign = await moveByCard('4242424242424242');
    for (const charge of stripe.world.charges.values()) if (charge.metadata.key === foreign.key) charge.metadata = {};
    for (const intent of stripe.world.intents.values()) if (intent.metadata.key === foreign.key) intent.metadata = {};
    const [first] = stripe.world.books.slice(before);
    if (!first) throw new Error('Nothing was booked');
    stripe.world.books.push({ ...first, id: 'txn_payout', type: 'payout', amount: -100, source: 'po_1' });
    stripe.world.books.push({ ...first, id: 'txn_fee', type: 'stripe_fee', amount: -1, source: null });
    stripe.world.books.push({ ...first, id: 'txn_bare', source: null }); // Stripe's document allows it of every type
    const window = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) };
    const { records } = await createStripeLedger(access()).list(window, null);
    expect(records.map((record) => record.key))
      .to.include(key)
      .and.not.include(foreign.key);
  });

  const aroundNow = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) };
  const chargeOf = (key: string) => {
    const charge = [...stripe.world.charges.values()].find(({ metadata }) => metadata.key === key);
    if (!charge) throw new Error(`There is no charge of ${key}`);
    return charge;
  };

  async function recordsOf(trx: string): Promise<SettledRecord[]> {
    const all: SettledRecord[] = [];
    let cursor: string | null = null;
    do {
      const page = await createStripeLedger(access()).list(aroundNow, cursor);
      all.push(...page.records);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return all.filter((record) => record.trx === trx);
  }

  it('is read however many lines it has, each as long as Stripe writes it', async () => {
    const { key, trx } = await moveByCard('4242424242424242');
    const [line] = stripe.world.books.slice(-1);
    const charge = chargeOf(key);
    if (!line) throw new Error('Nothing was booked');
    charge.billing_details = { address: { line1: 'x'.repeat(4000) } };
    for (let no = 0; no < 110; no++) stripe.world.books.push({ ...line, id: `txn_long${no}` });
    try {
      expect(await recordsOf(trx)).to.have.length(111);
    } finally {
      stripe.world.books.splice(-110);
    }
  });

  it('is read whatever others have written on what they charge through the same account', async () => {
    const { key, trx, reference } = await moveByCard('4242424242424242');
    const [line] = stripe.world.books.slice(-1);
    const [charge, intent] = [chargeOf(key), stripe.world.intents.get(reference)];
    if (!line || !intent) throw new Error('Nothing was booked');
    const written = Object.fromEntries(Array.from({ length: 48 }, (_, no) => [`note ${no}`, '৳'.repeat(500)]));
    for (const each of [charge, intent]) each.metadata = { ...each.metadata, ...written };
    const others = Array.from({ length: 60 }, (_, no) => `pi_other${no}`);
    for (const id of others) stripe.world.intents.set(id, { ...intent, id, metadata: written });
    for (const id of others) stripe.world.books.push({ ...line, id: `txn_of_${id}` });
    try {
      expect(await recordsOf(trx)).to.have.length(61);
      const { reference: _, ...about } = abouts.get(key) ?? cardAbout(key);
      expect(await createStripeLedger(access()).find(about)).to.include({ key, reference });
    } finally {
      stripe.world.books.splice(-others.length);
      for (const id of others) stripe.world.intents.delete(id);
    }
  });

  it('has a debit once the banks have settled it, and not while they may, or after they have not', async () => {
    const { key, trx } = await moveByCard('4242424242424242');
    const charge = chargeOf(key);
    for (const [status, times] of [
      ['pending', 0],
      ['failed', 0],
      ['succeeded', 1],
    ] as const) {
      charge.status = status;
      expect(await recordsOf(trx), status).to.have.length(times);
    }
  });

  it('has a refund that was made in the dashboard, under its own id, which finds it', async () => {
    const [charge, refund] = await moveBack();
    const made = stripe.world.refunds.get(refund?.reference ?? '');
    const about = abouts.get(refund?.key ?? '');
    if (!charge || !made || !about) throw new Error('There is no refund');
    made.metadata = {};
    const [, back] = (await recordsOf(charge.trx)).sort((one, other) => other.amount - one.amount);
    expect(back).to.include({ key: made.id, trx: charge.trx, reference: made.id, amount: -1000 });
    const taken = { ...about, key: made.id };
    expect(await createStripeLedger(access()).find(taken)).to.include({ key: made.id, amount: -1000 });
    stripe.failRefund(made.id);
    const [, came] = (await recordsOf(charge.trx)).sort((one, other) => other.amount - one.amount);
    expect(came).to.include({ key: made.id, trx: charge.trx, amount: 1000, by: 'return' }); // no charge
  });

  it('has a refund that came back as money that came, and one that waits not at all', async () => {
    const [charge, refund] = await moveBack();
    const made = stripe.world.refunds.get(refund?.reference ?? '');
    if (!charge || !made) throw new Error('There is no refund');
    made.status = 'pending';
    expect((await recordsOf(charge.trx)).map(({ key }) => key)).to.deep.equal([charge.key]);
    stripe.failRefund(made.id);
    const moved = (await recordsOf(charge.trx)).map(({ key, amount, reference, by }) => [key, amount, reference, by]);
    expect(moved).to.have.deep.members([
      [charge.key, 4990, charge.reference, undefined],
      [refund?.key, 1000, made.id, 'return'],
    ]);
  });

  it('finds money whose charge is not there, or is an id only', async () => {
    const { key, reference } = await moveByCard('4242424242424242');
    const intent = stripe.world.intents.get(reference);
    if (!intent) throw new Error('There is no intent');
    for (const latest_charge of ['ch_nowhere', null]) {
      intent.latest_charge = latest_charge;
      expect(await createStripeLedger(access()).find(abouts.get(key) ?? cardAbout(key))).to.include({
        reference,
        amount: 4990,
      });
    }
  });

  it('knows a charge by its intent where it has no metadata of its own', async () => {
    const { key } = await moveByCard('4242424242424242');
    for (const charge of stripe.world.charges.values()) if (charge.metadata.key === key) charge.metadata = {};
    const window = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) };
    const { records } = await createStripeLedger(access()).list(window, null);
    expect(records.map((record) => record.key)).to.include(key);
  });
});
