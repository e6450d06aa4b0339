import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { CALLS } from '../../src/console/api/calls.js';
import { openApi } from '../../src/console/api/openapi.js';
import { SCHEMAS, type SchemaName } from '../../src/console/api/schemas.js';
import { storeFirstAccounts } from '../../src/gateways/accounts.js';
import { disableEndpoint } from '../ipn/lessons.js';
import { eventIdOf } from '../../src/ipn/event-id.js';
import { discrepancies as ledgerDifferences } from '../../src/reconciliation/discrepancy.model.js';
import { payments } from '../../src/payments/payment.model.js';
import { aDispute } from '../disputes/a-dispute.js';
import { aDiscrepancy } from '../reconciliation/a-discrepancy.js';
import { TestMerchant } from '../ipn/a-delivery.js';
import { aPayment } from '../payments/a-payment.js';
import { aMoneyReview, aProof, aUpiPayment } from '../proofs/a-local-payment.js';
import { aPaidPayment, aRefund } from '../refunds/a-refund.js';
import { bearer, startConsole, type TestConsole, theOperator } from './console.js';

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  $ref?: string;
}

/** A day that nobody else compares. */
const LONG_AGO = '2021-02-03';

const TYPES: Record<string, (value: unknown) => boolean> = {
  null: (value) => value === null,
  integer: Number.isInteger,
  array: Array.isArray,
  object: (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
};

/** A reference is a name from there, and they all use no other keywords. */
const named = (name: string) => SCHEMAS[name as SchemaName] as Schema;

/** Where a value is not what its schema says: missing, of another type, or there and not described. */
function differences(schema: Schema, value: unknown, path: string): string[] {
  if (schema.$ref) return differences(named(schema.$ref.split('/').at(-1) ?? ''), value, path);
  const types = [schema.type ?? []].flat();
  if (!types.some((type) => TYPES[type]?.(value) ?? typeof value === type)) return [`${path} is no ${types.join()}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${path} is not described as ${String(value)}`];
  if (Array.isArray(value)) return value.flatMap((each, i) => differences(schema.items ?? {}, each, `${path}.${i}`));
  const { properties, required = [] } = schema;
  if (!properties || value === null) return [];
  const fields = Object.entries(value as object); // by its type above
  const there = new Set(fields.map(([name]) => name));
  return [
    ...required.filter((name) => !there.has(name)).map((name) => `${path}.${name} is missing`),
    ...fields.flatMap(([name, inner]) => {
      const field = properties[name];
      return field ? differences(field, inner, `${path}.${name}`) : [`${path}.${name} is not described`];
    }),
  ];
}

describe('the console in OpenAPI', () => {
  let console: TestConsole;
  let headers: { authorization: string };
  let admin: Awaited<ReturnType<typeof theOperator>>;
  before(async () => {
    console = await startConsole();
    await storeFirstAccounts();
    admin = await theOperator('admin');
    headers = bearer(admin);
  });
  after(() => console.close());

  it('is there for whoever is signed in', async () => {
    await console.http.get('/openapi.json').expect(401);
    const { text } = await console.http.get('/openapi.json').set(headers).expect(200);
    expect(text)
      .to.equal(JSON.stringify(openApi()))
      .and.match(/^{"openapi":"3\.1\.1"/);
    await console.http.post('/openapi.json').set(headers).expect(405);
  });

  it('refers to nothing that is not in it', () => {
    const refs = [...JSON.stringify(openApi()).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(refs).to.not.have.length(0);
    expect(Object.keys(SCHEMAS)).to.include.members(refs.map(([, name]) => name));
  });

  it('has the rules of requests, ours too', () => {
    const { paths } = openApi();
    expect(paths['/api/merchants']).to.deep.nested.include({
      'post.requestBody.content.application/json.schema.required': ['name', 'mode'],
      'post.requestBody.content.application/json.schema.properties.mode': { type: 'string', enum: ['test', 'live'] },
    });
    expect(paths['/api/merchants/{id}']).to.not.have.nested.property(
      'patch.requestBody.content.application/json.schema.properties.mode',
    );
    expect(paths['/api/payments']).to.have.deep.nested.property('get.parameters[0]', {
      name: 'trx',
      in: 'query',
      schema: { type: 'string', format: 'uuid' },
    });
    expect(paths['/api/payments/{trx}']).to.have.deep.nested.property('get.parameters', [
      { name: 'trx', in: 'path', required: true, schema: { type: 'string' } },
    ]);
  });

  it('describes what is answered, field by field', async () => {
    const merchant = await new TestMerchant().save();
    const attempt = {
      at: new Date(),
      id: 'a-1',
      durationMs: 7,
      status: null,
      error: 'timeout',
      response: null,
      trigger: 'automatic',
    } as const;
    const [_id, paid] = [randomUUID(), randomUUID()];
    const result = { eventId: eventIdOf(_id, 1), type: 'payment.failed', at: new Date(), data: '{}' } as const;
    const made = [
      aPayment({ _id, merchantId: merchant.id, status: 'challenged', results: [result] }),
      aUpiPayment({ merchantId: merchant.id }),
      aUpiPayment({ merchantId: merchant.id, proof: aProof() }),
      aUpiPayment({ merchantId: merchant.id, review: aMoneyReview() }),
      aPaidPayment({ _id: paid, merchantId: merchant.id, refunds: [aRefund(paid, 1)], disputes: [aDispute()] }),
    ];
    await payments.insertMany(made);
    const [card, local, proved, mismatched] = made.map(({ _id }) => _id);
    const sent = await merchant.delivery({ trx: card ?? '', eventId: result.eventId, attempts: [attempt], next: null });
    await disableEndpoint(sent);
    const differing = aDiscrepancy({ day: LONG_AGO });
    await ledgerDifferences.collection.insertMany([
      differing,
      aDiscrepancy({ day: LONG_AGO, theirs: null, ours: null }),
    ]);
    const shop = { name: 'Blue Tea Shop', mode: 'test' }; // which leaves a line in the trail
    await console.http.post('/api/merchants').set(headers).send(shop).expect(201);
    const answers: [path: string, schema: SchemaName][] = [
      [`/payments?merchant=${merchant.id}`, 'Payment'],
      [`/payments/${card}`, 'PaymentInFull'],
      [`/payments/${local}`, 'PaymentInFull'],
      [`/payments/${proved}`, 'PaymentInFull'],
      [`/payments/${mismatched}`, 'PaymentInFull'],
      [`/payments/${paid}`, 'PaymentInFull'],
      [`/refunds?trx=${paid}`, 'Refund'],
      [`/disputes?trx=${paid}`, 'Dispute'],
      ['/proofs', 'Review'],
      ['/reviews', 'Review'],
      [`/reviews/${proved}`, 'Review'],
      [`/reviews/${mismatched}`, 'Review'],
      [`/payments/${card}/evidence`, 'Evidence'],
      [`/deliveries?trx=${card}`, 'Delivery'],
      ['/endpoints', 'Endpoint'],
      ['/merchants', 'Merchant'],
      [`/merchants/${merchant.id}`, 'Merchant'],
      [`/differences?day=${LONG_AGO}`, 'Difference'],
      [`/differences/${differing._id}`, 'Difference'],
      ['/gateways', 'Gateway'],
      ['/gateway-accounts', 'GatewayAccountInUse'],
      ['/gateway-accounts/sandbox-card', 'GatewayAccountInUse'],
      [`/route?merchant=${merchant.id}&method=card&currency=EUR&amount=49.90`, 'RoutedAccount'],
      ['/operators', 'Operator'],
      [`/operators/${admin.id}`, 'Operator'],
      ['/audit', 'AuditLine'],
      ['/payments?trx=x', 'Error'],
    ];
    for (const [path, name] of answers) {
      const body = (await console.http.get(`/api${path}`).set(headers)).body as { data?: object[] };
      if (body.data) expect(body.data, path).to.not.have.length(0);
      for (const each of body.data ?? [body]) expect(differences(named(name), each, path)).to.deep.equal([]);
    }
    const isOf = (path: string) => new RegExp(`^${path.replace(/:\w+/, '[^/?]+')}(\\?|$)`);
    for (const { path } of CALLS.filter(({ method }) => method === 'get'))
      expect(
        answers.filter(([asked]) => isOf(path).test(asked)),
        path,
      ).to.not.be.empty;
    await ledgerDifferences.deleteMany({ day: LONG_AGO });
    await payments.deleteMany({ merchantId: merchant.id });
    await merchant.remove();
  });
});
