import { expect } from 'chai';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testMerchant, testOperator } from '../../scripts/development/accounts.js';
import { operators } from '../../src/console/operators/operator.model.js';
import { changeOperator, disableOperator, rotateToken } from '../../src/console/operators/operators.js';
import { connectDatabase } from '../../src/database/client.js';
import { rotatePublicKey, rotateSecret, setMerchantStatus } from '../../src/merchants/manage-merchants.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { replaceSecret } from '../merchants/replace-secret.js';

describe('the accounts that ./scripts/up makes', () => {
  let folder: string;
  let ids: string[];
  let emails: string[];
  before(connectDatabase);
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'accounts-'));
    [ids, emails] = [[], []];
  });
  afterEach(async () => {
    await Promise.all([
      merchants.deleteMany({ _id: { $in: ids } }),
      operators.deleteMany({ email: { $in: emails } }),
      rm(folder, { recursive: true }),
    ]);
  });

  async function merchant() {
    const keys = await testMerchant(join(folder, 'merchant.json'));
    ids.push(keys.id);
    return keys;
  }
  async function operator(file = 'operator.json') {
    const access = await testOperator(join(folder, file));
    emails.push(access.email);
    return access;
  }

  for (const [what, change, stays] of [
    ['stays the same at the next run', () => Promise.resolve(), true],
    ['stays while its old secret still signs', rotateSecret, true],
    ['is made anew once its secret signs no more', replaceSecret, false],
    ['is made anew when it has another public key', rotatePublicKey, false],
    ['is made anew when it is suspended', (id: string) => setMerchantStatus(id, 'suspended'), false],
  ] as const)
    it(`a merchant, which ${what}`, async () => {
      const first = await merchant();
      await change(first.id);
      const next = await merchant();
      if (stays) expect(next).to.deep.equal(first);
      else expect(next.id).to.not.equal(first.id);
      expect(await merchant()).to.deep.equal(next);
    });

  /** The last admin there is could not be. */
  async function disable(email: string): Promise<void> {
    await operator('another.json');
    await disableOperator(email);
  }

  for (const left of [0, 20])
    it(`both anew when their files were cut to ${left} bytes, as a full disk leaves them`, async () => {
      const before = [await merchant(), await operator()];
      for (const file of ['merchant.json', 'operator.json']) await truncate(join(folder, file), left);
      const after = [await merchant(), await operator()];
      for (const [index, made] of after.entries()) expect(made).to.not.deep.equal(before[index]);
      expect([await merchant(), await operator()]).to.deep.equal(after);
    });

  for (const [what, change, stays] of [
    ['stays the same at the next run', () => Promise.resolve(), true],
    [
      'is made anew when it has another password',
      (email: string) => changeOperator({ email }, { password: email }),
      false,
    ],
    ['is made anew when it has another token', rotateToken, false],
    ['is made anew when it is disabled', disable, false],
  ] as const)
    it(`an operator, which ${what}`, async () => {
      const first = await operator();
      await change(first.email);
      const next = await operator();
      if (stays) expect(next).to.deep.equal(first);
      else expect(next.email).to.not.equal(first.email);
      expect(await operator()).to.deep.equal(next);
    });

  it('an operator for each folder that uses the same database', async () => {
    const one = await operator();
    expect((await operator('another.json')).email).to.not.equal(one.email);
    expect(await operator()).to.deep.equal(one);
  });
});
