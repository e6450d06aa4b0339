import { write } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** What watchdog.ts tells its thread. */
export interface Watched {
  name: string;
  /** Shared memory whose one number rises while the event loop runs. */
  beats: Int32Array;
  looks: number;
  lookEveryMs: number;
}

/** How long the last line may take. It never gets through while nobody reads the output of the process. */
const LAST_WORDS_MS = 500;

const { name, beats, looks, lookEveryMs } = workerData as Watched; // given by watchdog.ts

function end(): void {
  const line = {
    level: 'error',
    message: 'process.stood_still',
    process: name,
    pid: process.pid,
    seconds: (looks * lookEveryMs) / 1000,
    timestamp: new Date().toISOString(),
  };
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_WORDS_MS);
  write(1, `${JSON.stringify(line)}\n`, () => process.kill(process.pid, 'SIGKILL'));
}

let seen = Atomics.load(beats, 0);
let inVain = 0;

const looking = setInterval(() => {
  const now = Atomics.load(beats, 0);
  inVain = now === seen ? inVain + 1 : 0;
  seen = now;
  if (inVain < looks) return;
  clearInterval(looking);
  end();
}, lookEveryMs);
