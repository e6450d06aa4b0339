import { expect } from 'chai';
import { config } from '../../config/index.js';
import { connectDatabase } from '../../src/database/client.js';
import { findMerchantByKey } from '../../src/merchants/find-merchant.js';
import {
  createMerchant,
  rotatePublicKey,
  rotateSecret,
  type RotatedSecret,
  setMerchantStatus,
  type MerchantKeys,
} from '../../src/merchants/manage-merchants.js';
import { merchants, type MerchantRecord } from '../../src/merchants/merchant.model.js';
import { signingSecrets } from '../../src/merchants/secrets.js';
import { replaceSecret } from './replace-secret.js';

describe("a merchant's keys", () => {
  const made: string[] = [];
  before(connectDatabase);
  after(() => merchants.deleteMany({ _id: { $in: made } }));

  async function create(mode: 'test' | 'live' = 'test'): Promise<MerchantKeys> {
    const keys = await createMerchant({ name: 'Blue Tea Shop', mode });
    made.push(keys.id);
    return keys;
  }
  async function stored(id: string): Promise<MerchantRecord> {
    const merchant = await merchants.findOne({ _id: id });
    if (!merchant) throw new Error(`There is no merchant ${id}`);
    return merchant;
  }

  for (const mode of ['test', 'live'] as const)
    it(`are long, random, and named for the mode: ${mode}`, async () => {
      const [one, two] = [await create(mode), await create(mode)];
      expect(one.public_key).to.match(new RegExp(`^pk_${mode}_[\\w-]{32}$`));
      expect(one.secret_key).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(one.secret_key.slice(6), 'base64')).to.have.length(32);
      expect(new Set<unknown>([one, two].flatMap((keys): unknown[] => Object.values(keys))).size).to.equal(6);
    });

  it('are nowhere in the database: the one as a keyed hash, the other sealed', async () => {
    const { id, public_key, secret_key } = await create();
    const text = JSON.stringify(await stored(id));
    for (const secret of [public_key, public_key.slice(8), secret_key, secret_key.slice(6)])
      expect(text).to.not.include(secret);
    expect(await signingSecrets(id)).to.deep.equal([secret_key]);
  });

  it('find their merchant, and nobody else', async () => {
    const { id, public_key } = await create();
    expect((await findMerchantByKey(public_key))?._id).to.equal(id);
    expect(await findMerchantByKey(`${public_key}x`)).to.equal(null);
    expect(await findMerchantByKey((await stored(id)).publicKeyHash)).to.equal(null);
  });

  it('sign with the new secret and with the old one while it is being rotated, the new one first', async () => {
    const { id, secret_key: old } = await create();
    const { secret_key: new_ } = await rotateSecret(id);
    expect(await signingSecrets(id)).to.deep.equal([new_, old]);
    const [retired, current] = (await stored(id)).secrets;
    expect(current).to.not.have.property('retiresAt');
    const grace = (retired?.retiresAt?.getTime() ?? 0) - Date.now();
    expect(grace / 1000).to.be.within(config.secretGrace - 60, config.secretGrace);
  });

  it('keep the end of their own grace when the next one is rotated', async () => {
    const { id } = await create();
    const ends = async () => (await stored(id)).secrets.map(({ retiresAt }) => retiresAt);
    await rotateSecret(id);
    const [first] = await ends();
    await rotateSecret(id);
    expect((await ends())[0]).to.deep.equal(first);
  });

  it('are at most three that sign: the current one and two old ones', async () => {
    const { id, secret_key: first } = await create();
    const rotated: RotatedSecret[] = [];
    for (let time = 0; time < 4; time++) rotated.unshift(await rotateSecret(id));
    const secrets = rotated.map(({ secret_key }) => secret_key);
    expect(await signingSecrets(id)).to.deep.equal(secrets.slice(0, 3));
    expect(secrets).to.not.include(first);
    expect(rotated.map(({ old_secrets_ended }) => old_secrets_ended)).to.deep.equal([1, 1, 0, 0]);
  });

  it('stop signing when their grace is over', async () => {
    const { id } = await create();
    const replacing = await replaceSecret(id);
    expect(await signingSecrets(id)).to.deep.equal([replacing]);
  });

  it('are forgotten at the next rotation when their grace is over', async () => {
    const { id } = await create();
    const replacing = await replaceSecret(id);
    const { secret_key } = await rotateSecret(id);
    expect((await stored(id)).secrets).to.have.length(2);
    expect(await signingSecrets(id)).to.deep.equal([secret_key, replacing]);
  });

  it('survive two rotations at the same moment: both new secrets are kept', async () => {
    const { id } = await create();
    const both = await Promise.all([rotateSecret(id), rotateSecret(id)]);
    const signing = await signingSecrets(id);
    expect(signing).to.have.length(3);
    expect(signing).to.include.members(both.map(({ secret_key }) => secret_key));
    expect((await stored(id)).secrets.filter(({ retiresAt }) => !retiresAt)).to.have.length(1);
  });

  it('die at once when the public one is rotated', async () => {
    const { id, public_key: old } = await create();
    const { public_key } = await rotatePublicKey(id);
    expect(await findMerchantByKey(old)).to.equal(null);
    expect((await findMerchantByKey(public_key))?._id).to.equal(id);
  });

  it('sign nothing when no master key opens them, which is said', async () => {
    const { id } = await create();
    const { secrets } = await stored((await create()).id); // sealed for another merchant
    await merchants.updateOne({ _id: id }, { $set: { secrets } });
    const error: unknown = await signingSecrets(id).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'merchant_unreadable' });
  });

  for (const [what, act] of [
    ['a rotated secret', () => rotateSecret('mer_nobody')],
    ['a rotated key', () => rotatePublicKey('mer_nobody')],
    ['a suspension', () => setMerchantStatus('mer_nobody', 'suspended')],
  ] as const)
    it(`are not to be had for a merchant that does not exist: ${what}`, async () => {
      const error: unknown = await act().catch((thrown: unknown) => thrown);
      expect(error).to.include({ code: 'merchant_not_found', message: 'There is no merchant mer_nobody' });
    });
});
