import { expect } from 'chai';
import { freePort } from '../../../scripts/development/free-port.js';
import type { CashfreeAccess } from '../../../src/connectors/cashfree/access.js';
import { checkCashfree } from '../../../src/connectors/cashfree/check.js';
import { cashfree as gateway } from '../../../src/connectors/cashfree/index.js';
import { cashfreeAccess } from './access.js';
import { startCashfree, type CashfreeStandIn } from './stand-in.js';

describe('the check of an account at Cashfree', () => {
  let cashfree: CashfreeStandIn;
  beforeEach(async () => {
    cashfree = await startCashfree();
  });
  afterEach(() => cashfree.close());

  const check = (changes: Partial<CashfreeAccess> = {}, publicUrl = 'https://pay.shop.example') =>
    checkCashfree(cashfreeAccess({ apiUrl: cashfree.url, ...changes }), gateway.methods, publicUrl);

  /** The names of what is not as it must be. */
  const faults = async (changes: Partial<CashfreeAccess> = {}, publicUrl?: string): Promise<string[]> =>
    (await check(changes, publicUrl)).flatMap(({ name, ok }) => (ok ? [] : [name]));

  for (const mode of ['test', 'live'] as const)
    it(`finds nothing wrong with one of ${mode} mode that can be used, and leaves nothing open`, async () => {
      const findings = await check({ mode });
      expect(findings.map(({ name }) => name)).to.deep.equal([
        'reachable',
        'authenticated',
        'mode',
        'clock',
        'currencies',
        'upi',
        'raw cards',
        'webhook',
      ]);
      expect(findings.filter(({ ok }) => !ok)).to.deep.equal([]);
      expect([...cashfree.world.orders.values()].map(({ order_status }) => order_status)).to.deep.equal(['TERMINATED']);
      const cards = [...cashfree.world.attempts.values()].filter(
        ({ payment_group }) => payment_group === 'credit_card',
      );
      expect(cards).to.have.length(mode === 'test' ? 1 : 0); // in live mode it is no card's number
    });

  it('says what is wrong', async () => {
    expect(await faults({ clientSecret: 'cfsk_ma_test_revoked' })).to.deep.equal(['reachable']);
    expect(await faults({ apiUrl: `http://127.0.0.1:${await freePort()}` })).to.deep.equal(['reachable']);
    cashfree.world.rawCards = false;
    for (const mode of ['test', 'live'] as const) expect(await faults({ mode })).to.deep.equal(['raw cards']);
    cashfree.world.rawCards = true;
    cashfree.turnClock(-200);
    expect(await faults()).to.deep.equal(['clock']);
    cashfree.turnClock(200);
    expect(await faults({}, 'http://127.0.0.1:3000')).to.deep.equal(['webhook']);
  });

  for (const { method, without } of [
    { method: 'upi', without: 'raw cards' },
    { method: 'card', without: 'upi' },
  ] as const)
    it(`asks of one for ${method} alone nothing that it can do without`, async () => {
      cashfree.world.rawCards = method === 'card';
      const access = cashfreeAccess({ apiUrl: cashfree.url });
      const findings = await checkCashfree(access, [{ method, currencies: ['INR'] }], 'https://pay.shop.example');
      expect(findings.filter(({ ok }) => !ok)).to.deep.equal([]);
      expect(findings.map(({ name }) => name)).to.not.include(without);
      expect(cashfree.calls.filter(({ path }) => path.endsWith('/sessions'))).to.have.length(1);
    });

  it('goes on where one question has no answer', async () => {
    cashfree.spoil(/^POST \/orders$/, 'garbage');
    expect(await faults()).to.deep.equal(['currencies']);
    cashfree.spoil(/sessions$/, '500');
    expect(await faults()).to.deep.equal(['currencies']);
  });
});

describe('the credentials of an account at Cashfree', () => {
  const field = (name: string) => {
    const found = gateway.credentials.find((each) => each.name === name);
    if (!found) throw new Error(`There is no ${name}`);
    return found;
  };

  it('say their mode where they do, and are told from others', () => {
    for (const [name, value, mode] of [
      ['client_id', 'TEST10012345abcdef', 'test'],
      ['client_id', '1234567890abcdef1234567890abcdef', null],
      ['client_secret', 'cfsk_ma_test_0123456789abcdef_01234567', 'test'],
      ['client_secret', 'cfsk_ma_prod_0123456789abcdef_01234567', 'live'],
      ['client_secret', '0123456789abcdef0123456789abcdef01234567', null],
    ] as const) {
      const { schema, modeOf } = field(name);
      expect(schema.validate(value).error, value).to.equal(undefined);
      expect(modeOf?.(value), value).to.equal(mode);
    }
    for (const wrong of ['', 'short', 'with space in it', `${'x'.repeat(300)}`, 'line\nbreak-in-it'])
      expect(field('client_secret').schema.validate(wrong).error, wrong).to.not.equal(undefined);
  });
});
