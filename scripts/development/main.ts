import { EventEmitter } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '../../config/index.js';
import { connectDatabase, disconnectDatabase } from '../../src/database.js';
import { redis } from '../../src/redis.js';
import { startReceiver } from '../ipn-receiver/receiver.js';
import { testMerchant, testOperator } from './accounts.js';
import { sendFirstPayment } from './first-payment.js';
import { freePort, isFree, requireFreePort } from './free-port.js';
import { waitUntilHealthy } from './health.js';
import { say } from './print.js';
import { Processes } from './processes.js';
import { readProcfile } from './procfile.js';
import { showWelcome } from './welcome.js';

// What ./scripts/up runs once the stores are there: every process of the Procfile, a merchant, an operator, a payment.

const inLocalDir = (name: string) => join(config.localDir, name);
const READY = inLocalDir('ready.json');
/** New payments stop first, then what works on them, then the gateway that they ask. */
const STOP_ORDER = [['web', 'console'], ['payments', 'ipn'], ['sandbox']];
const STOP_LIMIT_MS = 4000;

function writePrivately(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
}

/** For the shells beside us: `npm run merchant` and the like find the same stores and keys. */
function keepEnvironment(sandboxApiPort: number): void {
  const environment = {
    MONGODB_URI: config.mongodbUri,
    REDIS_URL: config.redisUrl,
    MASTER_KEY: config.masterKey,
    CARD_PUBLIC_KEY: config.card.publicKey,
    SANDBOX_API_KEY: config.sandbox.apiKey,
    PORT: config.ports.web,
    CONSOLE_PORT: config.ports.console,
    SANDBOX_PORT: config.ports.sandbox,
    SANDBOX_API_PORT: sandboxApiPort,
    PUBLIC_URL: config.publicUrl,
  };
  writePrivately(
    inLocalDir('env'),
    Object.entries(environment)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
}

async function main(): Promise<void> {
  const { web, console: consolePort, sandbox } = config.ports;
  await requireFreePort(web, 'PORT');
  await requireFreePort(consolePort, 'CONSOLE_PORT');
  await requireFreePort(sandbox, 'SANDBOX_PORT');
  const sandboxApiPort = (await isFree(config.ports.sandboxApi)) ? config.ports.sandboxApi : await freePort();
  keepEnvironment(sandboxApiPort);

  const procfile = readProcfile();
  const metricsPorts: Record<string, number> = {};
  for (const name of Object.keys(procfile)) metricsPorts[name] = await freePort();
  const metrics = Object.fromEntries(
    Object.entries(metricsPorts).map(([name, port]) => [name, `http://127.0.0.1:${port}/metrics`]),
  );

  let writeReady = () => {};
  const processes = new Processes(
    Object.entries(procfile).map(([name, command]) => ({
      name,
      command,
      env: { SANDBOX_API_PORT: String(sandboxApiPort), METRICS_PORT: String(metricsPorts[name]) },
    })),
    () => writeReady(),
  );

  const notifications = new EventEmitter();
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    rmSync(READY, { force: true });
    say('up', 'stopping');
    for (const names of STOP_ORDER) await processes.stop(names, STOP_LIMIT_MS);
    say('up', 'stopped');
    process.exit(code);
  };
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(0));

  try {
    const urls = {
      api: `http://127.0.0.1:${web}`,
      console: `http://127.0.0.1:${consolePort}`,
      sandbox: `http://127.0.0.1:${sandbox}`,
    };
    await Promise.all([
      waitUntilHealthy('web', `${urls.api}/readyz`),
      waitUntilHealthy('console', `${urls.console}/healthz`),
      waitUntilHealthy('sandbox', `${urls.sandbox}/healthz`),
      ...['payments', 'ipn'].map((name) => waitUntilHealthy(name, `http://127.0.0.1:${metricsPorts[name]}/healthz`)),
    ]);
    await connectDatabase();
    const merchant = await testMerchant(inLocalDir('merchant.json'));
    const operator = await testOperator(inLocalDir('operator.json'));
    await disconnectDatabase();
    redis.disconnect();

    const receiver = await startReceiver({
      port: 0,
      secret: merchant.secret_key,
      onEvent: ({ verified, body }) => {
        if (!verified) return say('receiver', '! a notification whose signature does not hold');
        const { type, identifier, sequence } = JSON.parse(body) as Record<string, string>; // verified: it is ours
        say('receiver', `verified ${type} identifier=${identifier} sequence=${sequence}`);
        notifications.emit(`verified ${identifier}`);
      },
    });
    const first = await sendFirstPayment(urls.api, merchant.public_key, receiver.url, notifications);
    writeReady = () =>
      writePrivately(
        READY,
        JSON.stringify(
          {
            api_url: urls.api,
            console_url: urls.console,
            sandbox_url: urls.sandbox,
            mongodb_uri: config.mongodbUri,
            redis_url: config.redisUrl,
            merchant,
            operator,
            metrics,
            processes: processes.pids(),
          },
          null,
          2,
        ),
      );
    writeReady();
    showWelcome({ urls, merchant, operator, first, receiverUrl: receiver.url });
  } catch (error) {
    say('up', `!! ${error instanceof Error ? error.message : String(error)}`);
    await stop(1);
  }
}

main().catch((error: unknown) => {
  say('up', `!! ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
