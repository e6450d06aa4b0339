import { expect } from 'chai';
import fc from 'fast-check';
import { connectDatabase } from '../../src/database/client.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import {
  IllegalTransition,
  isFinal,
  STATES,
  STATUSES,
  type PaymentEvent,
  type PaymentStatus,
} from '../../src/payments/states.js';
import { transition } from '../../src/payments/transition.js';
import { KeptPayments, stored } from './kept-payments.js';

// Object.keys of a literal gives exactly its keys; TypeScript only says string[].
const EVENTS = [...new Set(STATUSES.flatMap((status) => Object.keys(STATES[status].on)))] as PaymentEvent[];

/** What happens to a payment: one event, or two at the same moment to the same state of it. */
type Happening = PaymentEvent | [PaymentEvent, PaymentEvent];

const event = fc.constantFrom(...EVENTS);
const happenings = fc.array(fc.oneof(event, fc.tuple(event, event)), { minLength: 1, maxLength: 8 });
const start = fc.record({
  status: fc.constantFrom(...STATUSES),
  method: fc.constantFrom('card' as const, 'upi' as const),
});

/** The plain model that the database is held against. */
interface Model {
  status: PaymentStatus;
  version: number;
  events: string[];
  results: number;
}

function step(model: Model, happened: PaymentEvent): Model {
  const status = STATES[model.status].on[happened] ?? model.status;
  return {
    status,
    version: model.version + 1,
    events: [...model.events, happened],
    results: model.results + (isFinal(status) && status !== 'abandoned' ? 1 : 0),
  };
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

describe('transition(), held against a plain model', () => {
  const kept = new KeptPayments();
  before(connectDatabase);
  after(() => kept.remove());

  /** Late money is waited for by all but cards, whose key is closed before they fail. */
  const jobOf = ({ method, status }: PaymentRecord) =>
    isFinal(status) && method === 'card' ? undefined : STATES[status].job;

  it('does the same, whatever happens, alone or at the same moment', async () => {
    await fc.assert(
      fc.asyncProperty(start, happenings, async ({ status, method }, list) => {
        let payment = await kept.save({ status, method });
        let model: Model = { status, version: 1, events: ['created'], results: 0 };
        for (const happening of list) {
          const before = model;
          model = await happen(payment, model, happening);
          payment = await stored(payment);
          expect(payment.status).to.equal(model.status);
          expect(payment.version).to.equal(model.version);
          expect(payment.history.map((each) => each.event)).to.deep.equal(model.events);
          expect(payment.history.at(-1)?.to).to.equal(model.status);
          expect(payment.results).to.have.length(model.results);
          if (model !== before) expect(payment.next?.job).to.equal(jobOf(payment));
        }
      }),
      { numRuns: 40 },
    );
  });
});
