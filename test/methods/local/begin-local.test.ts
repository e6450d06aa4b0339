import { expect } from 'chai';
import { mock } from 'node:test';
import { ConnectorError, NothingTaken } from '../../../src/connectors/connector.js';
import type { AsyncPaymentResult, UpiPayee } from '../../../src/connectors/orders.js';
import { findAccount, learnAccounts } from '../../../src/gateways/accounts.js';
import { noteAnswer } from '../../../src/gateways/breaker.js';
import { connectorPart } from '../../../src/gateways/connectors.js';
import { connectDatabase } from '../../../src/database/client.js';
import type { ApiError } from '../../../src/errors.js';
import { createMerchant } from '../../../src/merchants/manage-merchants.js';
import { merchants, type MerchantRecord } from '../../../src/merchants/merchant.model.js';
import { trxOf } from '../../../src/merchants/trx.js';
import { initiateUpi } from '../../../src/methods/upi/initiate.js';
import { findPayment } from '../../../src/payments/find-payment.js';
import { payments } from '../../../src/payments/payment.model.js';
import { expedite, pollNow } from '../../../src/payments/poll-now.js';
import { newTrace } from '../../../src/telemetry/trace.js';
import { decide as closeOrder } from '../../../workers/order-opening.js';
import { decide as lookForMoney } from '../../../workers/late-confirmation.js';
import { stored } from '../../proofs/a-local-payment.js';
import { localBody } from '../../support/local-order.js';

const PAYEE: UpiPayee = { reference: 'order-7', pa: 'shop@sandbox', pn: 'Shop', apps: [] };
const PAID: AsyncPaymentResult = { outcome: 'paid', reference: 'bank-1', amount: 10_000, currency: 'INR' };

const noAnswer = async (): Promise<never> => {
  throw new ConnectorError('no answer');
};

describe('an order that is opened for a stored payment', () => {
  let merchant: MerchantRecord;
  let body: ReturnType<typeof localBody> & { public_key: string; ipn_url: string };
  let trx: string;

  before(async () => {
    await connectDatabase();
    const keys = await createMerchant({ name: 'Spec', mode: 'test' });
    const record = await merchants.findOne({ _id: keys.id });
    if (!record) throw new Error('There is no merchant');
    merchant = record;
  });
  beforeEach(() => {
    body = { public_key: 'of the spec', ...localBody(100, 'INR'), ipn_url: 'https://shop.example/ipn' };
    trx = trxOf(merchant, body.identifier);
  });
  afterEach(async () => {
    mock.restoreAll();
    await payments.deleteOne({ _id: trx });
  });
  after(() => merchants.deleteOne({ _id: merchant._id }));

  const opens = (open: () => Promise<UpiPayee>) => mock.method(connectorPart('sandbox-upi', 'upi'), 'createUpi', open);
  const closes = (result: () => Promise<AsyncPaymentResult>) =>
    mock.method(connectorPart('sandbox-upi', 'orders'), 'cancelOrder', result);
  const initiate = () => initiateUpi({ merchant, body, params: {}, trace: newTrace(undefined) });
  const codeOf = (refused: Promise<unknown>) => refused.catch(({ code }: ApiError) => code);

  it('is asked for when MongoDB holds the payment, its key and who closes the order if nobody sees its end', async () => {
    opens(async () => {
      const payment = await stored(trx);
      expect(payment).to.include({ status: 'opening' });
      expect(payment.next?.job).to.equal('order-opening');
      expect(payment.attempts.map(({ key }) => key)).to.deep.equal([`${trx}-1`]);
      return PAYEE;
    });
    expect(await initiate()).to.include({ trx, payment_status: 'pending' });
    const payment = await stored(trx);
    expect(payment).to.include({ status: 'awaiting_payment' });
    expect(payment.local?.upi).to.deep.equal(PAYEE);
    expect(payment.next?.job).to.equal('upi-confirmation');
  });

  it('leaves no payment to the merchant, and a free identifier, when the gateway does not answer', async () => {
    opens(noAnswer);
    expect(await codeOf(initiate())).to.equal('gateway_unavailable');
    expect(await stored(trx)).to.include({ status: 'abandoned' });
    expect(await codeOf(findPayment({ merchant, body: { trx } }))).to.equal('transaction_not_found');
    mock.restoreAll();
    closes(async () => ({ outcome: 'cancelled' }));
    opens(async () => PAYEE);
    expect(await initiate()).to.include({ trx, payment_status: 'pending' });
    expect((await stored(trx)).attempts.map(({ key }) => key)).to.deep.equal([`${trx}-1`, `${trx}-2`]);
  });

  it('is not paid by anybody when its job has closed it meanwhile: the merchant is told nothing to pay by', async () => {
    opens(async () => {
      await payments.updateOne({ _id: trx }, { $set: { status: 'abandoned', next: null }, $inc: { version: 1 } });
      return PAYEE;
    });
    expect(await codeOf(initiate())).to.equal('gateway_unavailable');
    expect(await stored(trx)).to.include({ status: 'abandoned' });
  });

  it('is found by its identifier alone when it was paid before anybody could say how', async () => {
    opens(async () => {
      await payments.updateOne({ _id: trx }, { $set: { status: 'succeeded', next: null }, $inc: { version: 1 } });
      return PAYEE;
    });
    expect(await codeOf(initiate())).to.equal('duplicate_identifier');
  });

  it('is not looked at early by news of it', async () => {
    opens(async () => {
      const payment = await stored(trx);
      await expedite(payment);
      expect(await pollNow(payment)).to.equal(payment);
      expect((await stored(trx)).version).to.equal(payment.version);
      return PAYEE;
    });
    expect(await initiate()).to.include({ payment_status: 'pending' });
  });

  for (const [what, result, event, outcome] of [
    ['closed', async () => ({ outcome: 'cancelled' }) as const, 'not_opened', 'cancelled'],
    ['closed, when the customer was refused', refused, 'not_opened', 'cancelled'],
    ['left to late-confirmation while nobody answers', noAnswer, 'not_opened', 'no_answer'],
    ['left to late-confirmation while it is being paid', inProgress, 'not_opened', 'no_answer'],
    ['left to late-confirmation with another amount', async () => ({ ...PAID, amount: 9 }), 'not_opened', 'no_answer'],
    ['the payment when it was paid', async () => PAID, 'confirmed', 'paid'],
  ] as const)
    it(`is ${what}, once its process has died`, async () => {
      const { local, ...opening } = await anOpening();
      closes(result);
      const decision = await closeOrder({ ...opening, ...(local && { local: { ...local, pollCount: 1 } }) });
      expect(decision).to.include({ event });
      expect(decision.changes?.attempts?.map((attempt) => attempt.outcome)).to.deep.equal([outcome]);
    });

  it('is first taken out of the hands of a process that was only held up', async () => {
    const { mock: closed } = closes(async () => ({ outcome: 'cancelled' }));
    const { waitUntil, changes } = { waitUntil: undefined, ...(await closeOrder(await anOpening())) };
    expect(waitUntil).to.be.at.most(new Date());
    expect(changes?.local?.pollCount).to.equal(1);
    expect(closed.calls).to.be.empty;
  });

  it('is told to nobody once it was taken out of their hands', async () => {
    opens(async () => {
      const taken = { $set: { 'local.pollCount': 1 }, $inc: { version: 1 } };
      await payments.updateOne({ _id: trx }, taken);
      return PAYEE;
    });
    expect(await codeOf(initiate())).to.equal('gateway_unavailable');
    expect(await stored(trx)).to.include({ status: 'abandoned' });
  });

  it('is not given up for one that was abandoned before, whose process was only held up', async () => {
    let goOn = () => {};
    const firstIsOver = new Promise<void>((resolve) => (goOn = resolve));
    let again: Promise<object> | undefined;
    opens(async () => {
      await payments.updateOne({ _id: trx }, { $set: { status: 'abandoned', next: null }, $inc: { version: 1 } });
      await new Promise<void>((begun) => {
        opens(async () => {
          begun();
          await firstIsOver;
          return PAYEE;
        });
        again = initiate();
      });
      return PAYEE;
    });
    expect(await codeOf(initiate())).to.equal('gateway_unavailable');
    goOn();
    expect(await again).to.include({ trx, payment_status: 'pending' });
    expect((await stored(trx)).attempts.map(({ key }) => key)).to.deep.equal([`${trx}-1`, `${trx}-2`]);
  });

  it('is closed again and again after it was abandoned without an answer, until one comes', async () => {
    opens(noAnswer);
    await codeOf(initiate());
    const abandoned = await stored(trx);
    closes(noAnswer);
    expect(await lookForMoney(abandoned))
      .to.have.property('waitUntil')
      .that.is.instanceOf(Date);
    mock.restoreAll();
    closes(async () => ({ outcome: 'cancelled' }));
    expect(await lookForMoney(abandoned)).to.include({ waitUntil: null });
  });

  it('is a payment of its merchant after all when money has come', async () => {
    opens(noAnswer);
    await codeOf(initiate());
    closes(async () => PAID);
    expect(await lookForMoney(await stored(trx))).to.include({ event: 'confirmed' });
  });

  describe('at one account, when another could take the payment', () => {
    const NEXT = 'spec-next-upi';
    const unreachable = () => Promise.reject(new NothingTaken('no connection'));
    const killed = () => Promise.reject(new Error('killed'));
    const closed = async () => ({ outcome: 'cancelled' }) as const;

    before(() => {
      const account = findAccount('sandbox-upi');
      if (!account) throw new Error('There is no account for UPI');
      learnAccounts([{ ...account, _id: NEXT, onRequest: true }]);
    });
    afterEach(() => noteAnswer('sandbox-upi'));

    const request = () => ({
      ...{ merchant: { ...merchant, accounts: ['sandbox-upi', NEXT] }, body, params: {} },
      ...{ trace: newTrace(undefined), idempotencyKey: `spec-${trx}` },
    });

    /** Asks once or more, with one Idempotency-Key, while the first account does this. @returns who was asked, in turn */
    async function asked(first: (() => Promise<UpiPayee>)[], close: () => Promise<AsyncPaymentResult>) {
      const calls: string[] = [];
      const orders = mock.method(connectorPart('sandbox-upi', 'orders'), 'cancelOrder', () => {
        calls.push('close first');
        return close();
      });
      mock.method(connectorPart(NEXT, 'upi'), 'createUpi', async () => {
        calls.push('next');
        return PAYEE;
      });
      for (const open of first) {
        opens(() => {
          calls.push('first');
          return open();
        });
        await initiateUpi(request()).catch(() => undefined);
      }
      orders.mock.restore();
      return calls;
    }

    it('is opened by that one after no connection', async () => {
      expect(await asked([unreachable], noAnswer)).to.deep.equal(['first', 'next']);
      expect(await stored(trx)).to.include({ status: 'awaiting_payment', account: NEXT });
    });

    it('stays where it may have been opened, when the same request comes again and there is no connection then', async () => {
      expect(await asked([killed, unreachable], noAnswer)).to.deep.equal(['first', 'first', 'close first']);
      expect(await stored(trx)).to.include({ status: 'abandoned', account: 'sandbox-upi' });
    });

    it('is told to nobody while it is being closed: the same request that comes again opens none', async () => {
      let repeated: unknown;
      const calls = await asked([() => Promise.reject(new ConnectorError('no answer'))], async () => {
        repeated = await codeOf(initiateUpi(request()));
        return closed();
      });
      expect(repeated).to.equal('gateway_unavailable');
      expect(calls).to.deep.equal(['first', 'close first']);
      expect(await stored(trx)).to.include({ status: 'abandoned', account: 'sandbox-upi' });
    });

    it('is opened by that one all the same, when it is closed first', async () => {
      expect(await asked([killed, unreachable], closed)).to.deep.equal(['first', 'first', 'close first', 'next']);
      expect(await stored(trx)).to.include({ status: 'awaiting_payment', account: NEXT });
    });
  });

  async function refused() {
    return { outcome: 'refused', reason: 'do_not_honor', gatewayCode: '05' } as const;
  }
  async function inProgress() {
    return { outcome: 'in_progress' } as const;
  }

  /** A payment whose process died before its order was open, as its job finds it. */
  async function anOpening() {
    opens(noAnswer);
    await codeOf(initiate());
    const { attempts, ...payment } = await stored(trx);
    const startedAt = new Date(0);
    return {
      ...payment,
      status: 'opening' as const,
      attempts: attempts.map(({ no, key }) => ({ no, key, startedAt })),
    };
  }
});
