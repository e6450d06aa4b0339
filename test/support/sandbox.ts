import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import type { LedgerLine } from '../../src/sandbox/charge.js';
import { freePort } from '../../scripts/development/free-port.js';
import { until } from '../../scripts/until.js';

export const SANDBOX_API_KEY = 'the-key-of-tests';

export interface SandboxOptions {
  /** Folder of an earlier sandbox, to start from its ledger; else a new one that `stop` removes. */
  localDir?: string;
  ports?: { pages: number; api: number };
  env?: Record<string, string>;
}

/** Settings that every process wants, none of which the sandbox uses. */
const UNUSED = {
  MONGODB_URI: 'mongodb://127.0.0.1:1/unused',
  REDIS_URL: 'redis://127.0.0.1:1',
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
  CARD_PUBLIC_KEY: 'MCowBQYDK2VuAyEAxvdJu0fpDgm2ukB1eko69kFzkl+hyAraIgBDKVP353U=',
};

/** Starts the sandbox's process without waiting for it to be ready. */
export async function spawnSandbox(options: SandboxOptions = {}) {
  const ports = options.ports ?? { pages: await freePort(), api: await freePort() };
  const localDir = options.localDir ?? (await mkdtemp(join(tmpdir(), 'tollgate-sandbox-')));
  const child = spawn(process.execPath, ['dist/src/sandbox/server.js'], {
    cwd: ROOT,
    env: {
      ...UNUSED,
      NODE_ENV: 'test',
      LOCAL_DIR: localDir,
      SANDBOX_PORT: String(ports.pages),
      SANDBOX_API_PORT: String(ports.api),
      SANDBOX_API_KEY,
      ...options.env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));

  const exited = once(child, 'close').then(([code]: unknown[]) => code);
  const url = `http://127.0.0.1:${ports.pages}`;
  const ask = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();

  return {
    url,
    apiUrl: `http://127.0.0.1:${ports.api}`,
    ports,
    localDir,
    pid: child.pid ?? 0,
    /** Resolves to the exit code, null after a signal, when all output has been read. */
    exited,
    output: () => output,
    running: () => child.exitCode === null && child.signalCode === null,
    ledgerFile: () => readFile(join(localDir, 'sandbox', 'ledger.jsonl'), 'utf8'),
    async ledger(reference: string): Promise<LedgerLine[]> {
      const { charges } = (await ask(`/ledger?reference=${encodeURIComponent(reference)}`)) as {
        charges: LedgerLine[];
      };
      return charges;
    },
    faults: (fault: object): Promise<Response> =>
      fetch(`${url}/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      }),
    async kill(signal: NodeJS.Signals): Promise<void> {
      child.kill(signal);
      await exited;
    },
    async stop(): Promise<void> {
      child.kill('SIGKILL');
      await exited;
      await rm(localDir, { recursive: true, force: true });
    },
  };
}

export type SandboxProcess = Awaited<ReturnType<typeof spawnSandbox>>;

/** A real sandbox process, from dist/, on free ports, with a ledger of its own. */
export async function startSandbox(options: SandboxOptions = {}): Promise<SandboxProcess> {
  let sandbox = await spawnSandbox(options);
  await until('the sandbox has started', async () => {
    if (!sandbox.running()) {
      // Somebody else may have taken a port since it was looked at.
      if (!sandbox.output().includes('EADDRINUSE')) throw new Error(`The sandbox did not start:\n${sandbox.output()}`);
      sandbox = await spawnSandbox(options);
    }
    return sandbox.output().includes('sandbox.started');
  });
  return sandbox;
}

/** For a `describe`: gives a startSandbox(), or a spawnSandbox(), whose sandboxes are stopped after each spec. */
export function stoppedAfterEach(start: typeof startSandbox): typeof startSandbox {
  const started: SandboxProcess[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((sandbox) => sandbox.stop()));
  });
  return async (options) => {
    const sandbox = await start(options);
    started.push(sandbox);
    return sandbox;
  };
}
