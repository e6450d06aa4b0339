import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { accessOf } from '../../src/connectors/bkash/access.js';
import { checkBkash } from '../../src/connectors/bkash/check.js';
import { createClient } from '../../src/connectors/bkash/client.js';
import { createBkashRefunds } from '../../src/connectors/bkash/refunds.js';
import { createBkashWallet } from '../../src/connectors/bkash/wallet.js';
import { connectDatabase } from '../../src/database/client.js';
import { walletAbout } from '../support/about.js';
import { walletRequest } from '../support/local-requests.js';
import { askPerson, PATIENCE_MS } from './person.js';
import { requiredKey } from './required-key.js';

describe('bKash itself, in its sandbox', function () {
  this.timeout(PATIENCE_MS * 1.1);
  const access = accessOf({
    account: 'truth',
    mode: 'test',
    credentials: {
      username: requiredKey('BKASH_TEST_USERNAME'),
      password: requiredKey('BKASH_TEST_PASSWORD'),
      app_key: requiredKey('BKASH_TEST_APP_KEY'),
      app_secret: requiredKey('BKASH_TEST_APP_SECRET'),
    },
  });
  before(connectDatabase); // tokens are counted there
  const client = createClient(access);
  const wallet = createBkashWallet(access, client);

  async function open() {
    const trx = randomUUID();
    const about = walletAbout(`${trx}-1`, { trx, amount: 1050 });
    const { reference, url } = await wallet.createWallet(walletRequest(), about);
    return { url, about: { ...about, reference } };
  }

  it('gives a token, and answers questions', async () => {
    expect((await checkBkash(access)).filter(({ ok }) => !ok)).to.deep.equal([]);
  });

  it('says that a payment waits which nobody has agreed to, and it is never executed once it is closed', async () => {
    const { about } = await open();
    expect(await wallet.fetchOrder(about)).to.deep.equal({ outcome: 'waiting' });
    expect(await wallet.executeWallet(about)).to.deep.equal({ outcome: 'waiting' });
    expect(await wallet.cancelOrder(about)).to.deep.equal({ outcome: 'cancelled' });
    expect(await wallet.executeWallet(about)).to.deep.equal({ outcome: 'cancelled' });
  });

  it('moves what was agreed to once, and gives it back in parts', async () => {
    const { url, about } = await open();
    const isPaid = async () => (await wallet.executeWallet(about)).outcome === 'paid'; // once they have agreed
    await askPerson('agree to 10.50 taka', url, isPaid);
    const paid = await wallet.executeWallet(about);
    expect(paid).to.include({ outcome: 'paid', amount: 1050, currency: 'BDT' });
    expect(await wallet.executeWallet(about)).to.deep.equal(paid);
    if (paid.outcome !== 'paid') return;
    const refunds = createBkashRefunds(access, client);
    const charge = { key: about.key, reference: paid.reference, order: about.reference, at: new Date() };
    for (const [no, amount] of [1000, 50].entries()) {
      const part = { ...about, key: `${about.trx}-r${no + 1}`, amount, charge };
      const first = await refunds.refund({ reason: 'other' }, part);
      expect(first).to.include({ outcome: 'refunded', amount });
      expect(await refunds.refund({ reason: 'other' }, part)).to.deep.equal(first);
    }
  });
});
