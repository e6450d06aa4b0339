import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../config/root.js';

const INSTALL = '. scripts/lib.sh; . scripts/stores.d/redis.sh; install_redis';

describe('the stores for a user who is not root', () => {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-user-'));
  const command = (name: string, script: string) => {
    writeFileSync(join(home, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(home, name), 0o755);
  };
  after(() => rmSync(home, { recursive: true }));

  it('take Redis from the package that root has installed', async () => {
    command('id', 'echo 1000');
    command('redis-check-rdb', 'echo Redis server v=7.0.15');
    const env = { ...process.env, PATH: `${home}:${process.env.PATH}`, XDG_CACHE_HOME: home };
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', INSTALL], { cwd: ROOT, env });
    expect(readlinkSync(join(home, 'tollgate/bin/redis-server'))).to.equal(join(home, 'redis-check-rdb'));
  });

  it('name the setting when their cache folder cannot be made', async () => {
    const env = { ...process.env, XDG_CACHE_HOME: '/dev/null' };
    const ran = promisify(execFile)('scripts/stores', ['stop', home], { cwd: ROOT, env });
    const fault: unknown = await ran.catch((error: unknown) => error);
    expect(fault).to.have.property('code', 1);
    expect(fault)
      .to.have.property('stderr')
      .that.matches(/^stores: the folder \S+ cannot be made: set XDG_CACHE_HOME .*\n$/);
  });
});
