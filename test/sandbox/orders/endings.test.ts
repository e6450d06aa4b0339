import { expect } from 'chai';
import { config } from '../../../config/index.js';
import { doDue } from '../../../src/sandbox/orders/clock.js';
import { LATE_BY } from '../../../src/sandbox/orders/customer.js';
import { debitBody, upiBody, walletBody, type OrderBody } from '../../support/order-bodies.js';
import { sandboxApps } from '../../support/sandbox-apps.js';

const DELAY = config.sandbox.customerDelay * 1000;
const MINUTE = 60_000;
const bodies = { upi: upiBody, wallet: walletBody };
type Kind = keyof typeof bodies;

describe("what the sandbox's customer does by itself", () => {
  let apps: ReturnType<typeof sandboxApps>;
  beforeEach(() => {
    apps = sandboxApps();
  });
  afterEach(() => apps.close());

  /** Lets the clock come to so many milliseconds after the order's beginning, or its end; no callback is sent. */
  function pass(after: number, from: 'createdAt' | 'expiresAt' = 'createdAt'): void {
    const order = apps.ledger.orders.findOrder('k');
    doDue(apps.ledger.orders, (order?.[from] ?? 0) + after, { hasRoom: () => false, send: () => Promise.resolve() });
  }
  const act = (action: string) => apps.api.post('/orders/k/act').send({ action }).expect(200);
  const charged = () => apps.ledger.list('a-reference').filter(({ result }) => result === 'charged');

  async function order(kind: Kind, amount: number, expiry = 15 * MINUTE): Promise<void> {
    const expires_at = new Date(Date.now() + expiry).toISOString();
    const body = bodies[kind]({ amount, expires_at });
    await apps.api.post('/orders').set('Idempotency-Key', 'k').send(body).expect(200);
  }
  async function now(path = ''): Promise<[status: string, received: number]> {
    const answer = path === '' ? await apps.api.get('/orders/k') : await apps.api.post(`/orders/k${path}`);
    const { status, received } = answer.body as OrderBody;
    return [status, received];
  }

  const endings: [kind: Kind, amount: number, status: string, received: number][] = [
    ['upi', 10_000, 'paid', 10_000],
    ['upi', 10_066, 'paid', 10_066],
    ['upi', 10_011, 'waiting', 0],
    ['upi', 10_022, 'refused', 0],
    ['upi', 10_033, 'waiting', 0],
    ['upi', 10_144, 'paid', 5_072],
    ['wallet', 10_000, 'agreed', 10_000],
    ['wallet', 10_011, 'waiting', 0],
    ['wallet', 10_022, 'refused', 0],
    ['wallet', 10_033, 'waiting', 0],
    ['wallet', 10_144, 'agreed', 5_072],
    ['wallet', 10_066, 'cancelled', 0],
  ];
  for (const [kind, amount, status, received] of endings)
    it(`${kind} over ${amount}: ${status}, ${received} came`, async () => {
      await order(kind, amount);
      pass(DELAY - 1);
      expect(await now()).to.deep.equal(['waiting', 0]);
      pass(DELAY);
      expect(await now()).to.deep.equal([status, received]);
      pass(LATE_BY - 1, 'expiresAt');
      expect(await now()).to.deep.equal([status, received]);
    });

  it('halves an odd amount downwards', async () => {
    await order('upi', 144);
    pass(DELAY);
    expect(await now()).to.deep.equal(['paid', 72]);
  });

  for (const kind of ['upi', 'wallet'] as const) {
    it(`${kind} that ends in .33 pays in full 2 s after its end, without being executed`, async () => {
      await order(kind, 10_033);
      pass(LATE_BY - 1, 'expiresAt');
      expect(await now()).to.deep.equal(['waiting', 0]);
      pass(LATE_BY, 'expiresAt');
      expect(await now()).to.deep.equal(['paid', 10_033]);
      expect(charged()).to.have.length(1);
    });

    it(`${kind} that ends in .33 pays though the order was closed before its end or after it`, async () => {
      await order(kind, 10_033);
      expect(await now('/close')).to.deep.equal(['cancelled', 0]);
      pass(0, 'expiresAt');
      expect(await now('/close')).to.deep.equal(['cancelled', 0]);
      pass(LATE_BY, 'expiresAt');
      expect(await now('/close')).to.deep.equal(['paid', 10_033]);
    });

    it(`${kind} that ends in .33 pays 2 s after act expire, closed or not`, async () => {
      for (const close of [false, true]) {
        await order(kind, 10_033);
        if (close) await now('/close');
        await act('expire');
        pass(LATE_BY - 1, 'expiresAt');
        expect((await now())[0]).to.not.equal('paid');
        pass(LATE_BY, 'expiresAt');
        expect(await now()).to.deep.equal(['paid', 10_033]);
        apps.close();
        apps = sandboxApps();
      }
    });

    it(`${kind} that ends in .33 does what was pressed, and then nothing more`, async () => {
      await order(kind, 10_033);
      await act('cancel');
      pass(16 * MINUTE);
      expect(await now()).to.deep.equal(['cancelled', 0]);
    });

    it(`${kind}: nobody pays after the end, and the order stays unpaid`, async () => {
      await order(kind, 10_000);
      await act('expire');
      await act('confirm');
      pass(MINUTE);
      expect(await now()).to.deep.equal(['waiting', 0]);
    });

    it(`${kind}: nobody pays whose hour comes only after the end`, async () => {
      await order(kind, 10_000, DELAY / 2);
      pass(MINUTE);
      expect(await now()).to.deep.equal(['waiting', 0]);
    });

    it(`${kind}: a closed order is not paid any more`, async () => {
      await order(kind, 10_000);
      await now('/close');
      pass(MINUTE);
      await act('confirm');
      expect(await now()).to.deep.equal(['cancelled', 0]);
      expect(charged()).to.have.length(0);
    });

    for (const [action, status, received] of [
      ['confirm', kind === 'upi' ? 'paid' : 'agreed', 10_022],
      ['fail', 'refused', 0],
      ['cancel', 'cancelled', 0],
    ] as const)
      it(`${kind}: act ${action} wins over what the amount says`, async () => {
        await order(kind, 10_022);
        await act(action);
        pass(MINUTE);
        expect(await now()).to.deep.equal([status, received]);
      });

    it(`${kind}: act comes too late when the customer has decided`, async () => {
      await order(kind, 10_022);
      pass(DELAY);
      for (const action of ['confirm', 'cancel', 'expire']) await act(action);
      expect(await now()).to.deep.equal(['refused', 0]);
    });
  }

  it('a debit has no end that a clock could come to: its bank settles it though expire was pressed', async () => {
    await apps.api.post('/orders').set('Idempotency-Key', 'k').send(debitBody()).expect(200);
    await act('expire');
    pass(DELAY);
    expect(await now()).to.deep.equal(['paid', 49_911]);
  });

  it('a wallet order that was agreed to is paid once executed, though its time is over by then', async () => {
    await order('wallet', 10_144);
    pass(DELAY);
    await act('expire');
    expect(await now('/execute')).to.deep.equal(['paid', 5_072]);
    expect(await now('/execute')).to.deep.equal(['paid', 5_072]);
    expect(charged().map(({ amount }) => amount)).to.deep.equal([5_072]);
  });
});
