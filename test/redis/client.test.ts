import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../../config/root.js';
import { withRedis } from '../support/redis-keys.js';

interface Ended {
  code: number;
  stderr: string;
}

/** Starts a worker that is to end by itself. */
async function start(env: Record<string, string>): Promise<Ended> {
  const options = { cwd: ROOT, env: { ...process.env, ...env }, timeout: 60_000, killSignal: 'SIGKILL' } as const;
  return promisify(execFile)(process.execPath, ['dist/workers/run.js', 'ipn-delivery'], options).then(
    ({ stderr }) => ({ code: 0, stderr }),
    (error: unknown) => error as Ended, // that of execFile: the process ended with a code or was ended
  );
}

describe('a worker whose Redis could lose what it is given', () => {
  it('does not start when keys may be thrown away for room', async () => {
    const set = (policy: string) => withRedis((redis) => redis.config('SET', 'maxmemory-policy', policy));
    await set('allkeys-lru');
    try {
      const { code, stderr } = await start({});
      expect(code).to.equal(78); // EX_CONFIG
      expect(stderr).to.include('the Redis of "REDIS_URL" must have maxmemory-policy noeviction, not allkeys-lru');
    } finally {
      await set('noeviction');
    }
  });

  it('does not start when its database is not there: it would be put into number 0', async () => {
    const url = new URL(process.env.REDIS_URL ?? '');
    url.pathname = '/4096';
    const { code, stderr } = await start({ REDIS_URL: url.href });
    expect(code).to.equal(78);
    expect(stderr).to.include('the Redis of "REDIS_URL" must have a database 4096');
  });
});
