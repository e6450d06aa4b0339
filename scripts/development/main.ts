import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { config } from '../../config/index.js';
import { connectDatabase, disconnectDatabase } from '../../src/database/client.js';
import { isAllowedAddress } from '../../src/ipn/call/address-rules.js';
import { redis } from '../../src/redis/client.js';
import { testMerchant, testOperator } from './accounts.js';
import { sendFirstPayment } from './first-payment.js';
import { requireFreePort } from './free-port.js';
import { waitUntilHealthy } from './health.js';
import { inLocalDir, keepEnvironment, writePrivately } from './kept-files.js';
import { listenWhenAllowed } from './notifications.js';
import { decidePorts, healthOf, metricsOf, urls, type Ports } from './ports.js';
import { say } from './print.js';
import { Processes } from './processes.js';
import { readProcfile } from './procfile.js';
import { isStandIn, keepStandInAccounts, STAND_INS, standInProcess } from './stand-ins.js';
import { watchForChanges } from './watch.js';
import { showWelcome } from './welcome.js';

// What ./scripts/up runs once the stores are there: every process of the Procfile, a merchant, an operator, a payment.

const READY = 'ready.json';
const STOP_LIMIT_MS = 2500; // three times this, and the stores, within the ten seconds that people wait

const { values: options } = parseArgs({ options: { watch: { type: 'boolean' }, gateway: { type: 'string' } } });
const procfile = readProcfile();
/** New payments stop first, then all that works on them, then the gateway that they ask. */
const FIRST = ['web', 'console'];
const LAST = ['sandbox', ...Object.keys(STAND_INS)];
const STOP_ORDER = [FIRST, Object.keys(procfile).filter((name) => ![...FIRST, ...LAST].includes(name)), LAST];
const gateway = options.gateway !== undefined && isStandIn(options.gateway) ? options.gateway : undefined;
const standIn = gateway && standInProcess(gateway, urls.api);
let writeReady = () => {};

function startProcesses({ sandboxApi, metrics }: Ports): Processes {
  const inputs = Object.entries(procfile).map(([name, command]) => ({
    name,
    command,
    env: { SANDBOX_API_PORT: String(sandboxApi), METRICS_PORT: String(metrics[name]) },
  }));
  return new Processes([...inputs, ...(standIn ? [standIn.input] : [])], () => writeReady());
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Ends everything in order, once, and then this process: with 1 when it was a fault. */
function stopper(processes: Processes): (fault?: unknown) => Promise<void> {
  let stopping = false;
  return async (fault) => {
    if (stopping) return;
    stopping = true;
    if (fault) say('up', `!! ${sentence(fault)}`);
    writeReady = () => {};
    rmSync(inLocalDir(READY), { force: true });
    say('up', 'stopping');
    for (const names of STOP_ORDER) await processes.stop(names, STOP_LIMIT_MS);
    say('up', 'stopped');
    process.exit(fault ? 1 : 0);
  };
}

async function openAccounts() {
  await connectDatabase();
  await keepStandInAccounts(gateway); // first: web hears of it while the others are made
  const merchant = await testMerchant(inLocalDir('merchant.json'));
  const operator = await testOperator(inLocalDir('operator.json'));
  await disconnectDatabase();
  redis.disconnect();
  return { merchant, operator };
}

async function welcome(processes: Processes, ports: Ports): Promise<void> {
  await Promise.all(Object.keys(procfile).map((name) => waitUntilHealthy(name, healthOf(name, ports))));
  if (standIn) await waitUntilHealthy(standIn.input.name, standIn.health);
  const { merchant, operator } = await openAccounts();
  const { url: receiverUrl, verified } = await listenWhenAllowed(merchant.secret_key, isAllowedAddress);
  const first = await sendFirstPayment(urls.api, merchant.public_key, receiverUrl, verified);
  const about = {
    api_url: urls.api,
    console_url: urls.console,
    sandbox_url: urls.sandbox,
    mongodb_uri: config.mongodbUri,
    redis_url: config.redis.url,
    merchant,
    operator,
    metrics: metricsOf(ports),
  };
  writeReady = () => writePrivately(READY, JSON.stringify({ ...about, processes: processes.pids() }, null, 2));
  writeReady();
  showWelcome({ urls, merchant, operator, first, receiverUrl });
}

async function main(): Promise<void> {
  const ports = await decidePorts(Object.keys(procfile));
  if (standIn) await requireFreePort(standIn.port, `GATEWAY_URL_${standIn.input.name.toUpperCase()}`);
  keepEnvironment(ports.sandboxApi);
  const processes = startProcesses(ports);
  const stop = stopper(processes);
  // SIGHUP: the terminal is closed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());
  // Such as EPIPE: whoever reads our lines may go before us, as `tee` does at a Ctrl-C.
  process.on('uncaughtException', (error) => void stop(error));
  await processes.whileStarting(() => welcome(processes, ports)).catch(stop);
  if (options.watch)
    watchForChanges(() => {
      say('up', 'something has changed: starting all again');
      processes.restart(STOP_LIMIT_MS).catch(stop);
    });
}

main().catch((error: unknown) => {
  say('up', `!! ${sentence(error)}`);
  process.exit(1);
});
