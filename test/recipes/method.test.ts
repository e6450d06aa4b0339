import { expect } from 'chai';
import { until } from '../../scripts/until.js';
import { ALL_METHODS } from '../../src/methods/index.js';
import { beginCheckout } from '../checkout/shopper.js';
import { localOrder } from '../support/local-order.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { copyOfTollgate, type Copy } from './copy-of-tollgate.js';

const LIST = 'src/methods/index.ts';
const ACCOUNTS = 'src/gateways/first-accounts.ts';

describe('the recipe for a method: a folder and a line', () => {
  let copy: Copy;
  let tollgate: Tollgate;

  before(async () => {
    copy = await copyOfTollgate();
    await copy.add('method/voucher.ts', 'src/methods/voucher/index.ts');
    await copy.addLine('method/import.txt', LIST, "import { wallet } from './wallet/index.js';");
    await copy.addLine('method/line.txt', LIST, '];');
    await copy.addLine('method/account.txt', ACCOUNTS, "  sandbox('card-without-3ds'");
    tollgate = await startTollgate({ sources: copy.folder });
  });
  after(async () => {
    await tollgate.stop();
    await copy.remove();
  });

  const confirm = (trx: string) =>
    tollgate.api(`/sandbox/payments/${trx}/simulate`, { public_key: tollgate.merchant.public_key, action: 'confirm' });

  it('is paid through the API, and the merchant is told', async () => {
    const body = { ...localOrder(tollgate, 499.11, 'INR'), payment_method_type: 'voucher' };
    const initiated = await tollgate.api('/h2h/initiate', body);
    expect(initiated.body).to.include({ status: 'success', payment_status: 'pending' });
    expect(initiated.body.pay_to).to.be.a('string').and.not.empty;
    const trx = String(initiated.body.trx);
    await confirm(trx);
    expect(await tollgate.settled(trx)).to.include({ payment_status: 'success', proof_status: null });
    await until('the merchant is told', () =>
      tollgate.receiver.received.some(({ event }) => event?.identifier === body.identifier),
    );
  });

  it('is chosen and paid on the hosted page', async () => {
    const customer = { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example', mobile: '+919876543210' };
    const checkout = await beginCheckout(tollgate, { currency: 'INR', amount: 499.11, customer });
    const { text } = await checkout.get();
    expect(text).to.include('Voucher').and.include('Pay ₹499.11');
    await checkout.submit({ action: 'pay', method: 'voucher' });
    expect((await checkout.get()).text).to.include('data-page="processing"');
    const trx = String((await checkout.status()).trx);
    await confirm(trx);
    expect(await tollgate.settled(trx)).to.include({ payment_status: 'success' });
  });

  it('is one that a merchant may be given', async () => {
    const { body } = await tollgate.console(`/api/merchants/${tollgate.merchant.id}`);
    expect(body.methods).to.deep.equal([...ALL_METHODS, 'voucher']);
  });
});
