import { expect } from 'chai';
import { until } from '../../scripts/until.js';
import { beginCheckout, cardForm } from '../checkout/shopper.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';

const CARD = '4242424242424242';
const NEW_ONES = 4;

describe('a card of the hosted page', () => {
  let tollgate: Tollgate;
  before(async () => {
    tollgate = await startTollgate({ env: { CONCURRENCY_CARD_AUTHORIZATION: '1', CARD_ANSWER_WAIT: '60' } });
  });
  after(() => tollgate.stop());

  it('is not behind those of payments that begin', async () => {
    const checkout = await beginCheckout(tollgate);
    await tollgate.faults({ mode: 'slow', ms: 1000 });
    const ended: string[] = [];
    const note = (what: string) => () => ended.push(what);
    const stored = () => tollgate.database.collection('payments').countDocuments({ status: 'authorizing' });
    await tollgate.kill('payments', 'SIGSTOP'); // or the first may have ended before the last is there
    const fresh = Array.from({ length: NEW_ONES }, () => tollgate.pay(CARD).then(note('new')));
    await until('the new ones wait', async () => (await stored()) === NEW_ONES);
    const hosted = checkout.submit(cardForm(CARD)).then(note('hosted'));
    await until('it waits with them', async () => (await stored()) === NEW_ONES + 1);
    await tollgate.kill('payments', 'SIGCONT');
    await Promise.all([hosted, ...fresh]);
    expect(ended.indexOf('hosted')).to.be.below(NEW_ONES);
    expect((await checkout.status()).payment_status).to.equal('success');
  });
});
