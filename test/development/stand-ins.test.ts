import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { freePort } from '../../scripts/development/free-port.js';
import { keepStandInAccounts, STAND_INS } from '../../scripts/development/stand-ins.js';
import { until } from '../../scripts/until.js';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { gatewayAccounts } from '../../src/gateways/account.model.js';
import { prepareInstance } from '../support/instance.js';
import { deleteKeys } from '../support/redis-keys.js';

const { id } = STAND_INS.stripe.account;

describe('./scripts/up --gateway stripe', () => {
  it('pays at a Stripe that is played on this machine', async () => {
    const instance = await prepareInstance({ env: { GATEWAY_URL_STRIPE: `http://127.0.0.1:${await freePort()}` } });
    const main = spawn('node', ['dist/scripts/development/main.js', '--gateway', 'stripe'], {
      cwd: ROOT,
      env: instance.specs[0]?.env,
      stdio: 'ignore',
    });
    const ended = once(main, 'exit');
    try {
      await until('all is healthy', () => existsSync(join(instance.localDir, 'ready.json')) || main.exitCode !== null);
      const found = await mongoClient.db(instance.databaseName).collection('payments').findOne();
      expect(found).to.include({ account: id, status: 'succeeded' });
    } finally {
      main.kill('SIGTERM');
      expect(await ended).to.deep.equal([0, null]);
      await Promise.all([
        mongoClient.db(instance.databaseName).dropDatabase(),
        deleteKeys(instance.queuePrefix),
        rm(instance.localDir, { recursive: true, force: true }),
      ]);
    }
  });

  it('leaves an account that takes nothing when nobody plays Stripe any more', async () => {
    await connectDatabase();
    const status = async () => (await gatewayAccounts.findOne({ _id: id }))?.status;
    try {
      for (const [chosen, expected] of [
        [undefined, undefined],
        ['stripe', 'active'],
        [undefined, 'paused'],
        ['stripe', 'active'],
        [undefined, 'paused'],
      ] as const) {
        await keepStandInAccounts(chosen);
        expect(await status()).to.equal(expected);
      }
    } finally {
      await gatewayAccounts.deleteOne({ _id: id });
    }
  });
});
