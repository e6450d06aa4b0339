import { spawn } from 'node:child_process';
import { freePort } from '../../../scripts/development/free-port.js';
import { until } from '../../../scripts/until.js';

/** Starts Stripe's own double on this machine alone: told of one address only, it would open the other one to all. */
export async function startStripeMock(binary: string): Promise<{ url: string; stop: () => void }> {
  const [http, https] = [await freePort(), await freePort()];
  const addresses = ['-http-addr', `127.0.0.1:${http}`, '-https-addr', `127.0.0.1:${https}`];
  const child = spawn(binary, addresses, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${http}`;
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await until('stripe-mock answers', answers);
  return { url, stop: () => void child.kill() };
}
