import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { dueWork } from '../../src/console/overview/attention.js';
import { oldestDueSeconds } from '../../src/console/overview/gauges.js';
import { models } from '../../src/database/model.js';
import { JOB_NAMES, JOBS } from '../../src/jobs/catalogue.js';
import type { Waiting } from '../../src/jobs/obligation.js';
import { OWED } from '../../src/obligations/owed.js';
import { comparisons } from '../../src/reconciliation/comparison.model.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { inSeconds } from '../../src/time.js';
import { aPayment } from '../payments/a-payment.js';
import { aProof } from '../proofs/a-local-payment.js';
import { aRefund } from '../refunds/a-refund.js';

/** Longer than anything that other specs leave due. */
const LATE = 86_400;
const at = inSeconds(-LATE);
const later = inSeconds(LATE);
const trx = aPayment()._id;

const DUE: [of: string, what: string, overrides: Partial<PaymentRecord>][] = [
  ['payments', 'a payment', { next: { job: 'upi-confirmation', at } }],
  [
    'refunds',
    'the second refund of a payment',
    {
      refunds: [
        aRefund(trx, 1, { next: { job: 'refund-execution', at: later } }),
        aRefund(trx, 2, { next: { job: 'refund-execution', at } }),
      ],
    },
  ],
  ['proofs', 'the review of a proof', { proof: aProof({ next: { job: 'proof-review', at } }) }],
  [
    'disputes',
    'a question about disputes',
    { disputeInquiry: { version: 1, inquiryCount: 0, next: { job: 'dispute-inquiry', at } } },
  ],
];

describe('work that is due and that nobody does', () => {
  before(connectDatabase);
  afterEach(() => payments.deleteOne({ _id: trx }));

  for (const [of, what, overrides] of DUE)
    it(`is told by the alerts' figure and on the overview: ${what}`, async () => {
      await payments.insertOne(aPayment({ _id: trx, next: { job: 'late-confirmation', at: later }, ...overrides }));
      const { values } = await oldestDueSeconds.get();
      expect(values.find(({ labels }) => labels.of === of)?.value).to.be.closeTo(
        (Date.now() - at.getTime()) / 1000,
        60,
      );
      expect(await dueWork(new Date())).to.deep.equal({ since: at, isLate: true });
    });

  const hour = { _id: 'books/2026-01-31', gateway: 'books', day: '2026-01-31', hour: 7, inquiryCount: 0, version: 8 };
  for (const [minutes, isLate] of [
    [50, false],
    [70, true],
  ] as const)
    it(`is ${isLate ? '' : 'not yet '}late when an hour of books is due for ${minutes} minutes`, async () => {
      const next = { job: 'reconciliation', at: inSeconds(-60 * minutes) } as const;
      for (const place of Object.values(OWED))
        if (place !== OWED.comparisons) mock.method(place, 'oldestDue', () => Promise.resolve(null));
      await comparisons.insertOne({ ...hour, next, createdAt: new Date() });
      try {
        expect(await dueWork(new Date())).to.deep.equal({ since: next.at, isLate });
      } finally {
        mock.restoreAll();
        await comparisons.deleteOne({ _id: hour._id });
      }
    });

  for (const name of new Set(JOB_NAMES.map((job) => JOBS[job].collection)))
    it(`is found in the collection that the catalogue names: ${name}`, async () => {
      const owing: Waiting = { _id: randomUUID(), version: 1, next: { job: 'ipn-delivery', at } };
      const collection = mongoClient.db().collection<Waiting>(name);
      await collection.insertOne(owing);
      const found: string[] = [];
      try {
        for (const { findDue } of Object.values(OWED)) for await (const { _id } of findDue(new Date())) found.push(_id);
      } finally {
        await collection.deleteOne({ _id: owing._id });
      }
      expect(found).to.include(owing._id);
    });

  it('has a place for each index of what is due', () => {
    const indexed = models().flatMap(({ schema }) => schema.indexes().map(([fields]) => Object.keys(fields)));
    const due = indexed.filter(([first]) => first?.endsWith('next.at'));
    expect(due).to.have.lengthOf(Object.keys(OWED).length);
  });
});
