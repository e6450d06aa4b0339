import { expect } from 'chai';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../config/root.js';
import { createApp } from '../../src/web/app.js';
import { connectDatabase } from '../../src/database/client.js';
import { paymentEvidence } from '../../src/evidence/evidence.js';
import { signedHeaders } from '../../src/ipn/call/sign.js';
import { verifyEndpoint } from '../../src/ipn/verify-endpoint.js';
import { newSecret } from '../../src/merchants/secrets.js';
import { payments } from '../../src/payments/payment.model.js';
import { ipnDelivery } from '../../workers/ipn-delivery.js';
import { stored, TestMerchant } from '../ipn/a-delivery.js';
import { aPayment } from '../payments/a-payment.js';
import { freePort } from '../../scripts/development/free-port.js';
import { until } from '../../scripts/until.js';
import { LANGUAGES, libraryFolder, prepare, type Language } from './languages.js';
import { snippet } from './snippets.js';
import { serve as serveHere } from '../support/serve.js';

/** Decided before the specs are made, so that there is one for each language that can be run, and none is skipped. */
const TABLE = LANGUAGES.map((language) => {
  try {
    return { language, missing: prepare(language) };
  } catch (failure) {
    return { language, missing: null, failure };
  }
});

const run = promisify(execFile);

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

describe('the programs of the guides', () => {
  let merchant: TestMerchant;
  let folder: string;
  before(async () => {
    await connectDatabase();
    const line = TABLE.map(({ language, missing }) => `${language.name} ${missing === null ? 'run' : `not run: ${missing}`}`);
    process.stdout.write(`\n  Receivers of docs/quick-start.md: ${line.join('; ')}\n`);
  });
  beforeEach(async () => {
    merchant = await new TestMerchant().save();
    const local = join(ROOT, '.local'); // below the repository, so that npm packages are found
    mkdirSync(local, { recursive: true });
    folder = mkdtempSync(join(local, 'docs-'));
  });
  afterEach(async () => {
    await merchant.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts a language's program with the merchant's secret. */
  async function serve(language: Language, port: number) {
    const library = libraryFolder(language);
    if (library) cpSync(library, folder, { recursive: true });
    writeFileSync(join(folder, language.file), snippet(language.file));
    const [build, ...args] = language.build ?? [];
    if (build) await run(build, args, { cwd: folder });
    const [command, ...rest] = language.serve(port);
    const [TOLLGATE_SECRET = ''] = merchant.secrets;
    const env = { ...process.env, SHOP_PORT: String(port), TOLLGATE_SECRET };
    const child = spawn(command, rest, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += String(chunk)));
    return { child, printed: () => printed };
  }

  for (const { language, missing, failure } of TABLE)
    if (missing === null)
      it(`verify in ${language.name} what is delivered, and refuse every forgery`, async () => {
        expect(failure, String(failure)).to.be.undefined;
        const port = await freePort();
        const url = `http://127.0.0.1:${port}/`;
        const { child, printed } = await serve(language, port);
        try {
          await until(`${language.file} listens`, () => {
            if (child.exitCode !== null) throw new Error(`${language.file} ended: ${printed()}`);
            return listens(port);
          });
          expect((await verifyEndpoint(merchant.id, url)).checks.map(({ ping, verdict }) => `${ping} ${verdict}`)).to.deep.equal(
            ['good', 'unsigned', 'wrong_signature', 'stale', 'repeated'].map((ping) => `${ping} right`),
          );
          const delivery = await merchant.delivery({ url });
          await ipnDelivery({ id: delivery._id, version: 1 });
          expect(await stored(delivery)).to.include({ status: 'delivered' });
          await until('the event is printed', () => printed().includes(`payment.success ${delivery.identifier}`));
        } finally {
          const ended = child.exitCode === null && once(child, 'exit');
          child.kill('SIGKILL');
          await ended;
        }
      });

  it('verify a body that was kept, however long ago it came, and refuse another one', async () => {
    const [TOLLGATE_SECRET = ''] = merchant.secrets;
    const { body, eventId } = await merchant.delivery();
    const headers = signedHeaders({ id: eventId, timestamp: 1763730000, body }, [newSecret(), TOLLGATE_SECRET]);
    writeFileSync(join(folder, 'kept.ts'), snippet('kept.ts'));
    const sayOf = (text: string) => {
      const args = ['--import', 'tsx', 'kept.ts', ...Object.values(headers)];
      const env = { ...process.env, TOLLGATE_SECRET };
      return spawnSync(process.execPath, args, { cwd: folder, env, input: text, encoding: 'utf8' }).stdout;
    };
    expect(sayOf(body)).to.equal('as it was sent\n');
    expect(sayOf(body.replace('"success"', '"failed"'))).to.equal('not what was sent\n');
  });

  it('verify evidence with the keys that are published', async () => {
    const payment = aPayment({ merchantId: merchant.id, status: 'succeeded' });
    await payments.insertOne(payment);
    const { url, close } = await serveHere(createApp());
    try {
      const { jws, evidence } = await paymentEvidence(payment._id);
      writeFileSync(join(folder, 'evidence.ts'), snippet('evidence.ts'));
      writeFileSync(join(folder, 'evidence.jws'), `${jws}\n`);
      const env = { ...process.env, TOLLGATE_URL: url };
      const command = `"${process.execPath}" --import tsx evidence.ts < evidence.jws`;
      const { stdout } = await run('/bin/sh', ['-c', command], { cwd: folder, env });
      for (const said of [evidence.payment.trx, evidence.payment.identifier]) expect(stdout).to.include(said);
    } finally {
      await close();
      await payments.deleteOne({ _id: payment._id });
    }
  });
});
