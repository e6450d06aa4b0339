import { setInterval } from 'node:timers';
import { runProcess } from '../../dist/src/process/run-process.js';

// A process, as it is built, that gets SIGTERM at the very moment at which it has written that it runs.

const { write } = process.stdout;
process.stdout.write = (...given) => {
  const isRoom = write.apply(process.stdout, given);
  if (String(given[0]).includes('process.started')) process.kill(process.pid, 'SIGTERM');
  return isRoom;
};
setInterval(() => undefined, 1000); // something that it runs for

runProcess('told', async () => async () => undefined);
