import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { ROOT } from '../../config/root.js';
import type { Report } from '../../scripts/ledger/actions.js';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { gatewayAccounts, type Account } from '../../src/gateways/account.model.js';
import { sealCredentials } from '../../src/gateways/credentials.js';
import { FIRST_ACCOUNTS } from '../../src/gateways/first-accounts.js';
import { anAccount } from '../gateways/an-account.js';
import { startStripe, STRIPE_KEY, WEBHOOK_SECRET, type StripeStandIn } from '../gateways/stripe/stand-in.js';

const run = promisify(execFile);

describe('the ledger command', () => {
  const name = `t_${randomBytes(5).toString('hex')}`;
  const id = `stripe-${randomBytes(4).toString('hex')}`;
  const database = mongoClient.db(name);
  let stripe: StripeStandIn;

  before(async () => {
    await connectDatabase();
    stripe = await startStripe();
    const keys = { secret_key: STRIPE_KEY, webhook_secret: WEBHOOK_SECRET };
    const accounts = [
      anAccount({ _id: id, connector: 'stripe', credentials: sealCredentials(id, keys) }),
      ...FIRST_ACCOUNTS.map((account): Account => ({ ...account, status: 'closed', version: 2 })),
    ];
    await database.collection<Account>(gatewayAccounts.collection.collectionName).insertMany(accounts);
  });
  after(async () => {
    await database.dropDatabase();
    await stripe.close();
  });

  /** @throws what came of it, when it ends with another code than 0 */
  function compare(...options: string[]): Promise<{ stdout: string; code?: number }> {
    const uri = new URL(process.env.MONGODB_URI ?? '');
    uri.pathname = name;
    const env = { ...process.env, MONGODB_URI: uri.href, GATEWAY_URL_STRIPE: stripe.url };
    const command = ['dist/scripts/ledger.js', 'compare', '--day', '2021-03-09', ...options];
    return run(process.execPath, command, { cwd: ROOT, env });
  }

  it('compares with the accounts that MongoDB holds, and with no others', async () => {
    const { stdout } = await compare('--json');
    expect(JSON.parse(stdout))
      .to.include({ day: '2021-03-09', found: 0 })
      .and.deep.include({ gateways: [id], missed: [] });
    expect(stripe.calls.map(({ path }) => path)).to.include('/v1/balance_transactions');
  });

  it('ends with 1 when one cannot be asked, and compares with the others', async () => {
    const [refused, locked] = [`${id}-refused`, `${id}-locked`];
    const keys = { secret_key: 'sk_test_revoked00000', webhook_secret: WEBHOOK_SECRET };
    await database
      .collection<Account>(gatewayAccounts.collection.collectionName)
      .insertMany([
        anAccount({ _id: refused, connector: 'stripe', credentials: sealCredentials(refused, keys) }),
        anAccount({ _id: locked, connector: 'stripe', credentials: sealCredentials('another', keys) }),
      ]);
    const ended = async (...options: string[]) => compare(...options).catch((error: object) => error);
    const said = await ended('--json');
    expect(said).to.include({ code: 1 });
    const { gateways, missed } = JSON.parse('stdout' in said ? String(said.stdout) : '') as Report;
    expect(gateways).to.deep.equal([id]);
    expect(missed.map(({ gateway }) => gateway)).to.have.members([refused, locked]);
    expect(await ended())
      .to.have.property('stdout')
      .that.includes(`${refused} not compared: `);
  });
});
