import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { ConnectorError, Misconfigured, NotDecided, NothingTaken } from '../../../src/connectors/connector.js';
import { createClient } from '../../../src/connectors/bkash/client.js';
import { createBkashWallet } from '../../../src/connectors/bkash/wallet.js';
import { until } from '../../../scripts/until.js';
import { connectDatabase } from '../../../src/database/client.js';
import { walletContract } from '../../contract/wallet.contract.js';
import { WAITS, walletAbout } from '../../support/about.js';
import { walletRequest } from '../../support/local-requests.js';
import { thrownBy } from '../../support/thrown-by.js';
import { outOfTime } from '../out-of-time.js';
import { bkashAccess, fixedToken } from './access.js';
import { FAULTS, startBkash, type BkashStandIn } from './stand-in.js';

const TOKEN = 'token.of-the-tests';
describe("bKash's wallet", () => {
  let bkash: BkashStandIn;
  before(async () => {
    await connectDatabase();
    bkash = await startBkash();
    bkash.world.tokens.add(TOKEN);
  });
  after(() => bkash.close());
  afterEach(() => {
    bkash.mend();
    Object.assign(bkash.world, { saysAgreed: true, saysEnds: false });
  });

  /** With a token that is there: how tokens come is another spec's. */
  function connect({ apiUrl = bkash.url, timeout = 5 } = {}) {
    const access = bkashAccess({ apiUrl, timeout });
    return createBkashWallet(access, createClient(access, fixedToken(TOKEN)));
  }
  const press = (action: 'confirm' | 'fail' | 'cancel') => (key: string) =>
    Promise.resolve(bkash.customer(key, action));

  walletContract({
    wallet: connect,
    customer: { confirms: press('confirm'), refuses: press('fail'), cancels: press('cancel') },
    timesCharged: (key) => Promise.resolve(bkash.timesCharged(key)),
    opensEachTime: true,
  });

  async function open(changes: Parameters<typeof walletAbout>[1] = {}) {
    const key = `${randomUUID()}-1`;
    const about = walletAbout(key, { trx: key.slice(0, -2), ...changes });
    const { reference, url, returnSignature } = await connect().createWallet(walletRequest(), about);
    return { key, url, about: { ...about, reference, ...(returnSignature !== undefined && { returnSignature }) } };
  }
  const older = (seconds: number) => ({ since: new Date(Date.now() - seconds * 1000) });
  const callsOf = async (run: () => Promise<unknown>): Promise<string[]> => {
    const before = bkash.calls.length;
    await run();
    return bkash.calls.slice(before).map(({ path }) => path.replace('/v1.2.0-beta/tokenized/checkout/', ''));
  };

  it('is asked as bKash wants to be asked', async () => {
    const { key, about } = await open();
    const { path, headers, body } = bkash.calls.at(-1) ?? { path: '', headers: {}, body: '' };
    expect(path).to.equal('/v1.2.0-beta/tokenized/checkout/create');
    expect(headers).to.include({ authorization: TOKEN, 'x-app-key': 'appkey0123456789' });
    expect(JSON.parse(body)).to.deep.equal({
      mode: '0011',
      payerReference: '01712345678',
      callbackURL: walletRequest().returnUrl,
      amount: '499.11',
      currency: 'BDT',
      intent: 'sale',
      merchantInvoiceNumber: key,
    });
    expect(await callsOf(() => connect().fetchOrder(about))).to.deep.equal(['payment/status']);
    expect(JSON.parse(bkash.calls.at(-1)?.body ?? '')).to.deep.equal({ paymentID: about.reference });
  });

  it('names no number that is not of Bangladesh, and takes no other wallet', async () => {
    const about = walletAbout(randomUUID());
    await connect().createWallet(walletRequest({ mobile: '+919876543210' }), about);
    expect(JSON.parse(bkash.calls.at(-1)?.body ?? '')).to.include({ payerReference: about.trx });
    const error = await thrownBy(connect().createWallet(walletRequest({ wallet: 'NAGAD' }), about));
    expect(error).to.be.instanceOf(NothingTaken);
  });

  it('is paid in two requests once its customer has agreed', async () => {
    const { key, about } = await open();
    bkash.customer(key, 'confirm');
    expect(await callsOf(() => connect().fetchOrder(about))).to.deep.equal(['payment/status']);
    expect(await callsOf(() => connect().executeWallet(about))).to.deep.equal(['execute']);
    expect(await connect().fetchOrder(about)).to.deep.include({ outcome: 'paid', amount: WAITS, currency: 'BDT' });
  });

  it('is tried, though bKash does not say that its customer has agreed: after a minute, and no sooner', async () => {
    bkash.world.saysAgreed = false;
    const { key, about } = await open();
    expect(await connect().fetchOrder(about)).to.deep.equal({ outcome: 'waiting' });
    const later = { ...about, ...older(61) };
    expect(await connect().fetchOrder(later)).to.include({ outcome: 'agreed', amount: WAITS });
    expect(await connect().executeWallet(later)).to.deep.equal({ outcome: 'waiting' });
    bkash.customer(key, 'confirm');
    expect(await connect().executeWallet(later)).to.include({ outcome: 'paid' });
  });

  it('is over when bKash says so, and when it has forgotten it', async () => {
    bkash.world.saysEnds = true;
    const failed = await open();
    bkash.customer(failed.key, 'fail');
    expect(await connect().fetchOrder(failed.about)).to.include({ outcome: 'refused', gatewayCode: 'Failed' });
    const cancelled = await open();
    bkash.customer(cancelled.key, 'cancel');
    expect(await connect().fetchOrder(cancelled.about)).to.deep.equal({ outcome: 'cancelled' });
    const unknown = walletAbout(randomUUID(), { reference: 'TR0011NOBODY' });
    expect(await thrownBy(connect().fetchOrder(unknown))).to.be.instanceOf(ConnectorError);
    expect(await connect().fetchOrder({ ...unknown, ...older(86_401) })).to.deep.equal({ outcome: 'cancelled' });
  });

  describe('whose answer is spoiled', () => {
    const SHORT = 0.3;

    for (const fault of [...FAULTS, '401'] as const)
      it(`when it is made, by ${fault}, takes nothing: nobody has seen its page`, async () => {
        bkash.spoil(/create$/, fault, 2);
        const about = walletAbout(randomUUID());
        const error = await thrownBy(connect({ timeout: SHORT }).createWallet(walletRequest(), about));
        expect(error).to.be.instanceOf(NothingTaken);
        expect(error instanceof Misconfigured).to.equal(fault === '401');
        expect(await connect().cancelOrder(about)).to.deep.equal({ outcome: 'cancelled' });
      });

    for (const fault of FAULTS)
      it(`when it is executed, by ${fault}, is asked, and charged once`, async () => {
        const { key, about } = await open();
        bkash.customer(key, 'confirm');
        bkash.spoil(/execute$/, fault);
        const first = await callsOf(async () => {
          const result = await connect({ timeout: SHORT })
            .executeWallet(about)
            .catch((error: unknown) => error);
          if (!(result instanceof Error)) expect(result).to.include({ outcome: 'paid' });
          if (result instanceof Error) expect(result).to.be.instanceOf(ConnectorError);
        });
        expect(
          first.filter((path) => path === 'execute'),
          'never repeated',
        ).to.have.length(1);
        const asked = await connect().fetchOrder(about);
        const last = asked.outcome === 'agreed' ? await connect().executeWallet(about) : asked;
        expect(last.outcome).to.equal('paid');
        expect(bkash.timesCharged(key)).to.equal(1);
      });

    for (const fault of FAULTS)
      it(`when it is asked for, by ${fault}, is no answer unless it is one`, async () => {
        const { about } = await open();
        bkash.spoil(/status$/, fault);
        const result = await connect({ timeout: SHORT })
          .fetchOrder(about)
          .catch((error: unknown) => error);
        if (fault === 'other amount') expect(result).to.deep.equal({ outcome: 'waiting' });
        else expect(result).to.be.instanceOf(ConnectorError);
      });
  });

  describe('that was executed without an answer', () => {
    /** bKash has not begun when it is asked again. */
    async function hanging() {
      bkash.world.saysAgreed = false;
      const opened = await open();
      bkash.spoil(/execute$/, 'hang before');
      const error = await thrownBy(outOfTime(bkash.isSilent, () => connect().executeWallet(opened.about)));
      expect(error).to.be.instanceOf(ConnectorError);
      return opened;
    }

    it('is executed once more before it is over, and never told as cancelled', async () => {
      const { key, about } = await hanging();
      expect(await thrownBy(connect().cancelOrder(about))).to.be.instanceOf(NotDecided);
      expect(await connect().fetchOrder(about)).to.include({ outcome: 'agreed' });
      expect(await connect().returned?.(about, queryOf(bkash.customer(key, 'cancel')))).to.include({
        outcome: 'agreed',
      });
    });

    it('is never executed once it is closed, however the two meet', async () => {
      for (let time = 0; time < 20; time++) {
        const { key, about } = await open();
        bkash.customer(key, 'confirm');
        const [executed, closed] = await Promise.all([
          connect().executeWallet(about),
          connect()
            .cancelOrder(about)
            .catch((error: unknown) => error),
        ]);
        const isCharged = executed.outcome === 'paid';
        expect(bkash.timesCharged(key)).to.equal(isCharged ? 1 : 0);
        if (isCharged) expect(closed).to.not.deep.equal({ outcome: 'cancelled' });
        else expect(closed).to.deep.equal({ outcome: 'cancelled' });
      }
    });

    it('believes no refusal while the first may still be under way', async () => {
      const { key, about } = await hanging();
      expect(await thrownBy(connect().executeWallet(about)), 'not agreed').to.be.instanceOf(NotDecided);
      bkash.customer(key, 'fail');
      expect(await thrownBy(connect().executeWallet(about)), 'refused').to.be.instanceOf(NotDecided);
      expect(await thrownBy(connect().cancelOrder(about))).to.be.instanceOf(NotDecided);
    });
  });

  it('is refused for the reason that bKash gave, whoever asks after a worker that was killed then', async () => {
    const { key, about } = await open();
    bkash.customer(key, 'fail');
    const refused = await connect().executeWallet(about);
    expect(refused).to.include({ outcome: 'refused' });
    expect(await connect().fetchOrder(about)).to.deep.equal(refused);
    expect(await connect().executeWallet(about)).to.deep.equal(refused);
    expect(await connect().cancelOrder(about)).to.deep.equal(refused);
  });

  describe('whose execution a stopped process goes on with', () => {
    it('is not sent any more once its time is over', async () => {
      const { key, about } = await open();
      bkash.customer(key, 'confirm');
      await connect().fetchOrder(about); // a connection that is kept
      const access = bkashAccess({ apiUrl: bkash.url, timeout: 0.1 });
      const client = createClient(access, fixedToken(TOKEN));
      const call: typeof client.call = (...asked) => {
        const wakesAt = performance.now() + 200;
        while (performance.now() < wakesAt); // stopped: no timer fires
        return client.call(...asked);
      };
      const wallet = createBkashWallet(access, { ...client, call });
      const calls = await callsOf(async () => {
        expect(await thrownBy(wallet.executeWallet(about))).to.be.instanceOf(NothingTaken);
      });
      expect(calls).to.deep.equal([]);
      expect(await connect().cancelOrder(about)).to.deep.equal({ outcome: 'cancelled' });
    });
  });

  describe('that two execute at once', () => {
    /** While its answer is on its way to the first, the second one's call is sent, and not answered. */
    function first(about: Parameters<ReturnType<typeof connect>['executeWallet']>[0]) {
      const access = bkashAccess({ apiUrl: bkash.url, timeout: 5 });
      const client = createClient(access, fixedToken(TOKEN));
      const call: typeof client.call = async (path, body, limit) => {
        const answer = await client.call(path, body, limit);
        if (!path.endsWith('/execute')) return answer;
        bkash.spoil(/execute$/, 'hang before');
        const sent = bkash.calls.length;
        second = thrownBy(connect({ timeout: 3 }).executeWallet(about));
        await until('the second one is sent', () => bkash.calls.length > sent);
        return answer;
      };
      return createBkashWallet(access, { ...client, call }).executeWallet(about);
    }
    let second: Promise<unknown>;

    for (const [what, press] of [
      ['is not agreed to yet', undefined],
      ['is refused', 'fail'],
    ] as const)
      it(`is not over when the first hears that it ${what}`, async () => {
        const { key, about } = await open();
        if (press) bkash.customer(key, press);
        expect(await thrownBy(first(about))).to.be.instanceOf(NotDecided);
        expect(await thrownBy(connect().cancelOrder(about))).to.be.instanceOf(NotDecided);
        expect(await second).to.be.instanceOf(ConnectorError);
      });

    it('is paid when one of them hears so', async () => {
      const { key, about } = await open();
      bkash.customer(key, 'confirm');
      expect(await first(about)).to.include({ outcome: 'paid' });
      expect(bkash.timesCharged(key)).to.equal(1);
      await second;
    });
  });

  const queryOf = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams);

  describe('whose customer comes back', () => {
    const cases = { confirm: 'agreed', fail: 'refused', cancel: 'cancelled' } as const;

    it('is what they bring, when bKash has sent them and says nothing else', async () => {
      bkash.world.saysAgreed = false;
      for (const [action, outcome] of Object.entries(cases) as [keyof typeof cases, string][]) {
        const { key, about } = await open();
        const query = queryOf(bkash.customer(key, action));
        expect(await connect().returned?.(about, query)).to.include({ outcome });
        expect(bkash.timesCharged(key)).to.equal(0);
      }
    });

    it('with a query that is forged in any field, is what bKash says', async () => {
      bkash.world.saysAgreed = false;
      const { key, about } = await open();
      const query = queryOf(bkash.customer(key, 'cancel'));
      for (const [name, value] of [
        ['paymentID', 'TR0011OTHER'],
        ['paymentID', ''],
        ['signature', `${query.signature}x`],
        ['signature', ''],
        ['status', 'cancelled'],
        ['status', ''],
      ] as const)
        expect(await connect().returned?.(about, { ...query, [name]: value }), name).to.deep.equal({
          outcome: 'waiting',
        });
      const { signature: _none, ...unsigned } = query;
      expect(await connect().returned?.(about, unsigned)).to.deep.equal({ outcome: 'waiting' });
      expect(await connect().returned?.(about, {})).to.deep.equal({ outcome: 'waiting' });
      const { returnSignature: _never, ...unknown } = about;
      expect(await connect().returned?.(unknown, query), 'none was given').to.deep.equal({ outcome: 'waiting' });
    });

    it('with success that nobody has signed, is tried: money moves only if they have agreed', async () => {
      bkash.world.saysAgreed = false;
      for (const [action, outcome] of [
        ['confirm', 'paid'],
        ['cancel', 'waiting'],
      ] as const) {
        const { key, about } = await open();
        const { signature: _none, ...query } = queryOf(bkash.customer(key, action));
        const { returnSignature: _never, ...unknown } = about;
        for (const known of [about, unknown])
          expect(await connect().returned?.(known, { ...query, status: 'success' })).to.include({ outcome: 'agreed' });
        const other = { ...query, status: 'success', paymentID: 'TR0011OTHER' };
        expect(await connect().returned?.(unknown, other)).to.deep.equal({ outcome: 'waiting' });
        expect(await connect().executeWallet(unknown)).to.include({ outcome });
      }
    });

    it('with a status of their own, moves no money and loses none', async () => {
      const agreed = await open();
      const yes = queryOf(bkash.customer(agreed.key, 'confirm'));
      for (const status of ['cancel', 'failure'])
        expect(await connect().returned?.(agreed.about, { ...yes, status })).to.include({ outcome: 'agreed' });
      await connect().executeWallet(agreed.about);
      expect(await connect().returned?.(agreed.about, { ...yes, status: 'cancel' })).to.include({ outcome: 'paid' });
      const cancelled = await open();
      const no = queryOf(bkash.customer(cancelled.key, 'cancel'));
      expect(await connect().returned?.(cancelled.about, { ...no, status: 'success' })).to.include({
        outcome: 'agreed',
      });
      expect(await connect().executeWallet(cancelled.about)).to.deep.equal({ outcome: 'waiting' });
      expect(bkash.timesCharged(cancelled.key)).to.equal(0);
    });
  });
});
