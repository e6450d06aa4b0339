import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { ConnectorError, type LocalConnector } from '../../src/connectors/connector.js';
import { receiveCallbacks } from '../support/callback-receiver.js';
import { upiRequest, WAITS, walletRequest } from '../support/local-requests.js';
import { until } from '../support/until.js';
import { callbackContract } from './callback.contract.js';
import { noAnswerContract, SHORT } from './no-answer.contract.js';

/** What the suite needs to know of a gateway's test system. */
export interface LocalCases {
  /** A connector to the test system, or to whatever answers at `apiUrl`; `timeout` in seconds. */
  connect: (options?: { apiUrl?: string; timeout?: number }) => LocalConnector;
  /** What a customer does with an order; resolves when it is done. */
  customer: Record<'confirms' | 'refuses' | 'cancels', (key: string) => Promise<unknown>>;
  /** An amount whose customer pays something else, by itself and soon. */
  tooLittle: { asked: number; comes: number };
  /** How often money has moved for one of our references, by the gateway's own account. */
  timesCharged: (reference: string) => Promise<number>;
}

/** Runs what must not be answered. */
export async function expectNoAnswer(call: Promise<unknown>): Promise<void> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ConnectorError);
}

/** The one suite that every connector for UPI and wallets passes. */
export function localConnectorContract(cases: LocalCases): void {
  const { connect, customer, tooLittle, timesCharged } = cases;

  async function upi(changes: Parameters<typeof upiRequest>[0] = {}) {
    const request = upiRequest(changes);
    const key = randomUUID();
    await connect().createUpi(request, key);
    return { key, charged: () => timesCharged(request.reference) };
  }
  async function wallet(changes: Parameters<typeof walletRequest>[0] = {}) {
    const request = walletRequest(changes);
    const key = randomUUID();
    await connect().createWallet(request, key);
    return { key, charged: () => timesCharged(request.reference) };
  }

  describe('opening an order', () => {
    it('over UPI says who is paid and which apps can do it', async () => {
      const payee = await connect().createUpi(upiRequest(), randomUUID());
      expect(payee.pa).to.match(/^[\w.-]{2,}@[a-z][a-z0-9]+$/i);
      expect(payee).to.have.property('pn').that.is.a('string').and.is.not.empty;
      expect(payee.mc ?? '0000').to.match(/^[0-9]{4}$/);
      for (const app of payee.apps) expect(app).to.be.oneOf(['gpay', 'phonepe', 'paytm']);
      expect(payee.reference).to.be.a('string').and.not.empty;
    });

    it('at a wallet says where its customer goes', async () => {
      const { reference, url } = await connect().createWallet(walletRequest(), randomUUID());
      expect(reference).to.be.a('string').and.not.empty;
      expect(url).to.match(/^https?:\/\//);
    });

    it('twice with one key is one order, even at the same moment', async () => {
      const request = { upi: upiRequest(), wallet: walletRequest() };
      const key = { upi: randomUUID(), wallet: randomUUID() };
      const payees = await Promise.all([1, 2, 3].map(() => connect().createUpi(request.upi, key.upi)));
      const urls = await Promise.all([1, 2, 3].map(() => connect().createWallet(request.wallet, key.wallet)));
      for (const payee of payees) expect(payee).to.deep.equal(payees[0]);
      for (const url of urls) expect(url).to.deep.equal(urls[0]);
      await customer.confirms(key.upi);
      expect(await connect().createUpi(request.upi, key.upi)).to.deep.equal(payees[0]);
      expect(await timesCharged(request.upi.reference)).to.equal(1);
    });

    it('is refused with another amount under the same key', async () => {
      const request = upiRequest();
      const key = randomUUID();
      await connect().createUpi(request, key);
      await expectNoAnswer(connect().createUpi({ ...request, amount: WAITS + 100 }, key));
      await customer.confirms(key);
      expect(await connect().fetchLocal(key)).to.include({ outcome: 'paid', amount: WAITS });
    });

    it('moves nothing', async () => {
      for (const { key, charged } of [await upi(), await wallet()]) {
        expect(await connect().fetchLocal(key)).to.deep.equal({ outcome: 'waiting' });
        expect(await charged()).to.equal(0);
      }
    });
  });

  describe('the customer', () => {
    it('pays over UPI: what came, and the reference of the bank', async () => {
      const { key, charged } = await upi();
      await customer.confirms(key);
      const result = await connect().fetchLocal(key);
      expect(result).to.include({ outcome: 'paid', amount: WAITS, currency: 'INR' });
      expect(result).to.have.property('reference').that.is.a('string').and.is.not.empty;
      expect(await charged()).to.equal(1);
    });

    it('refuses: an answer, not an error', async () => {
      for (const { key, charged } of [await upi(), await wallet()]) {
        await customer.refuses(key);
        const result = await connect().fetchLocal(key);
        expect(result).to.include({ outcome: 'refused', reason: 'do_not_honor' });
        expect(result).to.have.property('gatewayCode').that.is.a('string').and.is.not.empty;
        expect(await charged()).to.equal(0);
      }
    });

    it('cancels', async () => {
      for (const { key, charged } of [await upi(), await wallet()]) {
        await customer.cancels(key);
        expect(await connect().fetchLocal(key)).to.deep.equal({ outcome: 'cancelled' });
        expect(await charged()).to.equal(0);
      }
    });

    it('pays too little: told as it came', async () => {
      const { key } = await upi({ amount: tooLittle.asked });
      await until('something has come', async () => (await connect().fetchLocal(key)).outcome === 'paid');
      expect(await connect().fetchLocal(key)).to.include({ outcome: 'paid', amount: tooLittle.comes });
    });

    it('agrees to too little at a wallet: told before anything moves', async () => {
      const { key, charged } = await wallet({ amount: tooLittle.asked });
      await until('the customer has agreed', async () => (await connect().fetchLocal(key)).outcome === 'agreed');
      expect(await connect().fetchLocal(key)).to.include({ outcome: 'agreed', amount: tooLittle.comes });
      expect(await charged()).to.equal(0);
    });
  });

  describe('executing a wallet order', () => {
    it('moves the money that was agreed to, once, however often and at whatever moment', async () => {
      const { key, charged } = await wallet();
      await customer.confirms(key);
      expect(await connect().fetchLocal(key)).to.deep.equal({ outcome: 'agreed', amount: WAITS, currency: 'BDT' });
      expect(await charged()).to.equal(0);
      const results = await Promise.all([1, 2, 3].map(() => connect().executeWallet(key)));
      expect(results[0]).to.include({ outcome: 'paid', amount: WAITS, currency: 'BDT' });
      for (const result of [...results, await connect().executeWallet(key), await connect().fetchLocal(key)])
        expect(result).to.deep.equal(results[0]);
      expect(await charged()).to.equal(1);
    });

    it('moves nothing before the customer has agreed, nor after they refused', async () => {
      const open = await wallet();
      expect(await connect().executeWallet(open.key)).to.deep.equal({ outcome: 'waiting' });
      await customer.refuses(open.key);
      expect(await connect().executeWallet(open.key)).to.include({ outcome: 'refused' });
      expect(await open.charged()).to.equal(0);
    });
  });

  describe('closing', () => {
    it('keeps the customer from paying', async () => {
      for (const { key, charged } of [await upi(), await wallet()]) {
        expect(await connect().closeLocal(key)).to.deep.equal({ outcome: 'cancelled' });
        await customer.confirms(key);
        expect(await connect().fetchLocal(key)).to.deep.equal({ outcome: 'cancelled' });
        expect(await charged()).to.equal(0);
      }
    });

    it('leaves standing what was paid, and says so', async () => {
      const { key } = await upi();
      await customer.confirms(key);
      const paid = await connect().fetchLocal(key);
      expect(await connect().closeLocal(key)).to.deep.equal(paid);
      expect(await connect().fetchLocal(key)).to.deep.equal(paid);
    });

    it('voids what the customer has agreed to and nobody executed', async () => {
      const { key, charged } = await wallet();
      await customer.confirms(key);
      expect(await connect().closeLocal(key)).to.deep.equal({ outcome: 'cancelled' });
      expect(await connect().executeWallet(key)).to.deep.equal({ outcome: 'cancelled' });
      expect(await charged()).to.equal(0);
    });

    it('a key that the gateway has never heard of stops an order that arrives late', async () => {
      const key = randomUUID();
      expect(await connect().closeLocal(key)).to.deep.equal({ outcome: 'cancelled' });
      await expectNoAnswer(connect().createUpi(upiRequest(), key));
      expect(await connect().fetchLocal(key)).to.deep.equal({ outcome: 'cancelled' });
    });
  });

  describe('asking', () => {
    it('of a key that the gateway has never heard of is no answer', async () => {
      await expectNoAnswer(connect().fetchLocal(randomUUID()));
      await expectNoAnswer(connect().executeWallet(randomUUID()));
    });

    it('about many at one moment gives each its own answer', async () => {
      const connector = connect();
      const orders = await Promise.all(Array.from({ length: 120 }, () => upi()));
      await Promise.all(orders.filter((_, at) => at % 2 === 0).map(({ key }) => customer.confirms(key)));
      const results = await Promise.all(orders.map(({ key }) => connector.fetchLocal(key)));
      for (const [at, result] of results.entries())
        expect(result.outcome).to.equal(at % 2 === 0 ? 'paid' : 'waiting');
    });
  });

  callbackContract(connect, async (changes, prepare) => {
    const callbacks = await receiveCallbacks();
    try {
      const { key } = await upi({ ...changes, callbackUrl: callbacks.url });
      await prepare(customer, key);
      return { key, ...(await callbacks.first(key)) };
    } finally {
      await callbacks.stop();
    }
  });

  noAnswerContract((apiUrl) => {
    const connector = connect({ apiUrl, timeout: SHORT });
    return Promise.all(
      [
        connector.createUpi(upiRequest(), randomUUID()),
        connector.createWallet(walletRequest(), randomUUID()),
        connector.fetchLocal(randomUUID()),
        connector.executeWallet(randomUUID()),
        connector.closeLocal(randomUUID()),
        connector.simulate?.(randomUUID(), 'confirm') ?? Promise.reject(new ConnectorError('no sandbox')),
      ].map(expectNoAnswer),
    );
  });
}
