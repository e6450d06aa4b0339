import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import { dueSince } from '../../src/console/overview/attention.js';
import { oldestDueSeconds } from '../../src/console/overview/gauges.js';
import { models } from '../../src/database/model.js';
import { OWED } from '../../src/obligations/owed.js';
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
      expect(values.find(({ labels }) => labels.of === of)?.value).to.be.within(LATE, LATE + 600);
      expect(Number(await dueSince(new Date()))).to.equal(at.getTime());
    });

  it('has a place for each index of what is due', () => {
    const indexed = models().flatMap(({ schema }) => schema.indexes().map(([fields]) => Object.keys(fields)));
    const due = indexed.filter(([first]) => first?.endsWith('next.at'));
    expect(due).to.have.lengthOf(Object.keys(OWED).length);
  });
});
