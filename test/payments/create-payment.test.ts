import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import type { ApiError } from '../../src/errors.js';
import { createPayment, findEarlier } from '../../src/payments/create-payment.js';
import { aPayment } from './a-payment.js';
import { KeptPayments } from './kept-payments.js';

describe('a new payment whose identifier was used before', () => {
  const kept = new KeptPayments();
  before(connectDatabase);
  after(() => kept.remove());

  const codeOf = (refused: Promise<unknown>) => refused.catch(({ code }: ApiError) => code);

  for (const [what, first, second] of [
    ['another Idempotency-Key', 'key-1', 'key-2'],
    ['no Idempotency-Key, as the first had none', undefined, undefined],
    ['an Idempotency-Key, where the first had none', undefined, 'key-1'],
    ['no Idempotency-Key, where the first had one', 'key-1', undefined],
  ] as const)
    it(`is refused under ${what}`, async () => {
      const { _id } = await kept.save({ ...(first && { idempotencyKey: first }) });
      const repeated = aPayment({ _id, ...(second && { idempotencyKey: second }) });
      expect(await codeOf(createPayment(repeated))).to.equal('duplicate_identifier');
      expect(await codeOf(findEarlier(repeated))).to.equal('duplicate_identifier');
    });

  it('is the first one under the same Idempotency-Key, whose answer may have been lost', async () => {
    const earlier = await kept.save({ idempotencyKey: 'key-1', cardSeal: 'of the first' });
    const repeated = aPayment({ _id: earlier._id, idempotencyKey: 'key-1', cardSeal: 'of the second' });
    expect(await createPayment(repeated)).to.deep.equal({ payment: earlier, isNew: false });
    expect(await findEarlier(repeated)).to.deep.equal(earlier);
  });
});
