import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { isClosed } from '../../src/connectors/orders.js';
import { accessOf } from '../../src/connectors/nagad/access.js';
import { checkNagad } from '../../src/connectors/nagad/check.js';
import { createNagadWallet } from '../../src/connectors/nagad/wallet.js';
import { walletAbout } from '../support/about.js';
import { walletRequest } from '../support/local-requests.js';
import { askPerson, PATIENCE_MS } from './person.js';
import { requiredKey } from './required-key.js';

describe('Nagad itself, in its sandbox', function () {
  this.timeout(PATIENCE_MS * 1.1);
  const access = accessOf({
    account: 'truth',
    mode: 'test',
    credentials: {
      merchant_id: requiredKey('NAGAD_TEST_MERCHANT_ID'),
      account_number: requiredKey('NAGAD_TEST_ACCOUNT_NUMBER'),
      private_key: requiredKey('NAGAD_TEST_PRIVATE_KEY'),
      nagad_public_key: requiredKey('NAGAD_TEST_PUBLIC_KEY'),
    },
  });
  const wallet = createNagadWallet(access);

  async function open() {
    const about = walletAbout(`${randomUUID()}-1`, { amount: 1050 });
    const { reference, url } = await wallet.createWallet(walletRequest({ wallet: 'NAGAD' }), about);
    return { url, about: { ...about, reference } };
  }
  const becomes = (about: ReturnType<typeof walletAbout>, outcome: string) => async () =>
    (await wallet.fetchOrder(about)).outcome === outcome;

  it('takes the keys, and its answer can be read', async () => {
    expect((await checkNagad(access)).filter(({ ok }) => !ok)).to.deep.equal([]);
  });

  it('says that an order waits which nobody has paid, and leaves it open', async () => {
    const { about } = await open();
    expect(await wallet.fetchOrder(about)).to.deep.equal({ outcome: 'waiting' });
    expect(isClosed(await wallet.cancelOrder(about))).to.equal(false);
  });

  it('says what was paid, with its paisa', async () => {
    const { url, about } = await open();
    await askPerson('pay 10.50 taka', url, becomes(about, 'paid'));
    expect(await wallet.fetchOrder(about)).to.include({ outcome: 'paid', amount: 1050, currency: 'BDT' });
    expect(await wallet.executeWallet(about)).to.deep.equal(await wallet.cancelOrder(about));
  });

  it('says that a customer has cancelled', async () => {
    const { url, about } = await open();
    await askPerson('cancel', url, becomes(about, 'cancelled'));
  });

  it('says that a payment was refused', async () => {
    const { url, about } = await open();
    await askPerson('pay with a wrong PIN until it is refused', url, becomes(about, 'refused'));
  });
});
