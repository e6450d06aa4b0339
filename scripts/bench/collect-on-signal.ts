import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { heapFileOf } from './live-memory.js';

// Loaded into processes that a bench measures: on SIGUSR2 everything goes that nothing refers to any more.

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // what this flag puts there

process.on('SIGUSR2', () => {
  collect();
  collect(); // what the first one's finalizers have let go
  const file = heapFileOf(process.env.BENCH_HEAPS ?? '', process.pid);
  writeFileSync(`${file}.new`, String(process.memoryUsage().heapUsed));
  renameSync(`${file}.new`, file);
});
