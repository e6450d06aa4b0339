import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createSandboxConnector } from '../../src/connectors/sandbox/card.js';
import { createSandboxRefunds } from '../../src/connectors/sandbox/refunds.js';
import { refundContract } from '../contract/refund.contract.js';
import { cardAbout } from '../support/about.js';
import { authorization } from '../support/card-authorization.js';
import { SANDBOX_API_KEY, startSandbox, type SandboxProcess } from '../support/sandbox.js';

describe("the sandbox connector's refunds", () => {
  let sandbox: SandboxProcess;
  before(async () => {
    sandbox = await startSandbox({ env: { SANDBOX_CUSTOMER_DELAY: '0.3' } });
  });
  after(() => sandbox.stop());

  const access = ({ apiUrl = sandbox.apiUrl, timeout = 5 } = {}) => ({ apiUrl, apiKey: SANDBOX_API_KEY, timeout });

  async function moveMoney() {
    const trx = randomUUID();
    const about = { ...cardAbout(`${trx}-1`), trx };
    const result = await createSandboxConnector(access()).authorizeCard(authorization('4242424242424242'), about);
    expect(result).to.include({ outcome: 'authorized' });
    return { key: about.key, trx, currency: about.currency };
  }

  refundContract({
    connect: (options) => createSandboxRefunds({ ...access(options), days: 180 }),
    moveMoney,
    amounts: { refused: 1055, pending: 1066, hangsRefunded: 1077, hangsRefused: 1088 },
    refunded: async (trx) =>
      (await sandbox.ledger(trx)).flatMap(({ result, amount }) => (result === 'refunded' ? [amount] : [])),
  });

  it('survive a kill, one that was on its way too', async () => {
    const { key, trx, currency } = await moveMoney();
    const about = (no: number, amount: number) => ({
      key: `${trx}-r${no}`,
      trx,
      amount,
      currency,
      since: new Date(),
      charge: { key, at: new Date() },
    });
    const refunds = createSandboxRefunds({ ...access(), days: 180 });
    await refunds.refund({ reason: 'other' }, about(1, 1000));
    await refunds.refund({ reason: 'other' }, about(2, 1066));
    const { localDir, ports } = sandbox;
    await sandbox.kill('SIGKILL');
    sandbox = await startSandbox({ localDir, ports, env: { SANDBOX_CUSTOMER_DELAY: '0.3' } });
    expect((await sandbox.ledger(trx)).map(({ amount, result }) => [amount, result])).to.deep.equal([
      [4990, 'charged'],
      [1000, 'refunded'],
      [1066, 'refunded'],
    ]);
    expect(await refunds.refund({ reason: 'other' }, about(3, 4000))).to.include({ outcome: 'refused' });
  });
});
