import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { gatewayAccounts } from '../../src/gateways/account.model.js';
import { findAccount, refreshAccounts, startAccounts } from '../../src/gateways/accounts.js';
import { askAgainWhereDue } from '../../src/obligations/ask-again.js';
import { payments } from '../../src/payments/payment.model.js';
import { inSeconds } from '../../src/time.js';
import { anAccount } from '../gateways/an-account.js';
import { KeptPayments } from '../payments/kept-payments.js';
import { aMoneyReview } from '../proofs/a-local-payment.js';
import { createMerchant } from '../../src/merchants/manage-merchants.js';
import {
  auditOf,
  bearer,
  browserOf,
  jsonOf,
  startConsole,
  type TestConsole,
  type TestOperator,
  theOperator,
} from './console.js';

interface Answered {
  code?: string;
  message?: string;
  errors?: { field: string; code: string }[];
  data?: Record<string, unknown>[];
}

describe('console gateways', () => {
  let console: TestConsole;
  let admin: TestOperator;
  let viewer: TestOperator;
  let stop: () => void;
  const made: string[] = [];
  const kept = new KeptPayments();
  before(async () => {
    console = await startConsole();
    stop = await startAccounts();
    [admin, viewer] = [await theOperator('admin'), await theOperator('viewer')];
  });
  after(async () => {
    await gatewayAccounts.deleteMany({ _id: { $in: made } });
    await kept.remove();
    stop();
    await console.close();
  });

  const newId = () => `acc-${randomBytes(5).toString('hex')}`;
  const ask = async (method: 'get' | 'post' | 'patch', path: string, body?: object, who = admin) => {
    const answer = await console.http[method](`/api${path}`).set(bearer(who)).send(body);
    return { status: answer.status, body: jsonOf<Answered & Record<string, unknown>>(answer), text: answer.text };
  };
  const aMerchant = async (choices: { accounts: string[] }) =>
    (await createMerchant({ name: 'Blue Tea Shop', mode: 'test', methods: ['card'], ...choices })).id;
  async function create(more: object = {}) {
    const id = newId();
    made.push(id); // on request, so that no other spec's payments come here
    const fields = { id, connector: 'sandbox', mode: 'test', on_request: true, ...more };
    return { id, ...(await ask('post', '/gateway-accounts', fields)) };
  }

  it('lists what the gateways can do', async () => {
    const { body } = await ask('get', '/gateways', undefined, viewer);
    const sandbox = body.data?.find(({ connector }) => connector === 'sandbox');
    expect(sandbox)
      .to.include({ title: 'Sandbox' })
      .and.have.keys(...'connector title modes methods capabilities credentials'.split(' '));
    expect(sandbox?.credentials).to.have.length(1).and.to.have.nested.property('0.name', 'behaviour');
  });

  it('lists the accounts of the first start, after those of other gateways', async () => {
    const { body } = await ask('get', '/gateway-accounts', undefined, viewer);
    const ids = body.data?.map(({ id }) => id);
    expect(ids).to.include.members(['sandbox-card', 'sandbox-upi', 'sandbox-wallet', 'sandbox-sepa']);
    const card = body.data?.find(({ id }) => id === 'sandbox-card');
    expect(card).to.include({ connector: 'sandbox', mode: 'test', status: 'active', priority: 900, three_ds: true });
    expect(card?.callback_url).to.match(/\/callbacks\/sandbox-card$/);
  });

  it('makes an account with defaults, known in this process at once', async () => {
    const { id, status, body } = await create();
    expect(status).to.equal(201);
    expect(body).to.deep.include({
      id,
      status: 'active',
      priority: 100,
      three_ds: true,
      on_request: true,
      credentials: [{ name: 'behaviour', label: 'Behaviour', set: false, last_four: null }],
    });
    expect((body.methods as { method: string }[]).map(({ method }) => method)).to.deep.equal(['card', 'upi', 'wallet']);
    expect(findAccount(id)).to.include({ connector: 'sandbox', status: 'active' });
    expect((await auditOf(id)).map(({ action }) => action)).to.deep.equal(['gateway_account.created']);
  });

  it('keeps bounds in minor units and shows them in major ones', async () => {
    const methods = [
      {
        method: 'card',
        currencies: ['EUR', 'JPY', 'KWD'],
        minimums: { EUR: 0.5, KWD: 0.125 },
        maximums: { JPY: 100_000 },
      },
    ];
    const { id, body } = await create({ methods, three_ds: false, priority: 7 });
    expect(body.methods).to.deep.equal([{ ...methods[0], wallets: null }]);
    const stored = await gatewayAccounts.findOne({ _id: id });
    expect(stored?.methods[0]).to.deep.include({ minimums: { EUR: 50, KWD: 125 }, maximums: { JPY: 100_000 } });
  });

  const REFUSED: [what: string, fields: object, field: string, code: string][] = [
    ['an id with capitals', { id: 'My-Account' }, 'id', 'invalid_format'],
    ['an id of two characters', { id: 'ab' }, 'id', 'invalid_format'],
    ['an unknown gateway', { connector: 'paypal' }, 'connector', 'unsupported'],
    ['live mode at the sandbox', { mode: 'live' }, 'mode', 'unsupported'],
    [
      'a method that there is not',
      { methods: [{ method: 'cheque', currencies: ['EUR'] }] },
      'methods.0.method',
      'unsupported',
    ],
    [
      'a currency that the gateway has not',
      { methods: [{ method: 'upi', currencies: ['EUR'] }] },
      'methods.0.currencies',
      'unsupported_currency',
    ],
    ['no methods at all', { methods: [] }, 'methods', 'too_few'],
    ['a priority of 0', { priority: 0 }, 'priority', 'too_small'],
    ['a priority of 1001', { priority: 1001 }, 'priority', 'too_large'],
    ['a credential that there is not', { credentials: { secret: 'x' } }, 'credentials.secret', 'unknown_field'],
    [
      'direct debits without a creditor',
      { methods: [{ method: 'sepa', currencies: ['EUR'] }] },
      'creditor',
      'required',
    ],
    [
      'a bound below nothing',
      { methods: [{ method: 'card', currencies: ['EUR'], minimums: { EUR: -5 } }] },
      'methods.0.minimums.EUR',
      'invalid_amount',
    ],
    [
      'a bound in a currency that it does not take',
      { methods: [{ method: 'card', currencies: ['EUR'], maximums: { USD: 5 } }] },
      'methods.0.maximums.USD',
      'unsupported_currency',
    ],
    [
      'wallets of another method',
      { methods: [{ method: 'upi', currencies: ['INR'], wallets: ['BKASH'] }] },
      'methods.0.wallets',
      'unsupported',
    ],
    [
      'the same method twice',
      { methods: [1, 2].map(() => ({ method: 'upi', currencies: ['INR'] })) },
      'methods.1',
      'duplicate',
    ],
    ['a priority in quotes', { priority: '7' }, 'priority', 'invalid_type'],
    ['a list for credentials', { credentials: ['x'] }, 'credentials', 'invalid_type'],
    [
      'a credential that is no text',
      { credentials: { behaviour: { $ne: '' } } },
      'credentials.behaviour',
      'invalid_type',
    ],
    ['a creditor without an identifier', { creditor: { name: 'Tea' } }, 'creditor.identifier', 'required'],
    [
      'bounds that leave nothing',
      { methods: [{ method: 'card', currencies: ['EUR'], minimums: { EUR: 10 }, maximums: { EUR: 5 } }] },
      'methods.0.maximums.EUR',
      'too_small',
    ],
  ];
  for (const [what, fields, field, code] of REFUSED)
    it(`refuses ${what}`, async () => {
      const { status, body } = await create(fields);
      expect(status).to.equal(400);
      expect(body.errors?.map((fault) => [fault.field, fault.code])).to.deep.equal([[field, code]]);
    });

  it('says all faults at once, those of credentials with the others', async () => {
    const { body } = await create({
      id: 'A B',
      connector: 'stripe',
      priority: 0,
      credentials: { webhook_secret: null },
    });
    expect(body.errors?.map(({ field, code }) => `${field} ${code}`)).to.deep.equal([
      'id invalid_format',
      'priority too_small',
      'credentials.secret_key required',
      'credentials.webhook_secret required',
    ]);
  });

  it('repeats no secret that was entered in the place of a name, or as the wrong credential', async () => {
    const secret = `whsec_${randomBytes(24).toString('base64url')}`;
    for (const credentials of [{ [secret]: '=' }, { secret_key: secret }, { test_cards: secret }]) {
      const { status, text } = await create({ connector: 'stripe', credentials });
      expect(status).to.equal(400);
      expect(text).to.include('credentials').and.not.include(secret);
    }
  });

  it('refuses an id that is taken, and that of the sandbox itself', async () => {
    const { id } = await create();
    for (const taken of [id, 'sandbox-card', 'sandbox'])
      expect(await create({ id: taken })).to.deep.include({ status: 409 });
  });

  it('lets viewers look and only admins write', async () => {
    const { id } = await create();
    expect((await ask('get', `/gateway-accounts/${id}`, undefined, viewer)).status).to.equal(200);
    for (const path of ['', '/check', '/pause', '/resume', '/close'])
      expect((await ask(path ? 'post' : 'patch', `/gateway-accounts/${id}${path}`, {}, viewer)).status).to.equal(403);
    expect((await ask('get', '/gateway-accounts/nobody')).body.code).to.equal('account_not_found');
  });

  it('changes what is sent and nothing else', async () => {
    const { id } = await create({ priority: 5 });
    const { body } = await ask('patch', `/gateway-accounts/${id}`, { priority: 6 });
    expect(body).to.deep.include({ priority: 6, on_request: true, status: 'active' });
    for (const field of ['id', 'connector', 'mode', 'status']) {
      const { status, body: refused } = await ask('patch', `/gateway-accounts/${id}`, {
        priority: 7,
        [field]: 'paused',
      });
      expect({ status, errors: refused.errors?.map(({ code }) => code) }).to.deep.equal({
        status: 400,
        errors: ['not_changeable'],
      });
    }
    expect((await ask('patch', `/gateway-accounts/${id}`, {})).status).to.equal(400);
  });

  it('does not call it replaced when no credential was given', async () => {
    const { id } = await create();
    for (const credentials of [{}, { behaviour: null }]) {
      const { status, body } = await ask('patch', `/gateway-accounts/${id}`, { credentials });
      expect(status).to.equal(400);
      expect(body.errors?.map(({ field, code }) => `${field} ${code}`)).to.deep.equal(['credentials required']);
    }
    expect((await auditOf(id)).map(({ action }) => action)).to.deep.equal(['gateway_account.created']);
  });

  it('loses none of the changes that are made at one moment', async () => {
    const { id } = await create();
    const patch = (fields: object) => ask('patch', `/gateway-accounts/${id}`, fields);
    const changes = [
      { priority: 6 },
      { three_ds: false },
      { credentials: { behaviour: 'forms' } },
      { on_request: true },
    ];
    const answers = await Promise.all(changes.map(patch));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    expect((await ask('get', `/gateway-accounts/${id}`)).body).to.deep.include({ priority: 6, three_ds: false });
    expect(await gatewayAccounts.findOne({ _id: id })).to.include({ version: 5 });
  });

  it('never opens again what is closed, whoever resumes it at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await create();
      await ask('post', `/gateway-accounts/${id}/pause`, {});
      const pressed = ['close', 'resume', 'pause', 'close', 'resume'];
      const answers = await Promise.all(pressed.map((what) => ask('post', `/gateway-accounts/${id}/${what}`, {})));
      expect(answers.filter(({ status, body }) => status !== 200 && body.code !== 'account_closed')).to.deep.equal([]);
      expect((await ask('get', `/gateway-accounts/${id}`)).body).to.include({ status: 'closed' });
    }
  });

  it('pauses, resumes and closes; what is closed stays so', async () => {
    const { id } = await create();
    const press = (what: string) => ask('post', `/gateway-accounts/${id}/${what}`, {});
    expect((await press('pause')).body.status).to.equal('paused');
    expect((await press('pause')).body.status).to.equal('paused');
    expect((await press('resume')).body.status).to.equal('active');
    expect((await press('close')).body.status).to.equal('closed');
    expect((await press('resume')).body.code).to.equal('account_closed');
    const actions = (await auditOf(id)).map(({ action }) => action);
    for (const done of ['created', 'paused', 'resumed', 'closed'])
      expect(actions).to.include(`gateway_account.${done}`);
  });

  for (const [what, waiting] of [
    ['a payment waits', { status: 'awaiting_payment' }],
    ['money of a payment that has ended waits for a person', { status: 'cancelled', review: aMoneyReview() }],
  ] as const)
    it(`does not close an account at which ${what}, and says how many do`, async () => {
      const { id } = await create();
      const { _id } = await kept.save({ account: id, next: null, ...waiting });
      const close = () => ask('post', `/gateway-accounts/${id}/close`, {});
      const { status, body } = await close();
      expect(status).to.equal(409);
      expect(body.code).to.equal('account_in_use');
      expect(String(body.message)).to.include('1 payment waits');
      expect(findAccount(id)?.status).to.equal('active');
      const decided = { 'review.decidedAt': new Date(), status: 'cancelled' as const };
      await payments.updateOne({ _id }, { $set: 'review' in waiting ? decided : { status: 'cancelled' } });
      expect((await close()).body.status).to.equal('closed');
    });

  it('takes no other contract for an account at which a payment waits', async () => {
    const credentials = { api_key: 'A'.repeat(20), merchant_account: 'ShopEU', hmac_key: 'a'.repeat(64) };
    const { id } = await create({ connector: 'adyen', credentials });
    const { _id } = await kept.save({ account: id, status: 'awaiting_payment', next: null });
    const replace = (values: object) => ask('patch', `/gateway-accounts/${id}`, { credentials: values });
    const other = await replace({ merchant_account: 'ShopUS' });
    expect(other.status).to.equal(409);
    expect(other.body).to.include({ code: 'account_in_use' });
    expect(other.body.message).to.match(/^1 payment waits at acc-\w+, of which another merchant account knows nothing/);
    expect((await replace({ merchant_account: 'ShopEU', api_key: 'B'.repeat(20) })).status).to.equal(200);
    await payments.updateOne({ _id }, { $set: { status: 'cancelled' } });
    expect((await replace({ merchant_account: 'ShopUS' })).status).to.equal(200);
  });

  describe('with other credentials', () => {
    const OTHER = { credentials: { behaviour: 'forms' } };
    const far = inSeconds(6 * 3600);
    let id: string;
    let trx: string;
    beforeEach(async () => {
      ({ id } = await create());
      ({ _id: trx } = await kept.save({ account: id, status: 'unresolved', next: { job: 'status-inquiry', at: far } }));
    });
    afterEach(() => payments.updateOne({ _id: trx }, { $set: { status: 'cancelled' } }));

    const change = async (fields: object) =>
      expect((await ask('patch', `/gateway-accounts/${id}`, fields)).status).to.equal(200);
    const due = async () => (await payments.findOne({ _id: trx }))?.next?.at;
    const owed = async () => (await gatewayAccounts.findOne({ _id: id }))?.askAgainAt;

    it('has what waits there asked about soon, and not for another change', async () => {
      await change({ priority: 7 });
      await askAgainWhereDue();
      expect(await due()).to.deep.equal(far);
      await change(OTHER);
      expect(await due(), 'a page does not wait for that').to.deep.equal(far);
      await askAgainWhereDue();
      expect(await due()).to.be.lessThan(inSeconds(60));
      expect(await owed()).to.equal(undefined);
      await refreshAccounts();
      expect(findAccount(id)?.askAgainAt, 'every process hears that it is done').to.equal(undefined);
    });

    it('has it asked about once by several processes, and by another where one has died', async () => {
      await change(OTHER);
      const isAtWork = { askAgainAt: inSeconds(300) };
      await gatewayAccounts.updateOne({ _id: id }, { $set: isAtWork });
      await askAgainWhereDue();
      expect(await due()).to.deep.equal(far);
      expect(await owed()).to.deep.equal(isAtWork.askAgainAt);
      await gatewayAccounts.updateOne({ _id: id }, { $set: { askAgainAt: inSeconds(-1) } });
      await askAgainWhereDue();
      expect(await due()).to.be.lessThan(inSeconds(60));
      expect(await owed()).to.equal(undefined);
    });
  });

  it('tells what is wrong when the gateway is not there', async () => {
    const { id } = await create();
    const { status, body } = await ask('post', `/gateway-accounts/${id}/check`, {}); // no sandbox runs beside this spec
    expect(status).to.equal(200);
    expect(body).to.have.keys('ok', 'findings');
    expect(body.ok).to.equal((body.findings as { ok: boolean }[]).every(({ ok }) => ok));
  });

  it('says of one whose gateway only a newer version knows that this one can neither check nor change it', async () => {
    const id = newId();
    made.push(id);
    await gatewayAccounts.insertOne(anAccount({ _id: id, connector: 'acme', status: 'paused' }));
    const says = 'This version knows no gateway acme';
    expect((await ask('get', `/gateway-accounts/${id}`)).body).to.include({ id, connector: 'acme' });
    const findings = [{ name: 'connector', ok: false, text: says }];
    expect(await ask('post', `/gateway-accounts/${id}/check`)).to.deep.include({
      status: 200,
      body: { ok: false, findings },
    });
    for (const change of [{ priority: 7 }, { credentials: { key: 'secret' } }]) {
      const { status, body } = await ask('patch', `/gateway-accounts/${id}`, change);
      expect({ status, message: body.message }).to.deep.equal({ status: 400, message: [says] });
    }
    expect((await ask('post', `/gateway-accounts/${id}/close`)).body).to.include({ status: 'closed' });
  });

  it('tells which accounts a payment would be tried at, and why each other one would not', async () => {
    const { id } = await create();
    const merchant = await aMerchant({ accounts: [id] });
    const query = (more: object) =>
      new URLSearchParams({ merchant, method: 'card', currency: 'EUR', amount: '49.90', ...more }).toString();
    const { status, body } = await ask('get', `/route?${query({})}`, undefined, viewer);
    expect(status).to.equal(200);
    expect(body.data?.[0]).to.deep.equal({ account: id, connector: 'sandbox', place: 1, text: 'It is asked first.' });
    const others = body.data?.slice(1) ?? [];
    expect(others.find(({ account }) => account === 'sandbox-card')).to.include({
      place: null,
      text: 'The merchant names others.',
    });
    const faults = async (more: object) =>
      (await ask('get', `/route?${query(more)}`)).body.errors?.map(({ field, code }) => `${field} ${code}`);
    expect(await faults({ amount: '49.999' })).to.deep.equal(['amount invalid_amount']);
    expect(await faults({ amount: '-1', currency: 'EURO' })).to.include('currency unsupported_currency');
    expect(await faults({ method: 'cash' })).to.have.length(1);
    expect((await ask('get', `/route?${query({ merchant: 'mer_none' })}`)).body.code).to.equal('merchant_not_found');
    expect((await ask('get', `/route?${query({ method: 'upi' })}`)).body.code).to.equal('method_not_enabled');
    const page = await console.http
      .get(`/route?${query({})}`)
      .set({ accept: 'text/html', ...(await browserOf(console, admin)) });
    expect(page.status).to.equal(200);
    expect(page.text).to.include(id).and.include('It is asked first.');
    const refused = await console.http
      .get(`/route?${query({ method: 'upi' })}`)
      .set({ accept: 'text/html', ...(await browserOf(console, admin)) });
    expect(refused.text).to.include('Nobody: Merchant is not enabled for upi payments.');
  });
});
