import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { createSandboxConnector } from '../../src/connectors/sandbox/card.js';
import { createSandboxLedger } from '../../src/connectors/sandbox/ledger.js';
import { createSandboxLocalConnector } from '../../src/connectors/sandbox/local.js';
import { ledgerContract } from '../contract/ledger.contract.js';
import { enterCode } from '../support/bank-customer.js';
import { authorization } from '../support/card-authorization.js';
import { upiRequest, walletRequest } from '../support/local-requests.js';
import { chargeBody, sandboxApps } from '../support/sandbox-apps.js';
import { SANDBOX_API_KEY, startSandbox, type SandboxProcess } from '../support/sandbox.js';
import { about, cardAbout, walletAbout } from '../support/about.js';

describe("the sandbox connector's ledger", () => {
  let sandbox: SandboxProcess;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.stop());

  const access = () => ({ apiUrl: sandbox.apiUrl, apiKey: SANDBOX_API_KEY, timeout: 5 });
  const cards = () => createSandboxConnector(access());
  const local = () => createSandboxLocalConnector(access());

  async function moveByCard(number: string) {
    const request = authorization(number);
    const key = randomUUID();
    const first = await cards().authorizeCard(request, cardAbout(key));
    if (first.outcome === 'challenge') await enterCode(first.url);
    const result = await cards().fetchCard(cardAbout(key));
    if (result.outcome !== 'authorized') throw new Error(`Expected money to move, not ${result.outcome}`);
    const { amount, currency, reference } = result;
    return { key, trx: key, reference, amount, currency };
  }

  async function moveLocally(key: string) {
    await local().simulate?.(about(key), 'confirm');
    const agreed = await local().fetchOrder(about(key));
    const result = agreed.outcome === 'agreed' ? await local().executeWallet(about(key)) : agreed;
    if (result.outcome !== 'paid') throw new Error(`Expected money to move, not ${result.outcome}`);
    const { amount, currency, reference } = result;
    return { key, trx: key, reference, amount, currency };
  }

  async function moveByUpi() {
    const key = randomUUID();
    await local().createUpi(upiRequest(), about(key));
    return moveLocally(key);
  }

  async function moveByWallet() {
    const key = randomUUID();
    await local().createWallet(walletRequest(), walletAbout(key));
    return moveLocally(key);
  }

  ledgerContract({
    connect: (options = {}) => createSandboxLedger({ ...access(), ...options }),
    moveMoney: () =>
      Promise.all([moveByCard('4242424242424242'), moveByCard('4000000000003220'), moveByUpi(), moveByWallet()]),
    async moveNothing() {
      const [declined, challenged, closed, waiting, unknown] = Array.from({ length: 5 }, () => randomUUID());
      await cards().authorizeCard(authorization('4000000000000002'), cardAbout(declined ?? ''));
      await cards().authorizeCard(authorization('4000000000003220'), cardAbout(challenged ?? ''));
      await cards().voidCard(cardAbout(closed ?? ''));
      await local().createUpi(upiRequest(), about(waiting ?? ''));
      return [declined, challenged, closed, waiting, unknown].map((key) => key ?? '');
    },
  });

  it('still lists what moved before the sandbox was killed', async () => {
    const record = await moveByCard('4242424242424242');
    const found = await createSandboxLedger(access()).find(about(record.key));
    await sandbox.kill('SIGKILL');
    sandbox = await startSandbox({ localDir: sandbox.localDir });
    expect(await createSandboxLedger(access()).find(about(record.key))).to.deep.equal(found);
  });

  it('is read page by page, and refuses a window that is none', async () => {
    const apps = sandboxApps();
    try {
      for (let no = 0; no < 501; no++)
        await apps.api.post('/charges').set('idempotency-key', `key-${no}`).send(chargeBody('4242424242424242'));
      const window = 'from=2020-01-01T00:00:00Z&to=2099-01-01T00:00:00Z';
      const first = (await apps.api.get(`/settled?${window}`).expect(200)).body as {
        settled: object[];
        next_cursor: string;
      };
      expect(first.settled).to.have.length(500);
      const second = await apps.api.get(`/settled?${window}&cursor=${first.next_cursor}`).expect(200);
      expect(second.body).to.have.nested.property('settled[0].idempotency_key', 'key-500');
      expect(second.body).to.include({ next_cursor: null });
      for (const wrong of ['', 'from=x&to=y', 'from=2026-01-02&to=2026-01-01', `${window}&cursor=-1`])
        await apps.api.get(`/settled?${wrong}`).expect(400);
    } finally {
      apps.close();
    }
  });
});
