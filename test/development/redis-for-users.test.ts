import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../config/root.js';

const INSTALL = '. scripts/lib.sh; . scripts/stores.d/redis.sh; install_redis';

describe('Redis for a user who is not root', () => {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-user-'));
  const command = (name: string, script: string) => {
    writeFileSync(join(home, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(home, name), 0o755);
  };
  after(() => rmSync(home, { recursive: true }));

  it('is taken from the package that root has installed', async () => {
    command('id', 'echo 1000');
    command('redis-check-rdb', 'echo Redis server v=7.0.15');
    const env = { ...process.env, PATH: `${home}:${process.env.PATH}`, XDG_CACHE_HOME: home };
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', INSTALL], { cwd: ROOT, env });
    expect(readlinkSync(join(home, 'tollgate/bin/redis-server'))).to.equal(join(home, 'redis-check-rdb'));
  });
});
