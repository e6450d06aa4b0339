import { expect } from 'chai';
import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { ConnectorError } from '../../src/connectors/connector.js';
import type { CallbackNews, ImmediateCallbackReader } from '../../src/connectors/callbacks.js';
import type { OrderQueries, UpiConnector } from '../../src/connectors/orders.js';
import { createSandboxLocalConnector } from '../../src/connectors/sandbox/local.js';
import { toAsyncPaymentResult } from '../../src/connectors/sandbox/map-order.js';
import { localConnectorContract } from '../contract/local-connector.contract.js';
import { receiveCallbacks } from '../support/callback-receiver.js';
import { countingGateway } from '../support/counting-gateway.js';
import { upiRequest, walletRequest } from '../support/local-requests.js';
import { SANDBOX_API_KEY, startSandbox, type SandboxProcess } from '../support/sandbox.js';
import { press } from '../support/wallet-customer.js';
import { about, walletAbout } from '../support/about.js';

describe('the sandbox connector for UPI and wallets', () => {
  let sandbox: SandboxProcess;
  before(async () => {
    sandbox = await startSandbox({ env: { SANDBOX_CUSTOMER_DELAY: '0.2' } });
  });
  after(() => sandbox.stop());

  const connect = ({ apiUrl = sandbox.apiUrl, timeout = 5, apiKey = SANDBOX_API_KEY } = {}) =>
    createSandboxLocalConnector({ apiUrl, apiKey, timeout });
  const simulate = (action: 'confirm' | 'fail' | 'cancel') => async (key: string) =>
    connect().simulate?.(about(key), action);

  const cases = {
    connect,
    customer: { confirms: simulate('confirm'), refuses: simulate('fail'), cancels: simulate('cancel') },
    tooLittle: { asked: 9_944, comes: 4_972 },
    timesCharged: async (reference: string) =>
      (await sandbox.ledger(reference)).filter(({ result }) => result === 'charged').length,
  };

  localConnectorContract({ ...cases, wallet: connect });

  describe('as a gateway for UPI alone', () => {
    /** What such a gateway writes: nothing about wallets or debits. */
    const PARTS = ['capabilities', 'pace', 'createUpi', 'fetchOrder', 'cancelOrder', 'readCallback', 'simulate'];
    const connectToUpi = (
      options: Parameters<typeof connect>[0] = {},
    ): OrderQueries & UpiConnector & ImmediateCallbackReader<CallbackNews> => {
      const whole = connect(options);
      for (const name of Object.keys(whole)) if (!PARTS.includes(name)) Reflect.deleteProperty(whole, name);
      return whole;
    };
    localConnectorContract({ ...cases, connect: connectToUpi });
  });

  it('makes links for Paytm only when the mobile number is even', async () => {
    const even = await connect().createUpi(upiRequest({ mobile: '+919876543210' }), about(randomUUID()));
    const odd = await connect().createUpi(upiRequest({ mobile: '+919876543211' }), about(randomUUID()));
    expect(even.apps).to.deep.equal(['gpay', 'phonepe', 'paytm']);
    expect(odd.apps).to.deep.equal(['gpay', 'phonepe']);
  });

  it("is told whom a wallet pays, as the wallet's page says it", async () => {
    const { url, payee } = await connect().createWallet(walletRequest(), walletAbout(randomUUID()));
    expect(payee).to.deep.equal({ name: 'Tollgate Sandbox', account: '01000000000' });
    expect(await (await fetch(url)).text()).to.include('Tollgate Sandbox, 01000000000');
  });

  it("is told what the customer did on the wallet's page", async () => {
    for (const [action, outcome] of [
      ['confirm', 'agreed'],
      ['cancel', 'cancelled'],
      ['fail', 'refused'],
    ] as const) {
      const request = walletRequest();
      const key = randomUUID();
      const { url } = await connect().createWallet(request, walletAbout(key));
      expect(await press(url, action)).to.equal(request.returnUrl);
      expect(await connect().fetchOrder(about(key))).to.include({ outcome });
    }
  });

  it('puts the questions of one moment into calls of a hundred', async () => {
    const gateway = await countingGateway();
    try {
      const connector = connect({ apiUrl: gateway.url });
      const keys = Array.from({ length: 250 }, (_, at) => `key-${at % 240}`);
      for (const result of await Promise.all(keys.map((key) => connector.fetchOrder(about(key)))))
        expect(result).to.deep.equal({ outcome: 'waiting' });
      expect(gateway.batches.map(({ length }) => length).sort()).to.deep.equal([100, 100, 50].sort());
      await connector.fetchOrder(about('key-0'));
      expect(gateway.batches).to.have.length(4);
    } finally {
      await gateway.stop();
    }
  });

  it('gives the failure of a call to each who asked, and asks again afterwards', async () => {
    const gateway = await countingGateway();
    try {
      const connector = connect({ apiUrl: gateway.url });
      gateway.breakDown();
      const failures = await Promise.all(
        ['a', 'b', 'c'].map((key) => connector.fetchOrder(about(key)).catch((error: unknown) => error)),
      );
      for (const failure of failures) expect(failure).to.be.instanceOf(ConnectorError);
      gateway.recover();
      expect(await connector.fetchOrder(about('a'))).to.deep.equal({ outcome: 'waiting' });
    } finally {
      await gateway.stop();
    }
  });

  it('keeps one unknown order from hiding the answers about the others', async () => {
    const connector = connect();
    const key = randomUUID();
    await connector.createUpi(upiRequest(), about(key));
    const [unknown, known] = await Promise.all([
      connector.fetchOrder(about(randomUUID())).catch((error: unknown) => error),
      connector.fetchOrder(about(key)),
    ]);
    expect(unknown).to.be.instanceOf(ConnectorError);
    expect(known).to.deep.equal({ outcome: 'waiting' });
  });

  it('knows the reason of a debit that the bank has returned for lack of funds', () => {
    expect(toAsyncPaymentResult({ status: 'refused', decline_code: 'AM04' })).to.include({
      reason: 'insufficient_funds',
    });
  });

  for (const code of ['moon_phase', 'constructor'])
    it(`takes the code of refusal ${code}, which it has never seen, for a general one`, () => {
      expect(toAsyncPaymentResult({ status: 'refused', decline_code: code })).to.deep.equal({
        outcome: 'refused',
        reason: 'do_not_honor',
        gatewayCode: code,
      });
    });

  it('believes no callback that another key signed, nor one that it signed itself with the bare key', async () => {
    const callbacks = await receiveCallbacks();
    try {
      const key = randomUUID();
      await connect().createUpi(upiRequest({ callbackUrl: callbacks.url }), about(key));
      await connect().simulate?.(about(key), 'confirm');
      const { headers, body } = await callbacks.first(key);
      expect(
        connect()
          .readCallback(headers, body)
          ?.map((news) => news.key),
      ).to.deep.equal([key]);
      expect(connect({ apiKey: 'the-key-of-others' }).readCallback(headers, body)).to.equal(null);

      const signed = `${String(headers['sandbox-timestamp'])}.${body}`;
      const bare = createHmac('sha256', SANDBOX_API_KEY).update(signed).digest('hex');
      expect(connect().readCallback({ ...headers, 'sandbox-signature': bare }, body)).to.equal(null);
    } finally {
      await callbacks.stop();
    }
  });

  it('believes no signed callback of another form', () => {
    const key = Buffer.from(hkdfSync('sha256', SANDBOX_API_KEY, '', 'callbacks', 32));
    const timestamp = String(Math.floor(Date.now() / 1000));
    const good = { key: 'k', reference: 'r', amount: 100, currency: 'INR', status: 'paid' };
    const read = (body: string) => {
      const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
      return connect().readCallback({ 'sandbox-timestamp': timestamp, 'sandbox-signature': signature }, body);
    };
    expect(read(JSON.stringify(good))).to.deep.equal([{ key: 'k', reference: 'r', amount: 100, currency: 'INR' }]);
    for (const change of [
      { key: { $ne: '' } },
      { amount: '100' },
      { amount: -1 },
      { currency: 'inr' },
      { reference: 1 },
    ])
      expect(read(JSON.stringify({ ...good, ...change }))).to.equal(null);
    for (const body of ['', 'null', '[]', '{', '"k"']) expect(read(body)).to.equal(null);
  });
});
