import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { ConnectorError, Misconfigured, NothingTaken } from '../../../src/connectors/connector.js';
import { createClient } from '../../../src/connectors/nagad/client.js';
import { nagad as gateway } from '../../../src/connectors/nagad/index.js';
import { createNagadWallet } from '../../../src/connectors/nagad/wallet.js';
import { oneStepWalletContract } from '../../contract/one-step-wallet.contract.js';
import { WAITS, walletAbout } from '../../support/about.js';
import { walletRequest } from '../../support/local-requests.js';
import { thrownBy } from '../../support/thrown-by.js';
import { nagadAccess } from './access.js';
import { CREDENTIALS } from './credentials.js';
import { COMMON_FAULTS } from '../faults.js';
import { FORGERIES } from './faults.js';
import { startNagad, type NagadStandIn } from './stand-in.js';

const SHORT = 0.3;

const queryOf = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams);

describe("Nagad's wallet", () => {
  let nagad: NagadStandIn;
  before(async () => {
    nagad = await startNagad();
  });
  after(() => nagad.close());
  afterEach(() => {
    nagad.mend();
    nagad.world.repeats = false;
  });

  const connect = ({ apiUrl = nagad.url, timeout = 5 } = {}) => createNagadWallet(nagadAccess({ apiUrl, timeout }));
  const request = walletRequest({ wallet: 'NAGAD' });
  const press = (action: 'confirm' | 'fail' | 'cancel') => (key: string) =>
    Promise.resolve(nagad.customer(key, action));

  oneStepWalletContract({
    wallet: connect,
    name: 'NAGAD',
    customer: { confirms: press('confirm'), refuses: press('fail'), cancels: press('cancel') },
    timesCharged: (key) => Promise.resolve(nagad.timesCharged(key)),
  });

  async function open() {
    const key = randomUUID();
    const { reference, url } = await connect().createWallet(request, walletAbout(key));
    return { key, url, about: walletAbout(key, { reference }) };
  }

  it('is asked as Nagad wants to be asked', async () => {
    const before = nagad.calls.length;
    const payer = {
      id: 'x',
      email: 'a@b.example',
      ip: '203.0.113.9',
      userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile',
    };
    const key = randomUUID();
    const { reference } = await connect().createWallet({ ...request, payer }, walletAbout(key));
    const [first, second] = nagad.calls.slice(before);
    const id = nagad.ordersOf(key)[0]?.orderId ?? '';
    expect(first?.path).to.equal(`/check-out/initialize/${CREDENTIALS.merchant_id}/${id}`);
    const entry = { account: 'nagad-test', mode: 'test', credentials: CREDENTIALS } as const;
    expect(gateway.connect(entry).nameOf?.(key)).to.equal(id);
    expect(second?.path).to.equal(`/check-out/complete/${reference}`);
    for (const call of [first, second])
      expect(call?.headers).to.include({
        'x-km-api-version': 'v-0.2.0',
        'x-km-ip-v4': '203.0.113.9',
        'x-km-client-type': 'MOBILE_WEB',
      });
    expect(JSON.parse(first?.body ?? '')).to.have.all.keys('accountNumber', 'dateTime', 'sensitiveData', 'signature');
    expect(JSON.parse(second?.body ?? '')).to.include({ merchantCallbackURL: request.returnUrl });
    await connect().fetchOrder(walletAbout(key, { reference }));
    expect(nagad.calls.at(-1)).to.include({ path: `/verify/payment/${reference}`, body: '' });
  });

  it('names no address of version 6, and none where there is none', async () => {
    for (const ip of ['2001:db8::1', undefined]) {
      const payer = { id: 'x', email: 'a@b.example', ...(ip && { ip }) };
      await connect().createWallet({ ...request, payer }, walletAbout(randomUUID()));
      expect(nagad.calls.at(-1)?.headers).to.include({ 'x-km-ip-v4': '0.0.0.0', 'x-km-client-type': 'PC_WEB' });
    }
  });

  it('takes no other wallet, and no page without TLS but where it may', async () => {
    const error = await thrownBy(connect().createWallet(walletRequest(), walletAbout(randomUUID())));
    expect(error).to.be.instanceOf(NothingTaken);
    const { standIn: _none, ...access } = nagadAccess({ apiUrl: nagad.url });
    const wallet = createNagadWallet(access);
    expect(await thrownBy(wallet.createWallet(request, walletAbout(randomUUID())))).to.be.instanceOf(NothingTaken);
  });

  it('is made by the clock of Dhaka, which may go a few minutes wrong and no more', async () => {
    for (const [minutes, isTaken] of [
      [-6, false],
      [-3, true],
      [3, true],
      [6, false],
    ] as const) {
      const now = () => new Date(Date.now() + minutes * 60_000);
      const access = nagadAccess({ apiUrl: nagad.url });
      const wallet = createNagadWallet(access, createClient(access), now);
      const error = await thrownBy(wallet.createWallet(request, walletAbout(randomUUID())));
      expect(error === undefined, `${minutes} minutes`).to.equal(isTaken);
      if (!isTaken) expect(error).to.be.instanceOf(NothingTaken);
    }
  });

  for (const step of ['initialize', 'complete'])
    for (const fault of [...COMMON_FAULTS, '401'] as const)
      it(`whose "${step}" is answered by ${fault} takes nothing: nobody has seen its page`, async () => {
        nagad.spoil(new RegExp(`/${step}/`), fault);
        const about = walletAbout(randomUUID());
        const before = nagad.calls.length;
        const error = await thrownBy(connect({ timeout: SHORT }).createWallet(request, about));
        expect(error).to.be.instanceOf(NothingTaken);
        expect(error instanceof Misconfigured).to.equal(fault === '401');
        expect(nagad.calls.slice(before).filter(({ path }) => path.includes(step))).to.have.length(1);
        expect(await connect().cancelOrder(about)).to.deep.equal({ outcome: 'cancelled' });
      });

  it('is another order where Nagad begins the same one anew, and each is asked for by its own reference', async () => {
    nagad.world.repeats = true;
    const [key, steps] = [randomUUID(), nagad.calls.length];
    const [first, second] = [
      await connect().createWallet(request, walletAbout(key)),
      await connect().createWallet(request, walletAbout(key)),
    ];
    expect(nagad.calls.length - steps, 'both steps, once each').to.equal(4);
    expect(second.url).to.not.equal(first.url);
    await fetch(second.url, { method: 'POST', body: new URLSearchParams({ action: 'confirm' }), redirect: 'manual' });
    const outcomeOf = async ({ reference }: { reference: string }) =>
      (await connect().fetchOrder(walletAbout(key, { reference }))).outcome;
    expect([await outcomeOf(first), await outcomeOf(second)]).to.deep.equal(['waiting', 'paid']);
  });

  it('believes no answer that is not wholly right, and says the same of each', async () => {
    const errors: string[] = [];
    for (const fault of FORGERIES) {
      nagad.spoil(/initialize/, fault);
      const error = await thrownBy(connect().createWallet(request, walletAbout(randomUUID())));
      expect(error, fault).to.be.instanceOf(Misconfigured);
      errors.push(String(error));
    }
    expect(new Set(errors).size).to.equal(1);
    expect(nagad.calls.filter(({ path }) => path.includes('undefined'))).to.deep.equal([]);
  });

  for (const fault of COMMON_FAULTS)
    it(`that is asked for, and answered by ${fault}, is no answer`, async () => {
      const { about } = await open();
      nagad.spoil(/verify/, fault);
      expect(await thrownBy(connect({ timeout: SHORT }).fetchOrder(about))).to.be.instanceOf(ConnectorError);
    });

  it('is nobody else’s, whatever field of the answer is forged', async () => {
    const { key, about } = await open();
    nagad.customer(key, 'confirm');
    for (const [field, value] of [
      ['orderId', 'ABCDEFGHIJKLMNOPQRST'],
      ['merchantId', '683002007104226'],
      ['paymentRefId', 'MDQxMjEz'],
      ['status', 'success'],
      ['status', 'Splendid'],
      ['status', null],
      ['amount', null],
      ['amount', '1e3'],
      ['issuerPaymentRefNo', null],
      ['currencyCode', '84'],
    ] as const) {
      nagad.forge(field, value);
      expect(await thrownBy(connect().fetchOrder(about)), `${field} ${value}`).to.be.instanceOf(ConnectorError);
      nagad.mend();
    }
    nagad.forge('amount', '1.00');
    expect(await connect().fetchOrder(about)).to.include({ outcome: 'paid', amount: 100, currency: 'BDT' });
    nagad.mend();
    for (const [field, value] of [
      ['currency', 'USD'],
      ['currencyCode', '840'],
    ] as const) {
      nagad.forge(field, value);
      expect(await connect().fetchOrder(about), field).to.include({ outcome: 'paid', amount: WAITS, currency: value });
      nagad.mend();
    }
    expect(await connect().fetchOrder(about)).to.include({ outcome: 'paid', amount: WAITS, currency: 'BDT' });
  });

  it('is what Nagad says, whatever the customer’s query says', async () => {
    const { key, about } = await open();
    const forged = { status: 'Success', order_id: 'x', payment_ref_id: about.reference ?? '' };
    expect(await connect().returned?.(about, forged)).to.deep.equal({ outcome: 'waiting' });
    for (const status of ['Aborted', 'Failed', 'Success', '', '$ne'])
      expect(await connect().returned?.(about, { status })).to.deep.equal({ outcome: 'waiting' });
    const query = queryOf(nagad.customer(key, 'confirm'));
    expect(await connect().returned?.(about, { ...query, status: 'Failed' })).to.include({ outcome: 'paid' });
    expect(await connect().returned?.(about, {})).to.include({ outcome: 'paid' });
    expect(nagad.timesCharged(key)).to.equal(1);
  });
});
