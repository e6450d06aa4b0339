import { expect } from 'chai';
import fc from 'fast-check';
import { connectDatabase } from '../../src/database.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { isFinal, IllegalTransition, STATES, type PaymentEvent } from '../../src/payments/states.js';
import { postpone, transition } from '../../src/payments/transition.js';
import { deliveries } from '../../src/ipn/delivery.model.js';
import { until } from '../support/until.js';
import { aPayment, IN_AN_HOUR } from './a-payment.js';

const EVENTS: PaymentEvent[] = [
  'authorized',
  'challenge_required',
  'declined',
  'no_answer',
  'challenge_passed',
  'challenge_failed',
  'timed_out',
];

/** What happens to a payment: one event, or two at the same moment to the same state of it. */
type Happening = PaymentEvent | [PaymentEvent, PaymentEvent];

const event = fc.constantFrom(...EVENTS);
const happenings = fc.array(fc.oneof(event, fc.tuple(event, event)), { minLength: 1, maxLength: 8 });

/** The plain model that the database is held against. */
interface Model {
  status: PaymentRecord['status'];
  gen: number;
  events: string[];
  results: number;
}

function step(model: Model, happened: PaymentEvent): Model {
  const status = STATES[model.status].on[happened] ?? model.status;
  return {
    status,
    gen: model.gen + 1,
    events: [...model.events, happened],
    results: model.results + (isFinal(status) ? 1 : 0),
  };
}

async function stored({ _id }: PaymentRecord): Promise<PaymentRecord> {
  const payment = await payments.findOne({ _id });
  if (!payment) throw new Error(`There is no payment ${_id}`);
  return payment;
}

const refusedOr = (result: PromiseSettledResult<PaymentRecord | null>) =>
  result.status === 'rejected' ? (result.reason as unknown) : result.value;

/** Lets something happen to the payment and to the model; both are judged afterwards. */
async function happen(payment: PaymentRecord, model: Model, happening: Happening): Promise<Model> {
  const both = [happening].flat();
  const outcomes = (
    await Promise.allSettled(both.map((each) => transition(payment, each, { reason: null }, 'a test')))
  ).map(refusedOr);
  const legal = both.filter((each) => STATES[model.status].on[each]);
  expect(outcomes.filter((outcome) => outcome instanceof IllegalTransition)).to.have.length(both.length - legal.length);
  const winners = both.filter((_, index) => outcomes[index] !== null && !(outcomes[index] instanceof Error));
  expect(winners).to.have.length(Math.min(1, legal.length));
  const [winner] = winners;
  return winner ? step(model, winner) : model;
}

describe('transition()', () => {
  const made: string[] = [];

  before(connectDatabase);
  after(async () => {
    await until('every result is relayed', async () => {
      return (await payments.countDocuments({ _id: { $in: made }, unrelayed: { $exists: true } })) === 0;
    });
    await payments.deleteMany({ _id: { $in: made } });
    await deliveries.deleteMany({ trx: { $in: made } });
  });

  async function saved(overrides: Partial<PaymentRecord> = {}): Promise<PaymentRecord> {
    const payment = aPayment(overrides);
    made.push(payment._id);
    await payments.insertOne(payment);
    return payment;
  }

  it('keeps to a plain model whatever happens, alone or at the same moment', async () => {
    await fc.assert(
      fc.asyncProperty(happenings, async (list) => {
        let payment = await saved();
        let model: Model = { status: 'authorizing', gen: 1, events: ['created'], results: 0 };
        for (const happening of list) {
          model = await happen(payment, model, happening);
          payment = await stored(payment);
          expect(payment.status).to.equal(model.status);
          expect(payment.gen).to.equal(model.gen);
          expect(payment.history.map((each) => each.event)).to.deep.equal(model.events);
          expect(payment.history.at(-1)?.to).to.equal(model.status);
          expect(payment.results).to.have.length(model.results);
          expect(payment.next?.job).to.equal(isFinal(model.status) ? undefined : STATES[model.status].job);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('lets exactly one of ten at the same moment win', async () => {
    const payment = await saved();
    const events: PaymentEvent[] = ['authorized', 'declined'];
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        transition(payment, events[index % 2] ?? 'declined', { reason: 'do_not_honor' }, 'a test'),
      ),
    );
    expect(outcomes.filter((outcome) => outcome !== null)).to.have.length(1);
    const after = await stored(payment);
    expect(after).to.include({ gen: 2 });
    expect(after.history).to.have.length(2);
    expect(after.results).to.have.length(1);
  });

  it('records who, what, from, to and when, and returns what is stored', async () => {
    const payment = await saved();
    const after = await transition(payment, 'declined', { reason: 'insufficient_funds' }, 'card-authorization');
    expect(after).to.not.equal(null);
    const { unrelayed: _unrelayed, ...inDatabase } = await stored(payment);
    const { next, ...returned } = { ...after };
    expect(next).to.equal(null);
    expect(inDatabase).to.deep.equal(returned);
    expect(inDatabase.history[1]).to.deep.include({
      event: 'declined',
      from: 'authorizing',
      to: 'failed',
      actor: 'card-authorization',
    });
    expect(inDatabase.updatedAt.getTime()).to.equal(inDatabase.history[1]?.at.getTime());
  });

  it('freezes what the merchant will be told in the update that made the result', async () => {
    const payment = await saved();
    await transition(payment, 'declined', { reason: 'do_not_honor' }, 'a test');
    const [result] = (await stored(payment)).results;
    expect(result).to.include({ type: 'payment.failed', eventId: `evt_${payment._id.replaceAll('-', '')}1` });
    const data = JSON.parse(result?.data ?? '') as Record<string, unknown>; // what transition() wrote
    expect(data).to.include({ trx: payment._id, payment_status: 'failed', reason: 'do_not_honor', gross_amount: 0 });
  });

  it('has no event for the merchant while the payment waits', async () => {
    const payment = await saved();
    await transition(payment, 'no_answer', {}, 'a test');
    const after = await stored(payment);
    expect(after.results).to.deep.equal([]);
    expect(after).to.not.have.property('unrelayed');
  });

  it('postpones by a new generation, and leaves all that the merchant sees alone', async () => {
    const payment = await saved();
    const later = IN_AN_HOUR();
    expect(await postpone(payment, later, { questions: 3 })).to.equal(true);
    expect(await postpone(payment, later, { questions: 4 })).to.equal(false);
    const after = await stored(payment);
    expect(after).to.deep.include({ gen: 2, questions: 3, next: { job: 'card-authorization', at: later } });
    expect(after.updatedAt).to.deep.equal(payment.updatedAt);
    expect(after.history).to.have.length(1);
  });

  it('refuses to postpone what waits for nothing', async () => {
    const payment = await saved({ status: 'succeeded' });
    expect(await postpone(payment, IN_AN_HOUR()).catch((error: unknown) => String(error))).to.match(
      /waits for nothing/,
    );
  });
});
