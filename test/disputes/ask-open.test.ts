import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import { askAboutOpen } from '../../src/disputes/ask-open.js';
import { KeptPayments, stored } from '../payments/kept-payments.js';
import { aPaidPayment } from '../refunds/a-refund.js';
import { aDispute } from './a-dispute.js';

describe('disputes that are open', () => {
  const kept = new KeptPayments();
  before(connectDatabase);
  after(() => kept.remove());

  it('are asked about once a day, by the accounts whose books are compared', async () => {
    const account = 'of-this-spec';
    const save = (changes: object) => kept.save({ ...aPaidPayment(), account, ...changes });
    const open = await save({ disputes: [aDispute({ state: 'won' }), aDispute({ id: 'dp_2' })] });
    const others = [
      await save({ disputes: [aDispute({ state: 'lost', lostAt: new Date() })] }),
      await save({ account: 'another', disputes: [aDispute()] }),
      await save({}),
    ];
    await askAboutOpen([account]);
    expect((await stored(open)).disputeInquiry?.next?.job).to.equal('dispute-inquiry');
    for (const payment of others) expect(await stored(payment)).to.not.have.property('disputeInquiry');
  });
});
