import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase } from '../../src/database/client.js';
import { deliveries } from '../../src/ipn/delivery.model.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { presentPayment } from '../../src/payments/present-payment.js';
import { isFinal, publicStatus } from '../../src/payments/states.js';
import { untilPublished } from '../support/published.js';
import { aProof, aUpiPayment, stored } from './a-local-payment.js';
import { removeSaved, saved } from './api.js';
import { aPng, dataUri } from './proofs-of-each-form.js';
import { accept, confirm, deadline, expire, poll, reject, submit, type Racer } from './racers.js';

const ROUNDS = 100;
const AT_ONCE = 4;

const UNDER_REVIEW = () => aUpiPayment({ proof: aProof() });
const AT_DEADLINE = () => aUpiPayment({ proof: aProof({ overdue: true, deadline: new Date() }) });
const UNPROVEN = () => aUpiPayment();

/** Who ended a payment, or how it stands. */
const outcomeOf = ({ status, history }: PaymentRecord): string => `${status} by ${history.at(-1)?.actor}`;

interface Race {
  what: string;
  payment: () => PaymentRecord;
  racers: Racer[];
  /** Every end that the race may have; each of them is seen in a hundred rounds. */
  ends: string[];
  /** What else must be so in the end. */
  holds?: (payment: PaymentRecord) => void;
}

const RACES: Race[] = [
  {
    what: 'a confirmation and a rejection',
    payment: UNDER_REVIEW,
    racers: [confirm, reject('a')],
    ends: ['succeeded by upi-confirmation', 'failed by a'],
  },
  {
    what: 'a confirmation and an acceptance',
    payment: UNDER_REVIEW,
    racers: [confirm, accept('a')],
    ends: ['succeeded by upi-confirmation', 'succeeded by a'],
  },
  {
    what: 'two confirmations',
    payment: UNDER_REVIEW,
    racers: [confirm, confirm],
    ends: ['succeeded by upi-confirmation'],
  },
  {
    what: 'a confirmation and an expiry',
    payment: UNPROVEN,
    racers: [confirm, expire],
    ends: ['succeeded by upi-confirmation', 'cancelled by upi-confirmation'],
  },
  {
    what: 'two operators who disagree',
    payment: UNDER_REVIEW,
    racers: [accept('a'), reject('b')],
    ends: ['succeeded by a', 'failed by b'],
  },
  {
    what: 'two operators who agree',
    payment: UNDER_REVIEW,
    racers: [accept('a'), accept('b')],
    ends: ['succeeded by a', 'succeeded by b'],
  },
  {
    what: 'an acceptance and the deadline',
    payment: AT_DEADLINE,
    racers: [accept('a'), deadline],
    ends: ['succeeded by a', 'failed by proof-review'],
  },
  {
    what: 'a confirmation and the deadline',
    payment: AT_DEADLINE,
    racers: [confirm, deadline],
    ends: ['succeeded by upi-confirmation', 'failed by proof-review'],
  },
  {
    what: 'the deadline and looks that find nothing',
    payment: AT_DEADLINE,
    racers: [deadline, poll],
    ends: ['failed by proof-review'],
  },
  {
    what: 'a decision and looks that find nothing',
    payment: UNDER_REVIEW,
    racers: [reject('a'), poll],
    ends: ['failed by a'],
  },
  {
    what: 'all of them',
    payment: AT_DEADLINE,
    racers: [confirm, accept('a'), reject('b'), deadline, poll],
    ends: ['succeeded by upi-confirmation', 'succeeded by a', 'failed by b', 'failed by proof-review'],
  },
  {
    what: 'a submission and a confirmation',
    payment: UNPROVEN,
    racers: [submit('paid 1'), confirm],
    ends: ['succeeded by upi-confirmation'],
  },
  {
    what: 'a submission and an expiry',
    payment: UNPROVEN,
    racers: [submit('paid 1'), expire],
    ends: ['awaiting_payment by merchant', 'cancelled by upi-confirmation'],
    holds: ({ status, proof }) => expect(proof?.status).to.equal(status === 'cancelled' ? undefined : 'pending'),
  },
  {
    what: 'a new version and a rejection',
    payment: UNDER_REVIEW,
    racers: [submit(dataUri(aPng('new'))), reject('a')],
    ends: ['failed by a'],
  },
  {
    what: 'two submissions and looks that find nothing',
    payment: UNPROVEN,
    racers: [submit('paid 1'), submit('paid 2'), poll],
    ends: ['awaiting_payment by merchant'],
    holds: ({ proof }) => expect(proof?.versions.map(({ no }) => no)).to.deep.equal([1, 2]),
  },
];

/** One truth: the status, the proof, the step and the event say the same, and the event is there once. */
async function expectOneTruth(trx: string): Promise<void> {
  await untilPublished([trx]);
  const payment = await stored(trx);
  const { status, proof, history, results } = payment;
  const ends = history.filter(({ to }) => isFinal(to));
  expect(ends).to.have.length(isFinal(status) ? 1 : 0);
  expect(results.map(({ data }) => data)).to.deep.equal(ends.map(() => JSON.stringify(presentPayment(payment))));
  expect(results.map(({ type }) => type)).to.deep.equal(ends.map(({ to }) => `payment.${publicStatus(to)}`));
  expect(await deliveries.countDocuments({ trx })).to.equal(ends.length);
  if (!proof) return;
  const proofStatus = {
    success: 'verified',
    failed: 'rejected',
    pending: 'pending',
    cancelled: 'none',
    abandoned: 'none',
  };
  expect(proof.status).to.equal(proofStatus[publicStatus(status)]);
  expect(proof.next !== undefined).to.equal(proof.status === 'pending');
  expect(proof.verifiedAt !== undefined).to.equal(proof.status === 'verified');
}

describe('a race about a proof', () => {
  before(connectDatabase);
  after(removeSaved);

  for (const { what, payment, racers, ends, holds } of RACES)
    it(`between ${what} has one winner, one event, one truth`, async () => {
      const seen = new Set<string>();
      async function round(no: number): Promise<void> {
        const start = await saved(payment());
        const favourite = racers[no]; // once each, so that every end is seen on any machine
        if (favourite) await favourite(start);
        await Promise.all(racers.map((race) => pause(randomInt(0, 6)).then(() => race(start)))); // in any order
        await expectOneTruth(start._id);
        const now = await stored(start._id);
        expect(ends).to.include(outcomeOf(now));
        holds?.(now);
        seen.add(outcomeOf(now));
      }
      for (let done = 0; done < ROUNDS; done += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, (_, no) => round(done + no)));
      expect([...seen]).to.have.members(ends);
    });
});
