import { expect } from 'chai';
import { orderLocal } from '../support/local-order.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { copyOfTollgate, type Copy } from './copy-of-tollgate.js';

const LIST = 'src/connectors/index.ts';
const ACCOUNTS = 'src/gateways/first-accounts.ts';

describe('the recipe for a gateway: a folder and a line', () => {
  let copy: Copy;
  let tollgate: Tollgate;

  before(async () => {
    copy = await copyOfTollgate();
    await copy.add('gateway/index.ts', 'src/connectors/upi-switch/index.ts');
    await copy.addLine('gateway/import.txt', LIST, 'import { sandbox }');
    await copy.addLine('gateway/line.txt', LIST, ']);');
    await copy.addLine('gateway/account.txt', ACCOUNTS, "  sandbox('card', CARDS");
    tollgate = await startTollgate({ sources: copy.folder, processes: ['web', 'payments', 'sandbox'] });
  });
  after(async () => {
    await tollgate.stop();
    await copy.remove();
  });

  it('takes a payment by the one method that it has', async () => {
    const { body } = await orderLocal(tollgate, 499.11, 'INR');
    const trx = String(body.trx);
    const { public_key } = tollgate.merchant;
    await tollgate.api(`/sandbox/payments/${trx}/simulate`, { public_key, action: 'confirm' });
    expect(await tollgate.settled(trx)).to.include({ payment_status: 'success' });
    const payment = await tollgate.database.collection<{ _id: string }>('payments').findOne({ _id: trx });
    expect(payment).to.include({ account: 'switch-upi' });
  });

  it('leaves other methods to the gateways that have them', async () => {
    const { body } = await tollgate.pay('4242424242424242');
    expect(body).to.include({ payment_status: 'success' });
  });
});
