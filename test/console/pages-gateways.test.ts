import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import Joi from 'joi';
import type { Gateway } from '../../src/connectors/gateway.js';
import { GATEWAYS } from '../../src/connectors/index.js';
import { gatewayAccounts } from '../../src/gateways/account.model.js';
import { findAccount, startAccounts } from '../../src/gateways/accounts.js';
import { openCredentials } from '../../src/gateways/credentials.js';
import {
  auditOf,
  bearer,
  browserOf,
  faultAt,
  startConsole,
  type TestConsole,
  theOperator,
  versionOn,
} from './console.js';

const SECRET = 'sk_test_never-show-this-1234';

/** A gateway whose accounts have a secret, for as long as this takes. */
const acme: Gateway = {
  title: 'Acme Pay',
  modes: ['test', 'live'],
  methods: [
    { method: 'card', currencies: ['EUR', 'USD'] },
    { method: 'wallet', currencies: ['BDT'], wallets: ['BKASH'] },
    { method: 'sepa', currencies: ['EUR'] },
  ],
  credentials: [
    {
      name: 'secret_key',
      label: 'Secret key',
      help: 'Developers, API keys: it begins with sk_test_ or sk_live_',
      secret: true,
      schema: Joi.string().pattern(/^sk_(test|live)_/),
      modeOf: (value) => (value.startsWith('sk_live_') ? 'live' : 'test'),
    },
  ],
  capabilities: {},
  connect: () => ({ pages: [] }),
  check: ({ credentials }) =>
    Promise.resolve([{ name: 'authenticated', ok: credentials.secret_key === SECRET, text: 'Acme knows the key' }]),
};

describe('the console’s pages of gateways', () => {
  const id = `acme-${randomBytes(4).toString('hex')}`;
  let console: TestConsole;
  let browser: { cookie: string; origin: string };
  let stop: () => void;
  before(async () => {
    (GATEWAYS as Map<string, Gateway>).set('acme', acme); // a map like any other, but for its type
    console = await startConsole();
    stop = await startAccounts();
    browser = await browserOf(console, await theOperator('admin'));
  });
  after(async () => {
    await gatewayAccounts.deleteMany({ connector: 'acme' });
    const account = findAccount(id);
    if (account) account.status = 'closed'; // what this process remembers takes part in nothing
    (GATEWAYS as Map<string, Gateway>).delete('acme');
    stop();
    await console.close();
  });

  const open = async (path: string) => (await console.http.get(path).set({ accept: 'text/html', ...browser })).text;
  const send = (path: string, fields: object) =>
    console.http
      .post(path)
      .set({ accept: 'text/html', ...browser })
      .type('form')
      .send(fields);

  const FIELDS = {
    back: '/gateways',
    connector: 'acme',
    id,
    mode: 'test',
    methods: 'card',
    currencies_card: 'eur usd',
    bound_0_method: 'card',
    bound_0_currency: 'eur',
    bound_0_minimum: '0.50',
    priority: '20',
    three_ds: 'yes',
    on_request: 'yes',
  };

  const CREDITOR = { creditor_name: 'Acme Ltd', creditor_identifier: 'DE98ZZZ09999999999' };

  it('offers the wallets that a gateway takes, and no others', async () => {
    expect(await open('/gateways?connector=bkash'))
      .to.include('value="BKASH"')
      .and.include('name="credential_app_secret"')
      .and.not.include('value="NAGAD"');
    expect(await open('/gateways?connector=nagad'))
      .to.include('value="NAGAD"')
      .and.match(/<input id="credential-private_key"[^>]+type="password"/)
      .and.not.include('value="BKASH"');
    expect(await open('/gateways?connector=sandbox')).to.include('value="NAGAD"');
  });

  it('draw a form from what the gateway says that it needs', async () => {
    const text = await open('/gateways?connector=acme');
    expect(text).to.include('An account at Acme Pay').and.include('Secret key').and.include('sk_live_');
    expect(text).to.match(/<input id="credential-secret_key"[^>]+type="password"/);
  });

  it('say what is wrong, keep what was typed, and forget the secret', async () => {
    const wrong = { ...FIELDS, currencies_card: 'EUR XXX', credential_secret_key: `sk_live_${SECRET}` };
    await send('/gateways', wrong).expect(303).expect('location', '/gateways');
    const text = await open('/gateways');
    expect(text).to.include('currency').and.include(`value="${id}"`).and.include('value="EUR XXX"');
    expect(text).to.not.include(SECRET);
    const ofOtherMode = { ...FIELDS, credential_secret_key: `sk_live_${SECRET}` };
    await send('/gateways', ofOtherMode).expect(303);
    expect(await open('/gateways'))
      .to.include('is of live mode')
      .and.not.include(SECRET);
  });

  it('add an account, whose secret is sealed and shown nowhere', async () => {
    await send('/gateways', { ...FIELDS, credential_secret_key: SECRET })
      .expect(303)
      .expect('location', `/gateways/${id}`);
    const account = await gatewayAccounts.findOne({ _id: id });
    if (!account) throw new Error('It was not made');
    expect(account).to.deep.include({ priority: 20, onRequest: true, threeDs: true });
    expect(account.methods).to.deep.equal([{ method: 'card', currencies: ['EUR', 'USD'], minimums: { EUR: 50 } }]);
    expect(openCredentials(account)).to.deep.equal({ secret_key: SECRET });
    const seen = [await open(`/gateways/${id}`), await open('/gateways'), await open(`/audit?object=${id}`)].join('');
    expect(seen).to.include('ends in <code>1234</code>').and.include(`/callbacks/${id}`);
    expect(seen + JSON.stringify([account, await auditOf(id)])).to.not.include(SECRET);
  });

  it('check, pause, resume and close it', async () => {
    expect((await send(`/gateways/${id}/check`, {}).expect(200)).text)
      .to.include('Acme knows the key')
      .and.include('Not yet seen on a real account');
    expect(await open(`/gateways/${id}`)).to.include('Seen by a truth run');
    for (const [what, status] of [
      ['pause', 'paused'],
      ['resume', 'active'],
    ] as const) {
      await send(`/gateways/${id}/${what}`, { back: `/gateways/${id}` }).expect(303);
      expect(findAccount(id)?.status).to.equal(status);
    }
  });

  it('change it, and replace its credentials', async () => {
    const version = versionOn(await open(`/gateways/${id}`));
    const fields = { ...FIELDS, version, back: `/gateways/${id}`, priority: '30', bound_0_minimum: '' };
    await send(`/gateways/${id}`, fields).expect(303);
    await send(`/gateways/${id}/replace-credentials`, { credential_secret_key: 'sk_test_another-one-9876' }).expect(
      303,
    );
    const account = await gatewayAccounts.findOne({ _id: id });
    if (!account) throw new Error('It is gone');
    expect(account.priority).to.equal(30);
    expect(account.methods).to.deep.equal([{ method: 'card', currencies: ['EUR', 'USD'] }]);
    expect(openCredentials(account)).to.deep.equal({ secret_key: 'sk_test_another-one-9876' });
    expect(await open(`/gateways/${id}`)).to.include('9876');
  });

  const BOUND = { bound_1_method: 'card', bound_1_currency: 'usd', bound_1_maximum: '100' };
  const WRONG: [what: string, typed: object, input: string, says: string][] = [
    [
      'a bound of no method',
      { ...BOUND, bound_1_method: '' },
      'bound_1_method',
      'Method (bounds 2) must be one that is ticked above',
    ],
    [
      'a bound of a method that is not ticked',
      { ...BOUND, bound_1_method: 'wallet' },
      'bound_1_method',
      'Method (bounds 2) must be one that is ticked above',
    ],
    [
      'a bound of no currency',
      { ...BOUND, bound_1_currency: '' },
      'bound_1_currency',
      'Currency (bounds 2) is required',
    ],
    [
      'a bound of what is no currency',
      { ...BOUND, bound_1_currency: 'XXX' },
      'bound_1_currency',
      'Currency (bounds 2) must be the ISO 4217 code of a currency in use, such as EUR',
    ],
    [
      'a second bound of a method and currency',
      { ...BOUND, bound_1_currency: 'eur' },
      'bound_1_method',
      'Method (bounds 2) must not repeat method and currency of an earlier row',
    ],
    [
      'a bound that is no number',
      { ...BOUND, bound_1_maximum: '-5' },
      'bound_1_maximum',
      'At most (bounds 2) must be a number',
    ],
    [
      'a bound of a currency that its method has not',
      { ...BOUND, bound_1_currency: 'JPY' },
      'bound_1_maximum',
      'At most (bounds 2) must be of a currency of its method',
    ],
    [
      'what is no currency among others',
      { currencies_card: 'EUR XXX' },
      'currencies_card',
      'Currency 2 of card must be the upper-case ISO 4217 code of a currency in use',
    ],
    ['no currency', { currencies_card: '' }, 'currencies_card', 'Currencies of card must not be empty'],
    [
      'the method wallet without a wallet',
      { methods: ['card', 'wallet'], currencies_wallet: 'BDT' },
      'wallets',
      'Wallets must not be empty',
    ],
    ['no priority', { priority: '' }, 'priority', 'Priority must be a number'],
    ['a priority of none', { priority: '0' }, 'priority', 'Priority must be at least 1'],
    ['a creditor without a name', { creditor_name: '' }, 'creditor_name', 'Creditor is required'],
  ];
  for (const [what, typed, input, says] of WRONG)
    it(`say at the field what is wrong with settings, keep them, and store nothing: ${what}`, async () => {
      const path = `/gateways/${id}`;
      const before = await gatewayAccounts.findOne({ _id: id });
      await send(path, { ...FIELDS, ...CREDITOR, ...typed, back: path }).expect(303);
      const text = await open(path);
      expect(faultAt(text, input)).to.equal(says);
      for (const [name, value] of Object.entries(typed).filter(([name]) => /_(currency|maximum)|priority/.test(name)))
        expect(text).to.match(new RegExp(`name="${name}"[^>]* value="${String(value)}"`, 'i'));
      expect(await gatewayAccounts.findOne({ _id: id })).to.deep.equal(before);
    });

  it('say that no wallet and no method is ticked, with nothing ticked', async () => {
    const path = `/gateways/${id}`;
    await send(path, { ...FIELDS, ...CREDITOR, methods: 'wallet', currencies_wallet: 'BDT', back: path }).expect(303);
    expect(await open(path)).to.not.match(/name="wallets"[^>]* checked/);
    await send(path, { ...FIELDS, ...CREDITOR, methods: [], back: path, bound_0_minimum: '' }).expect(303);
    expect(faultAt(await open(path), 'methods')).to.equal('Methods must not be empty');
  });

  it('say that a creditor cannot be taken away, only replaced', async () => {
    const path = `/gateways/${id}`;
    await send(path, { ...FIELDS, ...CREDITOR, priority: '30', back: path }).expect(303);
    await send(path, { ...FIELDS, creditor_name: '', creditor_identifier: '', back: path }).expect(303);
    const text = await open(path);
    expect([faultAt(text, 'creditor_name'), faultAt(text, 'creditor_identifier')]).to.deep.equal([
      'Creditor is required',
      'Creditor identifier is required',
    ]);
  });

  it('say at the credential what is wrong with it, in no words of our calls', async () => {
    const path = `/gateways/${id}`;
    await send(`${path}/replace-credentials`, { credential_secret_key: 'shown-nowhere', back: path }).expect(303);
    const text = await open(path);
    expect(faultAt(text, 'credential_secret_key')).to.equal('Secret key is not of the right form');
    expect(text).to.not.include('shown-nowhere').and.not.include('credentials.secret_key');
  });

  it('say in a refused form of a new account all that is wrong, and keep its bounds', async () => {
    const typed = { ...FIELDS, id: 'acme-2', bound_2_minimum: '-5', credential_secret_key: 'no' };
    await send('/gateways', typed).expect(303);
    const text = await open('/gateways');
    expect(faultAt(text, 'bound_2_method')).to.equal('Method (bounds 3) must be one that is ticked above');
    expect(faultAt(text, 'credential_secret_key')).to.equal('Secret key is not of the right form');
    expect(text)
      .to.match(/name="bound_2_minimum"[^>]* value="-5"/)
      .and.not.include('<ul class="fault">');
  });

  it('store nothing of settings that were drawn before somebody else changed them', async () => {
    const path = `/gateways/${id}`;
    const version = versionOn(await open(path));
    const authorization = bearer(await theOperator('admin'));
    await console.http.patch(`/api/gateway-accounts/${id}`).set(authorization).send({ three_ds: false }).expect(200);
    const before = await gatewayAccounts.findOne({ _id: id });
    for (const stale of [version, 'x']) {
      const fields = { ...FIELDS, version: stale, back: path, priority: '77' };
      await send(path, fields).expect(303).expect('location', path);
      expect(await open(path))
        .to.include('Somebody has changed it meanwhile')
        .and.include('value="30"')
        .and.not.include('value="77"')
        .and.not.match(/name="three_ds" value="yes" checked/);
      expect(await gatewayAccounts.findOne({ _id: id })).to.deep.equal(before);
    }
  });

  it('show a viewer everything, and no form', async () => {
    const viewer = await browserOf(console, await theOperator('viewer'));
    const { text } = await console.http.get(`/gateways/${id}`).set({ accept: 'text/html', ...viewer });
    expect(text).to.include('Changing it needs the role admin').and.not.include('<form class="card');
  });
});
