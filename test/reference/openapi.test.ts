import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { createApp } from '../../src/web/app.js';
import * as errors from '../../src/errors.js';
import { apiTypes } from '../../scripts/api-types.js';
import { startReceiver } from '../../scripts/ipn-receiver/receiver.js';
import { verifyEndpoint } from '../../src/ipn/verify-endpoint.js';
import { METHODS } from '../../src/methods/index.js';
import { REASONS } from '../../src/payments/reasons.js';
import { CALLS } from '../../src/reference/calls.js';
import { ERROR_CODES, errorTable } from '../../src/reference/error-codes.js';
import { EXAMPLES } from '../../src/reference/examples.js';
import { openApi } from '../../src/reference/openapi.js';
import { startWeb, type Web } from '../api/web.js';
import { differences, schemaNamed } from './described.js';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The parts of Express's layers that tell what is mounted; they have no types of their own. */
interface Layer {
  handle: { stack?: Layer[] };
  route?: { path: string | string[]; stack: { method?: string }[] };
}

const routesIn = (layers: Layer[]): NonNullable<Layer['route']>[] =>
  layers.flatMap(({ route, handle }) => (route ? [route] : routesIn(handle.stack ?? [])));

/** Every path of the merchants' API that a POST reaches, as OpenAPI writes it: those that answer under /v1 too. */
function mountedCalls(): string[] {
  const { stack } = createApp().router as unknown as { stack: Layer[] };
  return routesIn(stack)
    .filter(({ stack }) => stack.some(({ method }) => method === 'post'))
    .map(({ path }) => path)
    .filter((path) => Array.isArray(path))
    .flatMap(([path = '']) => path.replaceAll(/:(\w+)/g, '{$1}'));
}

/** Codes that only operators meet, in the console. */
const OF_THE_CONSOLE = [
  'merchant_not_found',
  'account_not_found',
  'account_exists',
  'account_closed',
  'merchant_unreadable',
  'account_in_use',
  'account_not_seen',
  'delivery_not_found',
  'proof_not_found',
  'review_not_found',
  'proof_changed',
  'changed_meanwhile',
  'endpoint_disabled',
  'amount_mismatch',
];

/** What the factories of src/errors.ts make, each called with something that every one of them can take. */
const made = Object.values(errors)
  .filter((each) => typeof each === 'function' && !('prototype' in each && each.prototype instanceof Error))
  .map((each) => (each as (...words: unknown[]) => errors.ApiError)([], 'x'))
  .filter(({ code }) => !OF_THE_CONSOLE.includes(code));

describe('the merchants API in OpenAPI', () => {
  let web: Web;
  before(async () => {
    web = await startWeb();
  });
  after(() => web.close());

  it('is there for everybody, and read only', async () => {
    const { status, text, headers } = await web.ask('/openapi.json', { method: 'GET' });
    expect(status).to.equal(200);
    expect(text)
      .to.equal(JSON.stringify(openApi()))
      .and.match(/^{"openapi":"3\.1\.1"/);
    expect(headers['content-type']).to.match(/^application\/json/);
    const refused = await web.ask('/openapi.json', { method: 'POST', body: {} });
    expect(refused.status).to.equal(405);
    expect(refused.headers.allow).to.equal('GET, HEAD');
  });

  it('describes every call that is mounted, and no other', () => {
    expect(mountedCalls().sort()).to.deep.equal(CALLS.map(({ path }) => path).sort());
  });

  it('describes each method by which a payment may be started', () => {
    const described = CALLS.find(({ path }) => path === '/h2h/initiate')?.forms.map(({ method }) => method?.name);
    expect(described?.map((name) => name?.toLowerCase())).to.deep.equal(
      METHODS.filter(({ h2h }) => h2h).map(({ name }) => name),
    );
  });

  it('describes what everybody may GET, as it is answered', async () => {
    const { paths } = openApi();
    const open = Object.entries(paths).flatMap(([path, operations]) => ('get' in operations ? [path] : []));
    expect(open).to.have.members(['/.well-known/jwks.json', '/healthz', '/readyz']);
    const keys = await web.ask('/.well-known/jwks.json', { method: 'GET' });
    expect(keys.headers['content-type']).to.match(/^application\/jwk-set\+json/);
    expect(differences(schemaNamed('JsonWebKeySet'), keys.body)).to.deep.equal([]);
    for (const path of open) {
      const refused = await web.ask(path, { method: 'POST', body: {} });
      expect([refused.status, refused.headers.allow], path).to.deep.equal([405, 'GET, HEAD']);
    }
  });

  it('refers to nothing that is not in it', () => {
    const text = JSON.stringify(openApi());
    const { components } = openApi();
    const refs = [...text.matchAll(/"\$ref":"#\/components\/(schemas|responses)\/(\w+)"/g)];
    expect(refs).to.have.length.above(50);
    for (const [, part, name] of refs) expect(components[part as 'schemas' | 'responses']).to.have.property(name ?? ''); // by the pattern
  });

  it('is what the typed client is made from: `npm run api-types > test/support/api-types.ts`', async () => {
    expect(read('test/support/api-types.ts')).to.equal(await apiTypes());
  });

  it('describes the ping that tries an endpoint', async () => {
    const { id, secret_key: secret } = await web.merchant();
    const receiver = await startReceiver({ secret });
    await verifyEndpoint(id, receiver.url);
    await receiver.close();
    expect(receiver.received).to.have.length.above(1);
    for (const { event } of receiver.received) expect(differences(schemaNamed('Ping'), event)).to.deep.equal([]);
  });

  it('tells a field that nobody has described', () => {
    const { answer } = EXAMPLES.card;
    expect(differences(schemaNamed('CardInitiated'), answer)).to.deep.equal([]);
    expect(differences(schemaNamed('CardInitiated'), { ...answer, surprise: 1 })).to.have.length(1);
    expect(differences(schemaNamed('CardInitiated'), { ...answer, reason: 'a surprise' })).to.not.have.length(0);
  });

  it('takes null for neither of two names of which one is needed', () => {
    const names = (fields: object) => differences(schemaNamed('PaymentQuery'), { public_key: 'pk_test_…', ...fields });
    expect(names({ trx: 'x', identifier: null })).to.deep.equal([]);
    expect(names({ trx: null, identifier: 'x' })).to.deep.equal([]);
    expect(names({ trx: null })).to.not.deep.equal([]);
    expect(names({ trx: null, identifier: null })).to.not.deep.equal([]);
  });

  it('names a payment with its dispute before a payment, since clients take the first that fits', () => {
    const refs = JSON.stringify(openApi().components.schemas.Notification).matchAll(/#\/components\/schemas\/(\w+)/g);
    expect([...refs].map(([, name]) => name)).to.deep.equal(['DisputedPayment', 'Payment', 'Refund']);
  });

  it('takes the requests of its examples, and refuses what the rules refuse', () => {
    const validate = schemaNamed('CardInitiateRequest');
    const { request } = EXAMPLES.card;
    const faults = (changes: object) => differences(validate, { ...request, ...changes });
    expect(faults({})).to.deep.equal([]);
    expect(faults({ site_logo: null })).to.deep.equal([]);
    for (const changes of [
      { amount: '49.90' },
      { amount: 0 },
      { currency: 'eur' },
      { billing_address: {} },
      { card: { ...request.card, number: '4242 4242' } },
      { card: { ...request.card, expiry_month: 13 } },
      { card: { ...request.card, cvv: '12' } },
      { details: 'x'.repeat(256) },
      { customer: { ...request.customer, mobile: '0700' } },
    ])
      expect(faults(changes), JSON.stringify(changes)).to.not.deep.equal([]);
  });
});

describe('error codes', () => {
  it('are all in the reference, with their status', () => {
    expect(made).to.have.length.above(20);
    const statuses = made.map(({ code, status }) => [code, status] as const);
    const described = Object.entries(ERROR_CODES).map(([code, { status }]) => [code, status] as const);
    const unmade = [
      ['bad_request', 400],
      ['internal_error', 500],
      ['service_unavailable', 503],
    ]; // by the error handler and a class
    expect(Object.fromEntries([...statuses, ...unmade])).to.deep.equal(Object.fromEntries(described));
  });

  it('and reasons stand in docs/errors.md as the reference has them', () => {
    const page = read('docs/errors.md');
    expect(page).to.include(`\n\n${errorTable()}\n\n`);
    const [, reasons = ''] = page.split('## Reasons\n');
    const [listed = ''] = reasons.split('. It is null');
    expect([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name).filter((name) => name !== 'reason')).to.deep.equal(
      Object.keys(REASONS),
    );
  });
});
