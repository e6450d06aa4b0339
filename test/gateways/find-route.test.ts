import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Account } from '../../src/gateways/account.model.js';
import { findAccount, learnAccounts } from '../../src/gateways/accounts.js';
import { sealCredentials } from '../../src/gateways/credentials.js';
import { explainRoute } from '../../src/gateways/explain-route.js';
import { boundsOf, findRoutes, findTaker } from '../../src/gateways/find-route.js';
import type { Route } from '../../src/gateways/why-not.js';

/** Nobody else's payments come here: a currency that no account of the first start takes. */
const CURRENCY = 'SEK';
const prefix = `route-${randomUUID().slice(0, 8)}`;
const named = (name: string) => `${prefix}-${name}`;

function account(name: string, changes: Partial<Account> = {}): Account {
  const card = findAccount('sandbox-card');
  if (!card) throw new Error('There is no account for cards');
  const methods = [{ method: 'card', currencies: [CURRENCY] }];
  return { ...card, _id: named(name), methods, priority: 100, ...changes };
}

const bounded = (least: number, most: number) => ({
  methods: [
    { method: 'card', currencies: [CURRENCY], minimums: { [CURRENCY]: least }, maximums: { [CURRENCY]: most } },
  ],
});

const MERCHANT = { mode: 'test' as const, accounts: [] as string[], minimums: {} };
const CARD: Route = { method: 'card', currency: CURRENCY };

describe('the accounts that could take a payment', () => {
  before(() =>
    learnAccounts([
      account('b'),
      account('a'),
      account('early', { priority: 1, threeDs: false }),
      account('paused', { status: 'paused' }),
      account('closed', { status: 'closed' }),
      account('live', { mode: 'live' }),
      account('named', { onRequest: true, priority: 1 }),
      account('small', { priority: 50, ...bounded(1, 99) }),
      account('least', { priority: 60, ...bounded(1000, 2000) }),
      account('sealed', { credentials: { key: { sealed: 'under another master key', lastFour: '' } } }),
      account('newer', { connector: 'a-gateway-of-tomorrow' }),
      account('wallet', { methods: [{ method: 'wallet', currencies: [CURRENCY], wallets: ['NAGAD'] }] }),
    ]),
  );
  after(() =>
    learnAccounts(
      ['b', 'a', 'early', 'small', 'least', 'wallet'].map((name) => account(name, { status: 'closed', version: 2 })),
    ),
  );

  const CASES: [what: string, merchant: object, wanted: Partial<Route>, ids: string[]][] = [
    ['by priority, then id', {}, { amount: 500 }, ['early', 'a', 'b']],
    ['whose bounds hold the amount', {}, { amount: 50 }, ['early', 'small', 'a', 'b']],
    ['whatever the amount will be', {}, {}, ['early', 'small', 'least', 'a', 'b']],
    ['that can authenticate', {}, { amount: 500, threeDsRequired: true }, ['a', 'b']],
    ['of the key’s mode', { mode: 'live' }, {}, ['live']],
    [
      'that the merchant names, in its order',
      { accounts: [named('b'), named('named'), named('paused')] },
      {},
      ['b', 'named'],
    ],
    ['of the wallet', {}, { method: 'wallet', wallet: 'NAGAD' }, ['wallet']],
    ['of another wallet', {}, { method: 'wallet', wallet: 'BKASH' }, []],
    ['of another currency', {}, { currency: 'NOK' }, []],
    ['when the merchant names one that there is not', { accounts: ['nobody'] }, {}, []],
  ];
  for (const [what, merchant, wanted, ids] of CASES)
    it(`are those ${what}`, () => {
      const found = findRoutes({ ...MERCHANT, ...merchant }, { ...CARD, ...wanted });
      expect(found.map(({ _id }) => _id)).to.deep.equal(ids.map(named));
    });

  describe('are explained to an operator:', () => {
    const explain = (merchant: object, wanted: Partial<Route>) =>
      explainRoute({ ...MERCHANT, ...merchant }, { ...CARD, ...wanted }).filter(({ account: { _id } }) =>
        _id.startsWith(prefix),
      );

    it('those that are asked come first, in turn, and each other one has its reason', () => {
      const explained = explain({}, { amount: 50 });
      expect(explained.slice(0, 3).map(({ account, place }) => [account._id, place])).to.deep.equal([
        [named('early'), 1],
        [named('small'), 2],
        [named('a'), 3],
      ]);
      const others = Object.fromEntries(explained.slice(3).map(({ account, text }) => [account._id, text]));
      expect(others).to.include({
        [named('b')]: 'A payment is tried at 3 accounts at most.',
        [named('paused')]: 'It is paused: resume it.',
        [named('closed')]: 'It is closed for good.',
        [named('live')]: 'It is for live keys only.',
        [named('named')]: 'It is only for merchants that name it.',
        [named('sealed')]:
          'No MASTER_KEY opens its credentials: add the key that they were sealed under, or replace them.',
        [named('newer')]: 'This version knows no gateway a-gateway-of-tomorrow.',
        [named('wallet')]: 'It does not take card in SEK.',
        [named('least')]: 'It takes nothing below 10.00 SEK.',
      });
    });

    const REASONS: [name: string, merchant: object, wanted: Partial<Route>, text: string][] = [
      ['early', {}, { amount: 500, threeDsRequired: true }, 'It has no 3-D Secure, which the merchant requires.'],
      ['small', {}, { amount: 500 }, 'It takes nothing above 0.99 SEK.'],
      ['least', {}, { amount: 500 }, 'It takes nothing below 10.00 SEK.'],
      ['wallet', {}, { method: 'wallet', wallet: 'BKASH', amount: 500 }, 'It does not take BKASH.'],
      ['a', { accounts: [named('b')] }, { amount: 500 }, 'The merchant names others.'],
    ];
    for (const [name, merchant, wanted, text] of REASONS)
      it(text, () => {
        const found = explain(merchant, wanted).find(({ account: { _id } }) => _id === named(name));
        expect(found).to.include({ place: null, text });
      });
  });

  it('are three at most, the first one and those that could take it instead', () => {
    const taker = findTaker(MERCHANT, { ...CARD, amount: 50 });
    expect([taker?.account._id, ...(taker?.fallbacks ?? [])]).to.deep.equal(['early', 'small', 'a'].map(named));
    expect(findTaker(MERCHANT, { ...CARD, currency: 'NOK' })).to.equal(null);
  });

  it('take together what any of them takes, and no less than the merchant wants', () => {
    const only = { ...MERCHANT, accounts: [named('small')] };
    expect(boundsOf(only, CARD)).to.deep.equal({ min: 1, max: 99 });
    expect(boundsOf({ ...only, minimums: { [CURRENCY]: 20 } }, CARD)).to.deep.equal({ min: 20, max: 99 });
    expect(boundsOf(MERCHANT, CARD)).to.deep.equal({ min: 1, max: Number.MAX_SAFE_INTEGER });
  });

  it('take no more and no less than the platform does, whatever they say themselves', () => {
    const methods = (maximums?: Record<string, number>) => [
      { method: 'upi' as const, currencies: ['INR'], ...(maximums && { maximums }) },
    ];
    learnAccounts([
      account('any', { onRequest: true, methods: methods() }),
      account('more', { onRequest: true, methods: methods({ INR: 20_000_000 }) }),
      account('purse', { onRequest: true, methods: [{ method: 'wallet', currencies: ['BDT'] }] }),
    ]);
    const mine = { ...MERCHANT, accounts: ['any', 'more', 'purse'].map(named) };
    const UPI = { method: 'upi', currency: 'INR' };
    expect(boundsOf(mine, UPI)).to.deep.equal({ min: 100, max: 10_000_000 });
    expect(boundsOf(mine, { method: 'wallet', currency: 'BDT' })).to.deep.equal({ min: 1000, max: 5_000_000 });
    expect(findTaker(mine, { ...UPI, amount: 10_000_000 })?.account._id).to.equal(named('any'));
    expect(findTaker(mine, { ...UPI, amount: 10_000_001 })).to.equal(null);
    expect(findTaker(mine, { ...UPI, amount: 99 })).to.equal(null);
    const why = explainRoute(mine, { ...UPI, amount: 10_000_001 }).find(
      ({ account: { _id } }) => _id === named('more'),
    );
    expect(why).to.include({ text: 'It takes nothing above 100000.00 INR.' });
  });

  it('hand a direct debit on only where the mandate is good, which names its creditor', () => {
    const debits = (name: string, creditor: string) =>
      account(name, {
        onRequest: true,
        methods: [{ method: 'sepa', currencies: ['EUR'] }],
        creditor: { name: creditor, identifier: 'DE98ZZZ09999999999' },
      });
    learnAccounts([debits('tea', 'Tea'), debits('coffee', 'Coffee'), debits('more-tea', 'Tea')]);
    const mine = { ...MERCHANT, accounts: ['tea', 'coffee', 'more-tea'].map(named) };
    const wanted = { method: 'sepa', currency: 'EUR', amount: 500 };
    expect(findTaker(mine, wanted)?.fallbacks).to.deep.equal([named('more-tea')]);
    const why = explainRoute(mine, wanted).find(({ account: { _id } }) => _id === named('coffee'));
    expect(why).to.include({ place: null, text: 'It has another creditor than the mandate will name.' });
  });

  it('leave out an account of which its gateway does not take the method, for what its credentials say', () => {
    const _id = named('by-reference');
    const methods = [
      { method: 'upi' as const, currencies: ['INR'] },
      { method: 'wallet' as const, currencies: ['BDT'] },
    ];
    const credentials = sealCredentials(_id, { behaviour: 'by-reference' });
    learnAccounts([account('by-reference', { onRequest: true, methods, credentials })]);
    const mine = { ...MERCHANT, accounts: [_id] };
    const wanted = { method: 'upi', currency: 'INR', amount: 50_000 };
    expect(findTaker(mine, wanted)).to.equal(null);
    expect(findTaker(mine, { ...wanted, method: 'wallet', currency: 'BDT' })?.account._id).to.equal(_id);
    const why = explainRoute(mine, wanted).find(({ account }) => account._id === _id);
    expect(why).to.include({ place: null, text: 'It does not take upi in INR.' });
  });

  it('leave out an account whose gateway has no such amount, which nobody rounds', () => {
    const methods = [{ method: 'card' as const, currencies: ['KWD'] }];
    const stripe = account('stripe', { connector: 'stripe', methods, priority: 1 });
    learnAccounts([stripe]);
    const takers = (amount: number) =>
      findRoutes(MERCHANT, { method: 'card', currency: 'KWD', amount }).map(({ _id }) => _id);
    expect(takers(1000)[0]).to.equal(stripe._id);
    expect(takers(1005)).to.not.include(stripe._id).and.not.be.empty;
    const explained = explainRoute(MERCHANT, { method: 'card', currency: 'KWD', amount: 1005 });
    const why = explained.find(({ account: { _id } }) => _id === stripe._id);
    expect(why).to.include({ place: null, text: 'Its gateway takes multiples of 0.010 KWD only.' });
    learnAccounts([{ ...stripe, status: 'closed', version: 2 }]);
  });

  it('leave out an account whose gateway takes no amount of so many digits, and name that as the bound', () => {
    const methods = [{ method: 'card' as const, currencies: ['KWD', 'EUR'] }];
    const _id = named('stripe-alone');
    learnAccounts([account('stripe-alone', { connector: 'stripe', methods, onRequest: true })]);
    const mine = { ...MERCHANT, accounts: [_id] };
    const most = { method: 'card', currency: 'KWD', amount: 99_999_990 }; // 99,999.990 KWD
    expect(findTaker(mine, most)?.account._id).to.equal(_id);
    expect(findTaker(mine, { ...most, amount: 100_000_000 })).to.equal(null);
    expect(boundsOf(mine, most)).to.include({ max: 99_999_990 });
    expect(findTaker(mine, { ...most, currency: 'EUR', amount: 99_999_999 })?.account._id).to.equal(_id);
    const explained = explainRoute(mine, { ...most, amount: 100_000_000 });
    const why = explained.find(({ account }) => account._id === _id);
    expect(why).to.include({ place: null, text: 'It takes nothing above 99999.990 KWD.' });
  });
});
