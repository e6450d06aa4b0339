import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSandboxLocalConnector } from '../../../src/connectors/sandbox/local.js';
import { receiveCallbacks } from '../../support/callback-receiver.js';
import { upiRequest, walletRequest } from '../../support/local-requests.js';
import { SANDBOX_API_KEY, startSandbox, stoppedAfterEach, type SandboxProcess } from '../../support/sandbox.js';
import { until } from '../../../scripts/until.js';
import { press } from '../../support/wallet-customer.js';
import { about, walletAbout } from '../../support/about.js';
import { readSandboxFile } from '../../../scripts/faults-run/sandbox-file.js';
import { usageOf } from '../../../scripts/bench/process-figures.js';

const SLOW = { SANDBOX_CUSTOMER_DELAY: '600' };
const QUICK = { SANDBOX_CUSTOMER_DELAY: '0.5' };

describe('orders over a restart of the sandbox', () => {
  const start = stoppedAfterEach(startSandbox);
  const again = ({ localDir, ports }: SandboxProcess, env: Record<string, string>) => start({ localDir, ports, env });
  const connectTo = ({ apiUrl }: SandboxProcess) =>
    createSandboxLocalConnector({ apiUrl, apiKey: SANDBOX_API_KEY, timeout: 5 });

  it('are all there after kill -9, with their pages, and are charged once', async () => {
    const first = await start({ env: SLOW });
    const upi = { request: upiRequest(), about: about(randomUUID(), { amount: 10_000 }) };
    const wallet = { request: walletRequest(), about: walletAbout(randomUUID(), { amount: 10_000 }) };
    const agreed = { request: walletRequest(), about: walletAbout(randomUUID()) };
    const closed = randomUUID();
    const payee = await connectTo(first).createUpi(upi.request, upi.about);
    const { url } = await connectTo(first).createWallet(wallet.request, wallet.about);
    await connectTo(first).createWallet(agreed.request, agreed.about);
    await connectTo(first).simulate?.(agreed.about, 'confirm');
    await connectTo(first).cancelOrder(about(closed));
    await connectTo(first).simulate?.(upi.about, 'confirm');
    const paid = await connectTo(first).fetchOrder(upi.about);
    await first.kill('SIGKILL');
    appendFileSync(join(first.localDir, 'sandbox', 'ledger.jsonl'), '{"kind":"upi","key":"cut sho');

    const connector = connectTo(await again(first, SLOW));
    expect(await connector.createUpi(upi.request, upi.about)).to.deep.equal(payee);
    expect(await connector.fetchOrder(upi.about)).to.deep.equal(paid);
    expect(await connector.fetchOrder(about(closed))).to.deep.equal({ outcome: 'cancelled' });
    expect(await connector.executeWallet(agreed.about)).to.include({ outcome: 'paid' });
    expect(await press(url, 'confirm')).to.equal(wallet.request.returnUrl);
    expect(await connector.executeWallet(wallet.about)).to.include({ outcome: 'paid', amount: 10_000 });
    for (const { about } of [upi, wallet, agreed]) expect(await first.ledger(about.trx)).to.have.length(1);
  });

  it('have customers who act though the sandbox was killed meanwhile, also when their hour had passed', async () => {
    const first = await start({ env: QUICK });
    const soon = randomUUID();
    const late = randomUUID();
    await connectTo(first).createUpi(upiRequest(), about(soon, { amount: 10_000 }));
    await connectTo(first).createUpi(
      upiRequest({ expiresAt: new Date(Date.now() + 300) }),
      about(late, { amount: 10_033 }),
    );
    await first.kill('SIGKILL');

    const connector = connectTo(await again(first, SLOW));
    await until('both have paid', async () => {
      const results = await Promise.all([soon, late].map((key) => connector.fetchOrder(about(key))));
      return results.every(({ outcome }) => outcome === 'paid');
    });
  });

  it('that were closed, and paid all the same, are known as closed when the file has been written anew', async () => {
    const first = await start({ env: QUICK });
    const key = randomUUID();
    await connectTo(first).createUpi(
      upiRequest({ expiresAt: new Date(Date.now() + 300) }),
      about(key, { amount: 10_033 }),
    );
    await connectTo(first).cancelOrder(about(key));
    await until('it is paid late', async () => (await connectTo(first).fetchOrder(about(key))).outcome === 'paid');
    const lines = async () => (await first.ledgerFile()).split('\n').filter(Boolean).length;
    expect(await lines()).to.be.greaterThan(2);
    await first.kill('SIGKILL');
    await again(first, SLOW);
    expect(await lines()).to.equal(1);
    const { charges, closedKeys } = await readSandboxFile(first);
    expect(charges.map((charge) => charge.key)).to.deep.equal([key]);
    expect([...closedKeys]).to.deep.equal([key]);
  });

  it('have their news told after the restart when nobody took it before', async () => {
    const receiver = await receiveCallbacks(() => status);
    let status = 503;
    try {
      const first = await start({ env: SLOW });
      const key = randomUUID();
      await connectTo(first).createUpi(upiRequest({ callbackUrl: receiver.url }), about(key));
      await connectTo(first).simulate?.(about(key), 'confirm');
      await receiver.first(key);
      await first.kill('SIGKILL');
      const before = receiver.of(key).length;

      status = 200;
      await again(first, SLOW);
      await until('the news has come again', () => receiver.of(key).length > before);
      const last = receiver.of(key).at(-1);
      const news = connectTo(first).readCallback(last?.headers ?? {}, last?.body ?? '') ?? [];
      expect(news.map((each) => each.key)).to.deep.equal([key]);
    } finally {
      await receiver.stop();
    }
  });

  it('start fast with 20,000 open ones, which then all pay', async () => {
    const first = await start({ env: SLOW });
    const alone = usageOf(first.pid).cpu;
    const reference = randomUUID();
    await connectTo(first).createUpi(upiRequest(), about('key-0', { trx: reference, amount: 10_000 }));
    await first.kill('SIGKILL');
    const [line = ''] = (await first.ledgerFile()).split('\n');
    const due = line.replace(/"customerAt":\d+/, `"customerAt":${Date.now() + 3_000}`);
    const lines = Array.from({ length: 20_000 }, (_, at) =>
      due.replace('key-0', `key-${at + 1}`).replace(reference, `reference-${at + 1}`),
    );
    appendFileSync(join(first.localDir, 'sandbox', 'ledger.jsonl'), `${lines.join('\n')}\n`);

    const second = await again(first, SLOW);
    expect(usageOf(second.pid).cpu - alone, 'ms of processor time').to.be.lessThan(2_000);
    await second.faults({ mode: 'none', callbacks: false });
    const connector = connectTo(second);
    const waits: number[] = [];
    await until('the last one has paid', async () => {
      const asked = Date.now();
      const { outcome } = await connector.fetchOrder(about('key-20000'));
      waits.push(Date.now() - asked);
      return outcome === 'paid';
    });
    const [, slow = 0] = waits.sort((a, b) => b - a); // the machine may have stalled in one
    expect(slow, 'requests are served while customers act').to.be.lessThan(1_000);
  });
});
