import { expect } from 'chai';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { beginCheckout, cardForm, formTokenIn } from './shopper.js';

const PAYER = { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example', mobile: '+919876543210' };

const UPI = { action: 'pay', method: 'upi' };

describe('paying over UPI on the hosted page', () => {
  let tollgate: Tollgate;
  before(async () => {
    tollgate = await startTollgate({
      processes: ['web', 'payments', 'sandbox'],
      env: { UPI_EXPIRY: '3', LATE_MONEY_WAITS: '0.5', SANDBOX_CUSTOMER_DELAY: '0.2' },
    });
  });
  after(() => tollgate.stop());

  const begin = (amount: number, changes = {}) =>
    beginCheckout(tollgate, { currency: 'INR', amount, customer: PAYER, ...changes });
  const simulate = async (checkout: Awaited<ReturnType<typeof begin>>, action: string) => {
    const { trx } = await checkout.status();
    const { public_key } = checkout.body;
    return tollgate.api(`/sandbox/payments/${String(trx)}/simulate`, { public_key, action });
  };

  it('ends with the time of its order, since money may come late, and takes it when it does', async () => {
    let checkout = await begin(100.33);
    await checkout.submit(UPI);
    let text = '';
    await until('its time is over', async () => {
      const { payment_status } = await checkout.status();
      if (payment_status === 'cancelled') text = (await checkout.get()).text;
      if (payment_status === 'success') {
        // On a busy machine the money may be there before that is seen: then it is another order's.
        checkout = await begin(100.33);
        await checkout.submit(UPI);
      }
      return text.includes('The time to pay is over');
    });
    expect(text).to.include('If money has left your account all the same').and.not.include('name="number"');
    await until('the money has come', async () => (await checkout.status()).payment_status === 'success');
    expect(await checkout.status()).to.include({ late_confirmation: true, reason: 'late_confirmation' });
    expect(await checkout.charges()).to.have.length(1);
  });

  it('takes the money of an order that the customer left, while another method is chosen', async () => {
    const checkout = await begin(100.33);
    await checkout.submit(UPI);
    await checkout.submit({ action: 'change' });
    expect(await checkout.status()).to.include({ payment_status: 'pending', reason: 'cancelled_by_customer' });
    await until('the money has come', async () => (await checkout.status()).payment_status === 'success');
    expect(await checkout.status()).to.include({ reason: null });
    await checkout.submit(cardForm('4242424242424242')); // the form of a tab that was still open
    expect(await checkout.charges()).to.have.length(1);
  });

  it('charges nothing else when such an order was paid, though nobody has told of that', async () => {
    const checkout = await begin(100.33);
    await checkout.submit(UPI);
    await checkout.submit({ action: 'change' });
    await tollgate.faults({ mode: 'none', callbacks: false });
    await until('it is paid', async () => (await checkout.charges()).length === 1);
    await checkout.submit(cardForm('4242424242424242'));
    await tollgate.faults({ mode: 'none' });
    expect(await checkout.status()).to.include({ payment_status: 'success' });
    expect(await checkout.charges()).to.have.length(1);
  });

  it('offers no way to pay again while a person looks at money that is too little', async () => {
    const checkout = await begin(100.44);
    await checkout.submit(UPI);
    let text = '';
    await until('the page says so', async () => (text = (await checkout.get()).text).includes('Do not pay again'));
    expect(text).to.not.match(/name="action"|class="qr"/);
    await checkout.submit({ action: 'cancel' });
    expect(await checkout.status()).to.include({ payment_status: 'pending', reason: null });
  });

  it('offers no way to pay again while a person judges the money of an order that was left', async () => {
    const { public_key } = await tollgate.createMerchant({ lateMoneyPolicy: 'review' });
    const checkout = await begin(100.33, { public_key });
    await checkout.submit(UPI);
    await checkout.submit({ action: 'change' });
    const form = formTokenIn((await checkout.get()).text); // of a tab that stays open
    await until('a person is to judge', async () => (await checkout.status()).payment_status === 'cancelled');
    const { text } = await checkout.get();
    expect(text)
      .to.include('Do not pay again')
      .and.not.match(/name="action"|try again/);
    const { location } = await checkout.post({ form, action: 'cancel' });
    expect(location).to.include('/payment/checkout?');
  });

  it('leads back to the choice when the bank refuses, and charges the card that follows once', async () => {
    const checkout = await begin(100.22);
    await checkout.submit(UPI);
    let text = '';
    await until('the choice is back', async () => (text = (await checkout.get()).text).includes('was not completed'));
    expect(text).to.include('no reason was given').and.not.include('The bank');
    expect(await checkout.status()).to.include({ payment_status: 'pending', reason: 'do_not_honor' });
    await checkout.submit(cardForm('4242424242424242'));
    expect(await checkout.status()).to.include({ payment_status: 'success', reason: null });
    expect(await checkout.charges()).to.have.length(1);
  });

  for (const [action, tried, status, reason] of [
    ['cancel', false, 'cancelled', 'cancelled_by_customer'],
    ['expire', false, 'cancelled', 'session_expired'],
    ['cancel', true, 'failed', 'insufficient_funds'],
    ['expire', true, 'failed', 'insufficient_funds'],
  ] as const)
    it(`simulates ${action} of a payment that ${tried ? 'was declined once' : 'nobody chose a method for'}`, async () => {
      const checkout = await begin(100);
      if (tried) await checkout.submit(cardForm('4000000000009995'));
      const { status: http, body } = await simulate(checkout, action);
      expect({ http, ...body }).to.include({ http: 200, status: 'success', payment_status: status, reason });
    });

  it('has nothing to simulate before a method is chosen but cancel and expire, and nothing once it has ended', async () => {
    const checkout = await begin(100);
    const answers = [];
    for (const action of ['confirm', 'fail', 'explode', 'cancel', 'cancel'])
      answers.push((await simulate(checkout, action)).status);
    expect(answers).to.deep.equal([422, 422, 400, 200, 409]);
  });
});
