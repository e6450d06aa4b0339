import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { freePort } from '../development/free-port.js';
import { until } from '../until.js';
import { endWithBench } from './end-with-bench.js';
import { ownNames } from './own-names.js';

/** What ./scripts/up writes about itself, as far as benches need it. */
export interface Ready {
  api_url: string;
  mongodb_uri: string;
  redis_url: string;
  merchant: { public_key: string; secret_key: string };
  processes: Record<string, number[]>;
}

export interface RunningTollgate {
  ready: Ready;
  localDir: string;
  stop: () => Promise<void>;
}

const LOOK_MS = 100;
const PATIENCE_MS = 300_000; // the very first start builds the database

/**
 * Starts everything by ./scripts/up, in a folder and on ports of its own, with rate limits off.
 * @param args of ./scripts/up
 * @param more settings besides
 */
export async function runTollgate(args: string[] = [], more: Record<string, string> = {}): Promise<RunningTollgate> {
  const localDir = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
  const ports = { PORT: await freePort(), CONSOLE_PORT: await freePort(), SANDBOX_PORT: await freePort() };
  const settings = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
  const names = ownNames(process.env);
  const up = spawn(join(ROOT, 'scripts/up'), args, {
    cwd: ROOT,
    env: {
      ...process.env,
      ...settings,
      ...names.env,
      ...more,
      LOCAL_DIR: localDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // what kills the bench's process group would leave behind what it has started
  });
  endWithBench(up, 'TERM');
  let printed = '';
  up.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(up, 'exit');
  const file = join(localDir, 'ready.json');
  const isReady = () => {
    if (up.exitCode !== null) throw new Error(`./scripts/up has ended with exit code ${up.exitCode}:\n${printed}`);
    return existsSync(file);
  };
  const stop = async () => {
    up.kill('SIGTERM');
    await ended;
    await names.remove();
    rmSync(localDir, { recursive: true, force: true });
  };
  try {
    await until('./scripts/up is ready', isReady, PATIENCE_MS, LOOK_MS);
    return { ready: JSON.parse(readFileSync(file, 'utf8')) as Ready, localDir, stop }; // ./scripts/up wrote it
  } catch (error) {
    await stop();
    throw error;
  }
}
