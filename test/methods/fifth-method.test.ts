import { expect } from 'chai';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { beginCheckout } from '../checkout/shopper.js';
import { copyCheckout, type Copy } from '../support/copy-checkout.js';
import { localOrder } from '../support/local-order.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';

const LIST = 'src/methods/index.ts';
const ACCOUNT = `  { id: 'sandbox-voucher', connector: 'sandbox', mode: 'test', method: 'voucher', currencies: ['INR'], threeDs: false },\n`;

describe('a fifth payment method', () => {
  let copy: Copy;
  let tollgate: Tollgate;

  before(async () => {
    copy = await copyCheckout();
    // The recipe: a folder, a line, and an account at a gateway that takes it.
    await cp(join(ROOT, 'test/methods/fifth-method/index.ts.txt'), join(copy.root, 'src/methods/voucher/index.ts'));
    await copy.insert(
      LIST,
      "import { wallet } from './wallet/index.js';",
      "import { voucher } from './voucher/index.js';\n",
    );
    await copy.insert(LIST, '];', ', voucher');
    await copy.insert('src/gateways/accounts.ts', "  {\n    id: 'sandbox-card-without-3ds',", ACCOUNT);
    await copy.build();
    tollgate = await startTollgate({ root: copy.root });
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
    expect(body.methods).to.deep.equal(['card', 'upi', 'wallet', 'sepa', 'voucher']);
  });
});
