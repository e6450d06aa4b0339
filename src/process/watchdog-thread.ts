import { write } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** What watchdog.ts tells its thread. */
export interface WatchdogData {
  name: string;
  /** Shared memory whose one number rises while the event loop runs. */
  heartbeats: Int32Array;
  checks: number;
  checkEveryMs: number;
}

/** How long the last line may take. It never gets through while nobody reads the output of the process. */
const LAST_WORDS_MS = 500;

const { name, heartbeats, checks, checkEveryMs } = workerData as WatchdogData; // given by watchdog.ts

function end(): void {
  const line = {
    level: 'error',
    message: 'process.event_loop_blocked',
    process: name,
    pid: process.pid,
    seconds: (checks * checkEveryMs) / 1000,
    timestamp: new Date().toISOString(),
  };
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_WORDS_MS);
  write(1, `${JSON.stringify(line)}\n`, () => process.kill(process.pid, 'SIGKILL'));
}

let seen = Atomics.load(heartbeats, 0);
let missed = 0;

const checking = setInterval(() => {
  const now = Atomics.load(heartbeats, 0);
  missed = now === seen ? missed + 1 : 0;
  seen = now;
  if (missed < checks) return;
  clearInterval(checking);
  end();
}, checkEveryMs);
