import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { operators } from '../../src/console/operators/operator.model.js';
import type { MerchantKeys } from '../../src/merchants/manage-merchants.js';
import { ask } from '../support/ask.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { anOperator } from './console.js';

/** Well under the five seconds for which a process remembers a merchant. */
const AT_ONCE_MS = 4000;

describe('what the console changes of a merchant, in real processes', () => {
  let tollgate: Tollgate;
  let authorization: string;
  let merchant: MerchantKeys;

  before(async () => {
    tollgate = await sharedTollgate();
    const { id, token } = await anOperator('admin');
    const operator = await operators.findOne({ _id: id });
    if (!operator) throw new Error('The operator that was just made is gone');
    await tollgate.database.collection<typeof operator>('operators').insertOne(operator);
    authorization = `Bearer ${token}`;
  });
  beforeEach(async () => {
    merchant = await tollgate.createMerchant();
    // The web process has just looked it up, and would remember it for five seconds.
    expect(await statusCode(merchant.public_key)).to.equal('transaction_not_found');
  });

  const press = (path: string, method: 'POST' | 'PATCH' = 'POST', body?: object) =>
    ask(`${tollgate.urls.console}/api/merchants/${merchant.id}${path}`, {
      method,
      headers: { authorization },
      ...(body && { body }),
    });
  const statusCode = async (public_key: string) =>
    (await tollgate.api('/h2h/status', { public_key, trx: randomUUID() })).body.code;
  const initiateCode = async () =>
    // SEK has no route, so that nothing is ever begun.
    (await tollgate.pay('4242424242424242', { public_key: merchant.public_key, currency: 'SEK' })).body.code;
  const soon = (what: string, isSo: () => Promise<boolean>) => until(what, isSo, AT_ONCE_MS);

  it('lets a rotated public key die at once', async () => {
    const { status, body } = await press('/rotate-key');
    expect(status).to.equal(200);
    await soon('the old key is dead', async () => (await statusCode(merchant.public_key)) === 'authentication_failed');
    expect(await statusCode(String(body.public_key))).to.equal('transaction_not_found');
  });

  it('suspends and activates at once', async () => {
    expect(await initiateCode()).to.equal('no_flow_available');
    expect((await press('/suspend')).status).to.equal(200);
    await soon('it is refused', async () => (await initiateCode()) === 'merchant_inactive');
    expect((await press('/activate')).status).to.equal(200);
    await soon('it is taken again', async () => (await initiateCode()) === 'no_flow_available');
  });

  it('takes methods away at once', async () => {
    expect((await press('', 'PATCH', { methods: ['upi'] })).status).to.equal(200);
    await soon('cards are refused', async () => (await initiateCode()) === 'method_not_enabled');
  });
});
