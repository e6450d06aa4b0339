import { expect } from 'chai';
import { startTollgate, type Tollgate } from '../support/tollgate.js';

describe('smoke', () => {
  let tollgate: Tollgate;
  before(async function () {
    this.timeout(60_000);
    const t = Date.now();
    tollgate = await startTollgate();
    console.error('started', Date.now() - t);
  });
  after(async () => {
    const t = Date.now();
    await tollgate.stop();
    console.error('stopped', Date.now() - t);
  });
  it('pays', async () => {
    const { body } = await tollgate.pay('4242424242424242');
    console.error(body);
    expect(body.payment_status).to.equal('success');
    console.error(await tollgate.ledger(body.trx ?? ''), tollgate.pids());
  });
});
