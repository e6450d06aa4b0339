// Loaded into a process by NODE_OPTIONS=--import: lets its clock and its DNS go wrong from outside. At SIGUSR2 it reads
// what is wrong from the file FAULTS_INSIDE/<pid>: { clockMs: how far its clock is ahead, dns: whether names are found }.
import dns from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const file = join(process.env.FAULTS_INSIDE ?? '', String(process.pid));
let wrong = { clockMs: 0, dns: true };
process.on('SIGUSR2', () => (wrong = JSON.parse(readFileSync(file, 'utf8'))));

const realNow = Date.now;
const now = () => realNow() + wrong.clockMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, property) => (property === 'now' ? now : Reflect.get(target, property)),
});

const lookup = dns.lookup;
dns.lookup = async (...args) => {
  if (!wrong.dns) throw Object.assign(new Error(`getaddrinfo EAI_AGAIN ${args[0]}`), { code: 'EAI_AGAIN' });
  return lookup(...args);
};
syncBuiltinESMExports();
