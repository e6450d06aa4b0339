import { expect } from 'chai';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { enterCode } from '../support/bank-customer.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { PAYER } from '../support/local-order.js';
import { press } from '../support/wallet-customer.js';
import { until } from '../../scripts/until.js';
import { beginCheckout, cardForm } from './shopper.js';

const CHALLENGED = '4000 0000 0000 3220';
const UPI = { action: 'pay', method: 'upi' };
const WALLET = { action: 'pay', method: 'bkash' };
const SEPA = { action: 'pay', method: 'sepa', iban: 'DE89370400440532013000', account_holder: 'Ada Lovelace' };
const INDIAN = { currency: 'INR', amount: 100, customer: { ...PAYER, mobile: '+919876543210' } };
const BANGLADESHI = { currency: 'BDT', amount: 100, customer: { ...PAYER, mobile: '+8801712345678' } };

type Checkout = Awaited<ReturnType<typeof beginCheckout>>;

const open = (url: string) => fetch(url, { redirect: 'manual' });

/** Goes where the answers lead, as a browser does, but not for ever. */
async function walk(url: string, most = 4): Promise<Response> {
  const answer = await open(url);
  const location = answer.headers.get('location');
  if (!location) return answer;
  expect(most, 'redirects left').to.be.greaterThan(0);
  return walk(new URL(location, url).href, most - 1);
}

describe('the hosted page while the gateway is away', () => {
  let tollgate: Tollgate;
  before(async () => {
    tollgate = await startTollgate({
      processes: ['web', 'payments', 'sandbox'],
      env: { CARD_ANSWER_WAIT: '3', SANDBOX_CUSTOMER_DELAY: '600' },
    });
  });
  afterEach(() => tollgate.faults({ mode: 'none' }));
  after(() => tollgate.stop());

  /** What the customer sees who comes back from the issuer or the wallet, and where that page leads in the end. */
  async function comesBack(back: string): Promise<{ text: string; leadsTo: () => Promise<string> }> {
    const answer = await walk(back);
    const leadsTo = async () => {
      await tollgate.faults({ mode: 'none' });
      let location = '';
      const leadsOn = async () => {
        location = (await open(answer.url)).headers.get('location') ?? '';
        return location !== '';
      };
      await until('the page leads on', leadsOn);
      return location;
    };
    return { text: await answer.text(), leadsTo };
  }

  for (const mode of ['refuse', 'hang']) {
    it(`says after a challenge that the payment is being processed, and leads on by itself (${mode})`, async () => {
      const checkout = await beginCheckout(tollgate);
      const { location } = await checkout.submit(cardForm(CHALLENGED));
      await tollgate.faults({ mode });
      const { text, leadsTo } = await comesBack(String(await enterCode(String(location))));
      expect(text).to.include('Your payment is being processed').and.include('http-equiv="refresh"');
      expect((await checkout.get()).text).to.include('Your bank asks you to confirm');
      expect(await leadsTo()).to.equal(checkout.body.success_url);
      expect(await checkout.charges()).to.have.length(1);
    });

    it(`says so after a wallet's page, too (${mode})`, async () => {
      const checkout = await beginCheckout(tollgate, BANGLADESHI);
      const { location } = await checkout.submit(WALLET);
      await tollgate.faults({ mode });
      const { text, leadsTo } = await comesBack(String(await press(String(location), 'confirm')));
      expect(text).to.include('Your payment is being processed').and.include('http-equiv="refresh"');
      expect(await leadsTo()).to.equal(checkout.body.success_url);
      expect(await checkout.charges()).to.have.length(1);
    });
  }

  it('asks once for a customer who comes back from the bank, though an order was looked at before', async () => {
    const checkout = await beginCheckout(tollgate, INDIAN);
    await checkout.submit(UPI);
    await checkout.submit({ action: 'change' });
    const { location } = await checkout.submit(cardForm(CHALLENGED));
    await tollgate.faults({ mode: 'refuse' });
    const back = String(await enterCode(String(location)));
    const { trx } = await checkout.status();
    const looks = async () => {
      const stored = await tollgate.database.collection<PaymentRecord>('payments').findOne({ _id: String(trx) });
      return stored?.threeDs?.pollCount ?? 0;
    };
    const before = await looks();
    await walk(back);
    expect((await looks()) - before).to.be.within(1, 10); // the job's own looks may come between, dozens do not
  });

  /** The gateway refuses when the customer pays, and is there again before anybody has heard what became of it. */
  async function paysInVain(checkout: Checkout, fields: object): Promise<void> {
    await tollgate.faults({ mode: 'refuse' });
    await checkout.submit(fields);
    await tollgate.faults({ mode: 'none' });
    const isOver = async () => (await checkout.status()).reason === 'gateway_error';
    await until('it is known that nothing came of it', isOver);
  }

  it('leads back to the choice when a debit never reached the gateway', async () => {
    const checkout = await beginCheckout(tollgate, { payment_method_type: 'card_and_sepa' });
    await paysInVain(checkout, SEPA);
    expect(await checkout.status()).to.include({ payment_status: 'pending' });
    await checkout.submit(cardForm('4242424242424242'));
    expect(await checkout.status()).to.include({ payment_status: 'success', reason: null });
    expect(await checkout.charges()).to.have.length(1);
  });

  for (const [currency, order, choice] of [
    ['INR', INDIAN, UPI],
    ['BDT', BANGLADESHI, WALLET],
  ] as const)
    it(`ends as failed with the third order that never reached the gateway (${currency})`, async () => {
      const checkout = await beginCheckout(tollgate, order);
      for (let time = 1; time <= 2; time++) {
        await paysInVain(checkout, choice);
        expect((await checkout.status()).payment_status).to.equal('pending');
      }
      await paysInVain(checkout, choice);
      expect(await checkout.status()).to.include({ payment_status: 'failed', reason: 'gateway_error' });
      expect(await checkout.charges()).to.have.length(0);
    });
});
