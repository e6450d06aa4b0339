import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createSandboxConnector } from '../../src/connectors/sandbox/card.js';
import { createSandboxLocalConnector } from '../../src/connectors/sandbox/local.js';
import { ConnectorError } from '../../src/connectors/connector.js';
import { receiveCallbacks } from '../support/callback-receiver.js';
import { authorization } from '../support/card-authorization.js';
import { upiRequest, walletRequest } from '../support/local-requests.js';
import { SANDBOX_API_KEY, startSandbox, type SandboxProcess } from '../support/sandbox.js';
import { until } from '../../scripts/until.js';
import { about, cardAbout, walletAbout } from '../support/about.js';

const APPROVED = '4242424242424242';

describe("the sandbox's faults", () => {
  let sandbox: SandboxProcess;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.stop());
  afterEach(async () => {
    expect((await sandbox.faults({ mode: 'none' })).status).to.equal(200);
  });

  const connector = (timeout = 5) =>
    createSandboxConnector({ apiUrl: sandbox.apiUrl, apiKey: SANDBOX_API_KEY, timeout });

  /** One charge: what the caller got, how long it took, and what the gateway did. */
  async function charge(through = connector()) {
    const key = randomUUID();
    const begun = Date.now();
    const got: unknown = await through
      .authorizeCard(authorization(APPROVED), cardAbout(key))
      .catch((error: unknown) => error);
    return { got, took: Date.now() - begun, charges: async () => (await sandbox.ledger(key)).length };
  }

  /** The error code of a bare TCP connection to the payment API; undefined when it was taken. */
  async function knock(): Promise<unknown> {
    const socket = connect(sandbox.ports.api, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return undefined;
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error;
    } finally {
      socket.destroy();
    }
  }

  it('refuse: connections are refused, open ones too, until the mode changes', async () => {
    const through = connector();
    expect((await charge(through)).got).to.include({ outcome: 'authorized' });
    await sandbox.faults({ mode: 'refuse' });
    expect(await knock()).to.equal('ECONNREFUSED');
    const { got, charges } = await charge(through);
    expect(got).to.be.instanceOf(ConnectorError);
    expect(await charges()).to.equal(0);
    await sandbox.faults({ mode: 'none' });
    expect(await knock()).to.equal(undefined);
    expect((await charge(through)).got).to.include({ outcome: 'authorized' });
  });

  it('refuse with a share drops about that share of the connections', async () => {
    await sandbox.faults({ mode: 'refuse', share: 0.5 });
    const results = await Promise.all(Array.from({ length: 60 }, () => charge()));
    const dropped = results.filter(({ got }) => got instanceof ConnectorError).length;
    expect(dropped).to.be.within(8, 52); // 6 standard deviations
  });

  it('hang: the request is lost before any work', async () => {
    await sandbox.faults({ mode: 'hang' });
    const { got, charges } = await charge(connector(0.5));
    expect(got).to.be.instanceOf(ConnectorError);
    expect(await charges()).to.equal(0);
  });

  it('reset: the request is lost before any work', async () => {
    await sandbox.faults({ mode: 'reset' });
    const { got, charges } = await charge();
    expect(got).to.have.nested.property('cause.code', 'ECONNRESET');
    expect(await charges()).to.equal(0);
  });

  for (const mode of ['hang', 'reset'] as const)
    it(`${mode} after the work: money has moved, and nobody is told`, async () => {
      await sandbox.faults({ mode, when: 'after' });
      const { got, charges } = await charge(connector(2));
      expect(got).to.be.instanceOf(ConnectorError);
      expect(await charges()).to.equal(1);
    });

  it('slow: the work is done at once and the answer comes late', async () => {
    await sandbox.faults({ mode: 'slow', ms: 4000 });
    const key = randomUUID();
    const begun = Date.now();
    let answered = false;
    const answer = connector()
      .authorizeCard(authorization(APPROVED), cardAbout(key))
      .finally(() => (answered = true));
    await until('the charge is in the ledger', async () => (await sandbox.ledger(key)).length === 1);
    expect(answered).to.equal(false);
    expect(await answer).to.include({ outcome: 'authorized' });
    expect(Date.now() - begun).to.be.at.least(3995);
  });

  it('a share of 0 strikes nobody', async () => {
    await sandbox.faults({ mode: 'reset', share: 0 });
    for (const { got } of await Promise.all(Array.from({ length: 10 }, () => charge())))
      expect(got).to.include({ outcome: 'authorized' });
  });

  it('the switch bears many hands at once', async () => {
    const modes = ['refuse', 'none', 'refuse', 'hang', 'refuse', 'none', 'refuse'];
    await Promise.all(modes.map((mode) => sandbox.faults({ mode })));
    await sandbox.faults({ mode: 'none' });
    expect((await charge()).got).to.include({ outcome: 'authorized' });
  });

  it('says what is wrong with a fault that makes no sense, and keeps the one before', async () => {
    await sandbox.faults({ mode: 'slow', ms: 1 });
    const wrong: [body: object, named: string][] = [
      [{}, 'mode'],
      [{ mode: 'explode' }, 'mode'],
      [{ mode: 'slow' }, 'ms'],
      [{ mode: 'slow', ms: -1 }, 'ms'],
      [{ mode: 'hang', share: 1.5 }, 'share'],
      [{ mode: 'hang', shaer: 1 }, 'shaer'],
      [{ mode: 'hang', when: 'later' }, 'when'],
      [{ mode: 'none', callbacks: 'no' }, 'callbacks'],
      [[], 'body'],
    ];
    for (const [body, named] of wrong) {
      const answer = await sandbox.faults(body);
      expect(answer.status).to.equal(400);
      expect(((await answer.json()) as { message: string }).message).to.contain(`"${named}"`);
    }
    const current: unknown = await (await fetch(`${sandbox.url}/faults`)).json();
    expect(current).to.deep.equal({ mode: 'slow', ms: 1, share: 1, when: 'after', callbacks: true });
  });

  it('strike orders as they strike charges: lost before the work, or paid and not told', async () => {
    const local = createSandboxLocalConnector({ apiUrl: sandbox.apiUrl, apiKey: SANDBOX_API_KEY, timeout: 2 });
    const request = walletRequest();
    const key = randomUUID();
    await local.createWallet(request, walletAbout(key));
    await local.simulate?.(about(key), 'confirm');
    const execute = () => local.executeWallet(about(key)).catch((error: unknown) => error);

    for (const mode of ['hang', 'reset']) {
      await sandbox.faults({ mode });
      expect(await execute()).to.be.instanceOf(ConnectorError);
      expect(await sandbox.ledger(key)).to.have.length(0);
    }
    await sandbox.faults({ mode: 'reset', when: 'after' });
    expect(await execute()).to.be.instanceOf(ConnectorError);
    await sandbox.faults({ mode: 'none' });
    expect(await sandbox.ledger(key)).to.have.length(1);
    expect(await local.fetchOrder(about(key))).to.include({ outcome: 'paid' });
  });

  it('keep callbacks from being sent when asked to, until they are turned again', async () => {
    const local = createSandboxLocalConnector({ apiUrl: sandbox.apiUrl, apiKey: SANDBOX_API_KEY, timeout: 5 });
    const receiver = await receiveCallbacks();
    const pay = async () => {
      const key = randomUUID();
      await local.createUpi(upiRequest({ callbackUrl: receiver.url }), about(key));
      await local.simulate?.(about(key), 'confirm');
      return key;
    };
    try {
      await sandbox.faults({ mode: 'none', callbacks: false });
      const untold = await pay();
      await until('its news was dropped', async () => {
        const lines = (await sandbox.ledgerFile()).split('\n').filter((line) => line.includes(untold));
        return lines.at(-1)?.includes('"status":"paid"') === true && lines.at(-1)?.includes('"callback":null') === true;
      });
      await sandbox.faults({ mode: 'none' });
      const told = await pay();
      await receiver.first(told);
      expect(receiver.of(untold)).to.have.length(0);
    } finally {
      await receiver.stop();
    }
  });

  it('cannot be turned when they are switched off', async () => {
    const careful = await startSandbox({ env: { SANDBOX_FAULTS: 'off' } });
    try {
      expect((await careful.faults({ mode: 'refuse' })).status).to.equal(403);
      expect((await fetch(careful.apiUrl)).status).to.equal(401);
    } finally {
      await careful.stop();
    }
  });
});
