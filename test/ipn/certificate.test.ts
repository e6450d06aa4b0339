import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../config/root.js';
import { connectDatabase } from '../../src/database/client.js';
import { invalidateEndpoint, readEndpoint } from '../../src/ipn/endpoint-health.js';
import { endpointId, endpoints } from '../../src/ipn/endpoint.model.js';
import { TestMerchant } from './a-delivery.js';
import { learnSuccess } from './lessons.js';
import { logLines } from './log-lines.js';
import { listenTls } from './receivers.js';
import { selfSigned } from '../support/self-signed.js';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const run = promisify(execFile);

/** What the worker does with two deliveries, in a process that trusts a certificate as others trust the system's. */
const DELIVER = `
  const { connectDatabase, disconnectDatabase } = await import('./dist/src/database/client.js');
  const { ipnDelivery } = await import('./dist/workers/ipn-delivery.js');
  const { closeCaller } = await import('./dist/src/ipn/call/post.js');
  const { redis } = await import('./dist/src/redis/client.js');
  await connectDatabase();
  for (const id of process.argv.slice(1)) await ipnDelivery({ id, version: 1 });
  await closeCaller();
  await disconnectDatabase();
  redis.disconnect();`;

describe("the end of an endpoint's certificate", () => {
  let merchant: TestMerchant;
  before(connectDatabase);
  beforeEach(async () => {
    merchant = await new TestMerchant().save();
  });
  afterEach(() => merchant.remove());

  const warnings = async (work: () => Promise<unknown>) =>
    (await logLines(work)).filter(({ message }) => message === 'endpoint.certificate_expiring');

  it('is seen when a notification is delivered, and warned of once', async () => {
    const { key, cert } = selfSigned();
    const server = await listenTls(createServer({ key, cert }, (_, response) => void response.end()));
    const folder = mkdtempSync(join(tmpdir(), 'ipn-ca-'));
    const ca = join(folder, 'ca.pem');
    writeFileSync(ca, cert);
    try {
      const sent = [await merchant.delivery({ url: server.url }), await merchant.delivery({ url: server.url })];
      const { stdout } = await run(
        process.execPath,
        ['--input-type=module', '--eval', DELIVER, ...sent.map(({ _id }) => _id)],
        { cwd: ROOT, env: { ...process.env, NODE_EXTRA_CA_CERTS: ca, LOG_LEVEL: 'warn' } },
      );
      expect(stdout.match(/endpoint\.certificate_expiring/g)).to.have.length(1);
      for (const sequence of [1, 2]) expect(await merchant.stored(sequence)).to.include({ status: 'delivered' });
      const endpoint = await endpoints.findOne({ merchantId: merchant.id });
      expect(endpoint?.certificateExpiresAt).to.deep.equal(new Date(new X509Certificate(cert).validTo));
    } finally {
      rmSync(folder, { recursive: true });
      await server.close();
    }
  });

  it('is warned of by one of two processes that see it at the same moment', async () => {
    const target = { merchantId: merchant.id, mode: 'test', host: 'shop.example:443' } as const;
    const soon = inDays(13);
    expect(await warnings(() => Promise.all([1, 2].map(() => learnSuccess(target, soon))))).to.have.length(1);
  });

  it('is warned of when it is near, at most once a day', async () => {
    const target = { merchantId: merchant.id, mode: 'test', host: 'shop.example:443' } as const;
    const note = (days: number) => warnings(() => learnSuccess(target, inDays(days)));
    expect(await note(15)).to.have.length(0);
    const [warning, ...more] = await note(13);
    expect(more).to.be.empty;
    expect(warning).to.include({ level: 'warn', merchant: merchant.id, host: target.host });
    expect(await note(13)).to.have.length(0);

    await endpoints.updateOne({ _id: endpointId(target) }, { $set: { certificateWarnedAt: inDays(-1) } });
    invalidateEndpoint(endpointId(target));
    expect(await note(12)).to.have.length(1);
    expect((await readEndpoint(target)).certificateExpiresAt?.getTime()).to.be.within(
      inDays(11).getTime(),
      inDays(12).getTime(),
    );
  });
});
