import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { freePort } from '../../scripts/development/free-port.js';
import { keepStandInAccounts, STAND_INS, type StandInName } from '../../scripts/development/stand-ins.js';
import { until } from '../../scripts/until.js';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { gatewayAccounts } from '../../src/gateways/account.model.js';
import { openCredentials } from '../../src/gateways/credentials.js';
import { ask } from '../support/ask.js';
import { localBody } from '../support/local-order.js';
import { prepareInstance } from '../support/instance.js';
import { deleteKeys } from '../support/redis-keys.js';

/** What ready.json says of a run. */
interface Ready {
  api_url: string;
  merchant: { public_key: string };
}

/** Everything that ./scripts/up --gateway starts, while `use` runs. */
async function withUp(name: StandInName, use: (ready: Ready, database: string) => Promise<void>): Promise<void> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const instance = await prepareInstance({ env: { [`GATEWAY_URL_${name.toUpperCase()}`]: url } });
  const main = spawn('node', ['dist/scripts/development/main.js', '--gateway', name], {
    cwd: ROOT,
    env: instance.specs[0]?.env,
    stdio: 'ignore',
  });
  const ended = once(main, 'exit');
  const readyFile = join(instance.localDir, 'ready.json');
  try {
    await until('all is healthy', () => existsSync(readyFile) || main.exitCode !== null);
    await use(JSON.parse(readFileSync(readyFile, 'utf8')) as Ready, instance.databaseName);
  } finally {
    main.kill('SIGTERM');
    expect(await ended).to.deep.equal([0, null]);
    await Promise.all([
      mongoClient.db(instance.databaseName).dropDatabase(),
      deleteKeys(instance.queuePrefix),
      rm(instance.localDir, { recursive: true, force: true }),
    ]);
  }
}

describe('./scripts/up --gateway', () => {
  it('pays at a Stripe that is played on this machine', async () => {
    await withUp('stripe', async (_ready, database) => {
      const found = await mongoClient.db(database).collection('payments').findOne();
      expect(found).to.include({ account: STAND_INS.stripe.account.id, status: 'succeeded' });
    });
  });

  it('pays at a Nagad, with keys of this run', async () => {
    await withUp('nagad', async ({ api_url, merchant: { public_key } }, database) => {
      const { customer, ...order } = localBody(20, 'BDT');
      const body = { ...order, public_key, customer: { ...customer, payment_method_code: 'NAGAD' } };
      const { body: begun } = await ask(`${api_url}/h2h/initiate`, { body: { ...body, ipn_url: `${api_url}/nobody` } });
      const action = new URLSearchParams({ action: 'confirm' });
      const pressed = await fetch(String(begun.payment_url), { method: 'POST', body: action, redirect: 'manual' });
      const back = await fetch(pressed.headers.get('location') ?? '', { redirect: 'manual' });
      expect(back.headers.get('location')).to.equal(order.success_url);
      const found = await mongoClient
        .db(database)
        .collection<{ _id: string }>('payments')
        .findOne({ _id: String(begun.trx) });
      expect(found).to.include({ account: STAND_INS.nagad.account.id, status: 'succeeded' });
    });
  });

  for (const name of ['stripe', 'bkash', 'nagad'] as const)
    it(`leaves an account that takes nothing when nobody plays ${name} any more`, async () => {
      await connectDatabase();
      const { id: _id } = STAND_INS[name].account;
      const status = async () => (await gatewayAccounts.findOne({ _id }))?.status;
      try {
        for (const [chosen, expected] of [
          [undefined, undefined],
          [name, 'active'],
          [undefined, 'paused'],
          [name, 'active'],
          [undefined, 'paused'],
        ] as const) {
          await keepStandInAccounts(chosen);
          expect(await status()).to.equal(expected);
        }
        const account = await gatewayAccounts.findOne({ _id });
        expect(account && openCredentials(account)).to.deep.equal(STAND_INS[name].credentials());
      } finally {
        await gatewayAccounts.deleteOne({ _id });
      }
    });
});
