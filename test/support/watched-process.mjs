import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { startWatchdog } from '../../dist/src/process/watchdog.js';

// A process under the watchdog, as it is built: a thread needs a file. It stands still once and for all, or again and again for less than the watchdog allows.

const [how, ms = '0'] = process.argv.slice(2);

function standStill(forMs) {
  for (const end = performance.now() + forMs; performance.now() < end;);
}

startWatchdog('watched');
await pause(200);
process.stdout.write('begun\n');
if (how === 'once') standStill(Number(ms));
for (let times = 0; how === 'often' && times < 5; times++) {
  standStill(Number(ms));
  await pause(10);
}
