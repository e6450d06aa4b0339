import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { config } from '../../config/index.js';
import { ROOT } from '../../config/root.js';
import { checkoutPath, newToken } from '../../src/checkout/link.js';
import { keyedHash, sealText } from '../../src/crypto/keyed.js';
import { canonical } from '../../src/api/idempotency.js';
import type { Account } from '../../src/gateways/account.model.js';
import { sealCredentials } from '../../src/gateways/credentials.js';
import type { MerchantRecord } from '../../src/merchants/merchant.model.js';
import { returnToken } from '../../src/payments/return-token.js';
import { inSeconds } from '../../src/time.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { leaveSealedCard, newSeal } from '../../src/vault/seal-card.js';
import { sealedCardKey } from '../../src/vault/sealed-card.js';
import { APPROVED } from '../faults/begin-payment.js';
import { aPayment } from '../payments/a-payment.js';
import { newAdminIn } from '../support/accounts.js';
import { ask, type Answer } from '../support/ask.js';
import { withRedis } from '../support/redis-keys.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';

const run = promisify(execFile);

const pair = generateKeyPairSync('x25519', {
  publicKeyEncoding: { format: 'der', type: 'spki' },
  privateKeyEncoding: { format: 'der', type: 'pkcs8' },
});

const [OLD = ''] = config.masterKeys;
const NEW = randomBytes(32).toString('base64');
const OLD_CARD_KEY = process.env.CARD_PRIVATE_KEY ?? '';

/** What becomes of a public key and of its merchant's secrets in a process. */
const LOOK = `
  const [, key, id] = process.argv;
  const { findMerchantByKey } = await import('./dist/src/merchants/find-merchant.js');
  const { signingSecrets } = await import('./dist/src/merchants/secrets.js');
  const { trxOf } = await import('./dist/src/merchants/trx.js');
  const { connectDatabase, disconnectDatabase } = await import('./dist/src/database/client.js');
  await connectDatabase();
  const merchant = await findMerchantByKey(key);
  const secrets = await signingSecrets(id);
  process.stdout.write('-> ' + JSON.stringify({ secrets, trx: merchant && trxOf(merchant, 'order-1') }));
  await disconnectDatabase();
  process.exit();`;

/** The secrets that sign for a merchant. */
const OPEN = `
  const [, id] = process.argv;
  const { signingSecrets } = await import('./dist/src/merchants/secrets.js');
  const { connectDatabase } = await import('./dist/src/database/client.js');
  await connectDatabase();
  process.stdout.write('-> ' + JSON.stringify(await signingSecrets(id)));
  process.exit();`;

/** Reseals every merchant while the secret of one is rotated: between the look at it and the write. */
const RESEAL = `
  const [, id] = process.argv;
  const { merchants } = await import('./dist/src/merchants/merchant.model.js');
  const { rotateSecret } = await import('./dist/src/merchants/manage-merchants.js');
  const { resealMerchants } = await import('./dist/src/merchants/reseal.js');
  const { signingSecrets } = await import('./dist/src/merchants/secrets.js');
  const { connectDatabase } = await import('./dist/src/database/client.js');
  await connectDatabase();
  const write = merchants.updateOne.bind(merchants);
  let rotated;
  merchants.updateOne = async (...given) => {
    merchants.updateOne = write;
    rotated = await rotateSecret(id);
    return write(...given);
  };
  await resealMerchants();
  const [newest] = await signingSecrets(id);
  process.stdout.write('-> ' + JSON.stringify({ isKept: newest === rotated.secret_key }));
  process.exit();`;

/** Reseals every account while the priority of one is changed: between the look at it and the write. */
const RESEAL_ACCOUNTS = `
  const { gatewayAccounts } = await import('./dist/src/gateways/account.model.js');
  const { resealCredentials } = await import('./dist/src/gateways/credentials.js');
  const { connectDatabase } = await import('./dist/src/database/client.js');
  await connectDatabase();
  const write = gatewayAccounts.updateOne.bind(gatewayAccounts);
  gatewayAccounts.updateOne = async ({ _id, ...rest }, change) => {
    gatewayAccounts.updateOne = write;
    await write({ _id }, { $set: { priority: 901 }, $inc: { version: 1 } });
    return write({ _id, ...rest }, change);
  };
  const first = await resealCredentials();
  const again = await resealCredentials();
  process.stdout.write('-> ' + JSON.stringify({ first: first.resealed, again: again.resealed }));
  process.exit();`;

// What the tests' own process makes is under the old keys; this Tollgate has the new ones and still takes the old.
describe('while keys are being changed', () => {
  let tollgate: Tollgate;
  let env: Record<string, string>;
  before(async () => {
    env = {
      MASTER_KEY: `${NEW},${OLD}`,
      CARD_PUBLIC_KEY: pair.publicKey.toString('base64'),
      CARD_PRIVATE_KEY: `${OLD_CARD_KEY},${pair.privateKey.toString('base64')}`,
    };
    tollgate = await startTollgate({ env });
  });
  after(() => tollgate.stop());

  const stored = () => tollgate.database.collection<MerchantRecord>('merchants').findOne({ _id: tollgate.merchant.id });
  const payments = () => tollgate.database.collection<PaymentRecord>('payments');
  const uri = () => {
    const url = new URL(config.mongodbUri);
    url.pathname = `/${tollgate.database.databaseName}`;
    return url.href;
  };

  async function evaluate(script: string, MASTER_KEY: string, ...words: string[]): Promise<unknown> {
    const at = { cwd: ROOT, env: { ...process.env, MONGODB_URI: uri(), MASTER_KEY } };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script, ...words], at);
    return JSON.parse(stdout.slice(stdout.indexOf('-> ') + 3));
  }
  async function look(MASTER_KEY: string) {
    const { public_key, id } = tollgate.merchant;
    return (await evaluate(LOOK, MASTER_KEY, public_key, id)) as { secrets: string[]; trx: string | null };
  }

  /** `npm run merchant -- reseal` @throws what came of it, when it ends with another code than 0 */
  function resealed(MASTER_KEY: string, ...more: string[]): Promise<{ stdout: string }> {
    const at = { cwd: ROOT, env: { ...process.env, ...env, MONGODB_URI: uri(), MASTER_KEY } };
    return run(process.execPath, ['dist/scripts/merchant.js', 'reseal', '--json', ...more], at);
  }

  it('a merchant pays with its old public key, is notified under its old secret, and its key is hashed anew', async () => {
    const before = await stored();
    const { status, body } = await tollgate.pay(APPROVED);
    expect({ status, ...body }).to.include({ status: 'success', payment_status: 'success' });
    await until('it is notified', () => tollgate.receiver.received.length === 1);
    expect(tollgate.receiver.received[0]?.verified).to.equal(true);
    const after = await stored();
    expect(after?.publicKeyHash).to.not.equal(before?.publicKeyHash);
    expect(after?.hashedUnder).to.not.equal(before?.hashedUnder);
    expect((await tollgate.pay(APPROVED)).body.payment_status).to.equal('success');
  });

  it("an operator's old token is taken, twice", async () => {
    const read = async () => (await tollgate.console('/api/merchants')).status;
    expect([await read(), await read()]).to.deep.equal([200, 200]);
  });

  it('a card that was sealed for the old key is opened and charged, once', async () => {
    const payment = {
      ...aPayment({ merchantId: tollgate.merchant.id, next: { job: 'card-authorization', at: inSeconds(0) } }),
      cardSeal: newSeal(),
    };
    const card = { number: APPROVED, cvv: '123', expiryMonth: 12, expiryYear: 2040, holder: 'Ada Lovelace' };
    const ours = sealedCardKey(payment.cardSeal);
    await leaveSealedCard(payment, card);
    const theirs = ours.replace(config.queuePrefix, tollgate.queuePrefix);
    await withRedis((redis) => redis.rename(ours, theirs)); // one slot is not asked of a single server
    await payments().insertOne(payment);
    expect(await tollgate.settled(payment._id)).to.include({ payment_status: 'success' });
    expect(await tollgate.ledger(payment._id)).to.have.length(1);
  });

  it('links of hosted pages and returns from issuers that were given out before lead on', async () => {
    const { _id } = aPayment();
    const checkout = {
      ...newToken(_id),
      expiresAt: inSeconds(3600),
      accounts: {},
      fees: [],
      threeDs: 'required' as const,
      lateMoney: 'accept' as const,
    };
    const next = { job: 'checkout-expiry' as const, at: inSeconds(3600) };
    const base = { _id, merchantId: tollgate.merchant.id, status: 'checkout_open' as const, method: null };
    const payment = { ...aPayment({ ...base, next }), checkout };
    await payments().insertOne(payment);
    expect((await tollgate.ask(checkoutPath(payment))).status).to.equal(200);

    const ended = aPayment({ merchantId: tollgate.merchant.id, status: 'succeeded' });
    await payments().insertOne(ended);
    expect((await tollgate.ask(`/3ds/return/${returnToken(ended._id, 1)}`)).status).to.equal(303);
    expect(
      (
        await tollgate.ask(
          `/3ds/return/${returnToken(ended._id, 1).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`,
        )
      ).status,
    ).to.equal(404);
  });

  it('an Idempotency-Key that was used before gets its first answer', async () => {
    const body = tollgate.cardBody(APPROVED);
    const { public_key: _, ...request } = body;
    const key = keyedHash('idempotency', `${tollgate.merchant.id}|the-key`);
    await tollgate.database.collection<{ _id: string }>('idempotency_keys').insertOne({
      _id: key,
      ...{ fingerprint: keyedHash('idempotency', `/h2h/initiate {}|${canonical(request)}`), startedAt: new Date() },
      ...{ answer: sealText('{"first":true}', `answer|${key}`), expiresAt: inSeconds(3600) },
    });
    const again = await tollgate.api('/h2h/initiate', body, { 'idempotency-key': 'the-key' });
    expect(again.text).to.equal('{"first":true}');
  });

  it('both keys of evidence are published, the one that signs first', async () => {
    const { body } = await tollgate.ask('/.well-known/jwks.json');
    expect(body.keys).to.have.length(2);
  });

  it('reseal leaves nothing that needs the old key, and says which keys have not been used yet', async () => {
    await tollgate.createMerchant();
    const reseal = async () => JSON.parse((await resealed(`${NEW},${OLD}`)).stdout) as object;
    expect(await look(NEW).catch(() => 'fails')).to.equal('fails');
    expect(await reseal()).to.deep.equal({
      resealed: 2,
      accounts_resealed: 0,
      unreadable: [],
      public_keys_left: 1,
      api_tokens_left: 0,
      sealed_under: 'the first of 2 keys in MASTER_KEY',
    });
    expect(await reseal()).to.deep.include({ resealed: 0 });
    const { secrets, trx } = await look(NEW);
    expect(secrets).to.deep.equal([tollgate.merchant.secret_key]);
    expect(trx).to.equal((await look(`${NEW},${OLD}`)).trx);
  });

  it('reseal seals nothing back under an older key, unless that is meant', async () => {
    const back = `${OLD},${NEW}`;
    expect(await resealed(back).catch((error: unknown) => error))
      .to.include({ code: 1, stdout: '' })
      .and.have.property('stderr')
      .that.matches(/^merchant: MASTER_KEY has its keys the other way round .* --back\n$/);
    expect(await look(NEW)).to.have.property('secrets');
    for (const keys of [back, `${NEW},${OLD}`])
      expect(JSON.parse((await resealed(keys, '--back')).stdout)).to.include({ resealed: 2 });
  });

  it('reseal goes on beside a merchant and an account that no key in use opens, and names them', async () => {
    const foreign = await tollgate.createMerchant();
    const ours = await tollgate.createMerchant();
    const merchants = tollgate.database.collection<MerchantRecord>('merchants');
    const other = sealText('what another installation has sealed', 'elsewhere');
    await merchants.updateOne({ _id: foreign.id }, { $set: { trxKey: other } });
    const accounts = tollgate.database.collection<Account>('gateway_accounts');
    const credentials = {
      ...sealCredentials('account-of-ours', { behaviour: 'told' }),
      ...{ signature: { sealed: other, lastFour: '' } },
    };
    await accounts.updateOne({ _id: 'sandbox-upi' }, { $set: { credentials } });

    const ended = await resealed(`${NEW},${OLD}`).catch((error: unknown) => error);
    expect(ended).to.include({ code: 1, stderr: '' });
    const { stdout } = ended as { stdout: string };
    expect(JSON.parse(stdout)).to.deep.include({ resealed: 1, unreadable: [foreign.id, 'sandbox-upi'] });
    expect(await evaluate(OPEN, NEW, ours.id)).to.deep.equal([ours.secret_key]);
    await merchants.deleteOne({ _id: foreign.id });
    await accounts.updateOne({ _id: 'sandbox-upi' }, { $set: { credentials: {} } });
  });

  it('reseal loses no secret that is rotated at that very moment', async () => {
    const { id } = await tollgate.createMerchant();
    expect(await evaluate(RESEAL, `${NEW},${OLD}`, id)).to.deep.equal({ isKept: true });
  });

  it('reseal leaves no credentials of an account that is changed at that very moment', async () => {
    const accounts = tollgate.database.collection<Account>('gateway_accounts');
    const credentials = sealCredentials('sandbox-upi', { behaviour: 'told' });
    await accounts.updateOne({ _id: 'sandbox-upi' }, { $set: { credentials } });
    expect(await evaluate(RESEAL_ACCOUNTS, `${NEW},${OLD}`)).to.deep.equal({ first: 1, again: 0 });
    await accounts.updateOne({ _id: 'sandbox-upi' }, { $set: { credentials: {} } });
  });

  const twentyAtOnce = async (call: () => Promise<Answer>) =>
    new Set((await Promise.all(Array.from({ length: 20 }, call))).map(({ status }) => status));

  it('calls of one moment are all taken under an old public key', async () => {
    const { public_key } = await tollgate.createMerchant();
    const statuses = await twentyAtOnce(() => tollgate.api('/h2h/events', { public_key }));
    expect(statuses).to.deep.equal(new Set([200]));
  });

  it('calls of one moment are all taken under an old token', async () => {
    const authorization = `Bearer ${await newAdminIn(tollgate.database)}`;
    const read = () => ask(`${tollgate.urls.console}/api/merchants`, { method: 'GET', headers: { authorization } });
    expect(await twentyAtOnce(read)).to.deep.equal(new Set([200]));
  });
});
