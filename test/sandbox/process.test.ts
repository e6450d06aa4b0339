import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { usageOf } from '../../scripts/bench/process-figures.js';
import { createSandboxConnector } from '../../src/connectors/sandbox/card.js';
import { enterCode } from '../support/bank-customer.js';
import { authorization, TEST_CVV } from '../support/card-authorization.js';
import { until } from '../../scripts/until.js';
import { freePort } from '../../scripts/development/free-port.js';
import {
  SANDBOX_API_KEY,
  spawnSandbox,
  startSandbox,
  stoppedAfterEach,
  type SandboxProcess,
} from '../support/sandbox.js';
import { cardAbout } from '../support/about.js';

const APPROVED = '4242424242424242';
const CHALLENGED = '4000000000003220';

describe("the sandbox's process", () => {
  const start = stoppedAfterEach(startSandbox);
  const spawn = stoppedAfterEach(spawnSandbox);
  const connectTo = ({ apiUrl }: SandboxProcess, timeout = 5) =>
    createSandboxConnector({ apiUrl, apiKey: SANDBOX_API_KEY, timeout });

  it('remembers after kill -9 every charge that it answered, and open challenges too', async () => {
    const first = await start();
    const requests = Array.from({ length: 20 }, () => ({ request: authorization(APPROVED), key: randomUUID() }));
    const answers = await Promise.all(
      requests.map(({ request, key }) => connectTo(first).authorizeCard(request, cardAbout(key))),
    );
    const challenge = { request: authorization(CHALLENGED), key: randomUUID() };
    const asked = await connectTo(first).authorizeCard(challenge.request, cardAbout(challenge.key));
    await first.kill('SIGKILL');
    appendFileSync(join(first.localDir, 'sandbox', 'ledger.jsonl'), '{"key":"cut sho');

    const { localDir, ports } = first;
    const second = await start({ localDir, ports });
    expect(second.output()).to.contain('journal.line_dropped');
    for (const [at, { request, key }] of requests.entries()) {
      expect(await connectTo(second).authorizeCard(request, cardAbout(key))).to.deep.equal(answers[at]);
      expect(await second.ledger(key)).to.deep.equal([
        { idempotency_key: key, amount: 4990, currency: 'EUR', result: 'charged', calls: 2 },
      ]);
    }
    if (asked.outcome !== 'challenge') throw new Error(`Expected a challenge, not ${asked.outcome}`);
    await enterCode(asked.url);

    await second.kill('SIGKILL');
    const third = await start({ localDir, ports });
    expect(await connectTo(third).fetchCard(cardAbout(challenge.key))).to.include({ outcome: 'authorized' });
    expect(await third.ledger(challenge.key)).to.have.length(1);
  });

  it('forgets what nobody has asked about for SANDBOX_RETENTION', async () => {
    const sandbox = await start({ env: { SANDBOX_RETENTION: '0.5' } });
    const [request, key] = [authorization(APPROVED), randomUUID()];
    await connectTo(sandbox).authorizeCard(request, cardAbout(key));
    await until('it has forgotten', async () => (await sandbox.ledger(key)).length === 0);
    expect(readFileSync(join(sandbox.localDir, 'sandbox', 'ledger.jsonl'), 'utf8')).to.equal('');
  });

  it('starts fast with 100,000 charges in the ledger', async () => {
    const first = await start();
    const alone = usageOf(first.pid).cpu;
    const reference = randomUUID();
    await connectTo(first).authorizeCard(authorization(APPROVED), cardAbout('key-0', { trx: reference }));
    await first.kill('SIGKILL');
    const line = await first.ledgerFile();
    const lines = Array.from({ length: 100_000 }, (_, at) =>
      line.replace('key-0', `key-${at + 1}`).replace(reference, `reference-${at + 1}`),
    );
    appendFileSync(join(first.localDir, 'sandbox', 'ledger.jsonl'), lines.join(''));

    const second = await start({ localDir: first.localDir, ports: first.ports });
    expect(usageOf(second.pid).cpu - alone, 'ms of processor time').to.be.lessThan(10_000);
    expect(await second.ledger('reference-100000')).to.have.length(1);
  });

  it('writes neither card numbers nor security codes into its ledger or its log', async () => {
    const sandbox = await start();
    const numbers = [APPROVED, CHALLENGED, '4000000000000002', '4000000000000770', '4242424242424241'];
    const calls = numbers.map((number) =>
      connectTo(sandbox, 0.5)
        .authorizeCard(authorization(number), cardAbout(randomUUID()))
        .catch(() => undefined),
    );
    await Promise.all(calls);
    await fetch(`${sandbox.apiUrl}/charges`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SANDBOX_API_KEY}`, 'content-type': 'application/json' },
      body: `{"card":{"number":"${APPROVED}","cvv":"${TEST_CVV}"`,
    });
    const kept = (await sandbox.ledgerFile()) + sandbox.output();
    expect(kept).to.contain('charge.decided');
    for (const number of numbers) expect(kept).to.not.contain(number).and.not.contain(number.slice(0, 12));
    const withoutIds = kept.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|"pid":\d+/g, '');
    expect(withoutIds).to.not.match(new RegExp(`\\b${TEST_CVV}\\b`));
    expect((await stat(join(sandbox.localDir, 'sandbox', 'ledger.jsonl'))).mode & 0o777).to.equal(0o600);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`stops on ${signal}, whoever is waiting`, async () => {
      const sandbox = await start();
      await sandbox.faults({ mode: 'hang' });
      const waiting = connectTo(sandbox)
        .fetchCard(cardAbout('k'))
        .catch((error: unknown) => error);
      const begun = Date.now();
      await sandbox.kill(signal);
      expect(await sandbox.exited).to.equal(0);
      expect(Date.now() - begun).to.be.lessThan(10_000); // what waits would wait for ever
      expect(await waiting).to.be.instanceOf(Error);
      expect(sandbox.output()).to.contain('process.stopped');
    });

  it('names LOCAL_DIR in one line when it cannot write there', async () => {
    const sandbox = await spawn({ env: { LOCAL_DIR: join(ROOT, 'package.json') } });
    expect(await sandbox.exited).to.equal(78);
    expect(sandbox.output()).to.match(/^Bad configuration:\n {2}- "LOCAL_DIR" must be a folder .*ENOTDIR.*\n$/);
  });

  for (const [setting, taken] of [
    ['SANDBOX_PORT', 'pages'],
    ['SANDBOX_API_PORT', 'api'],
  ] as const)
    it(`names ${setting} in one line when that port is taken`, async () => {
      const first = await start();
      const ports = { pages: await freePort(), api: await freePort(), [taken]: first.ports[taken] };
      const second = await spawn({ ports });
      expect(await second.exited).to.equal(78); // EX_CONFIG: starting again will not help
      expect(second.output()).to.equal(
        `Port ${first.ports[taken]} cannot be had (EADDRINUSE): set ${setting} to another one\n`,
      );
    });
});
