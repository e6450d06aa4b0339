import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { connectDatabase } from '../../src/database/client.js';
import { ApiError } from '../../src/errors.js';
import { gatewayAccounts, type Account } from '../../src/gateways/account.model.js';
import { changeAccount, createAccount, setAccountStatus } from '../../src/gateways/manage-accounts.js';
import { anAccount } from './an-account.js';

describe('closing a gateway account', () => {
  const made: string[] = [];
  before(connectDatabase);
  after(() => gatewayAccounts.deleteMany({ _id: { $in: made } }));

  async function anActive(): Promise<string> {
    const id = `closing-${randomUUID().slice(0, 8)}`;
    made.push(id);
    await createAccount(anAccount({ _id: id }));
    return id;
  }
  const stored = (id: string) => gatewayAccounts.findOne({ _id: id });
  const nobody = () => Promise.resolve(0);
  const close = (id: string, countWaiting: () => Promise<number>): Promise<unknown> =>
    setAccountStatus(id, 'closed', countWaiting).catch((error: unknown) => error);

  /** Nobody waits while it is active; once it is not, somebody does something, and three payments have come by then. */
  function counting(id: string, act: (id: string) => Promise<unknown>): () => Promise<number> {
    let hasActed = false;
    return async () => {
      if ((await stored(id))?.version === 1) return 0;
      if (!hasActed) await act(id);
      hasActed = true;
      return 3;
    };
  }

  const MEANWHILE: [what: string, act: (id: string) => Promise<unknown>, left: Account['status']][] = [
    ['nobody does anything', () => Promise.resolve(), 'active'],
    ['somebody pauses it', (id) => setAccountStatus(id, 'paused', nobody), 'paused'],
    ['somebody resumes it', (id) => setAccountStatus(id, 'active', nobody), 'active'],
    ['somebody changes something else', (id) => changeAccount(id, () => ({ priority: 7 })), 'active'],
  ];
  for (const [what, act, left] of MEANWHILE)
    it(`leaves one where payments came in while they were counted ${left}: ${what}`, async () => {
      const id = await anActive();
      const said = await close(id, counting(id, act));
      expect(said).to.be.instanceOf(ApiError).and.include({ code: 'account_in_use' });
      expect((await stored(id))?.status).to.equal(left);
    });

  it('does not pause one where payments wait anyway', async () => {
    const id = await anActive();
    expect(await close(id, () => Promise.resolve(3))).to.include({ code: 'account_in_use' });
    expect(await stored(id)).to.include({ status: 'active', version: 1 });
  });

  it('closes one that is paused already, or leaves it so', async () => {
    const id = await anActive();
    await setAccountStatus(id, 'paused', nobody);
    expect(await close(id, () => Promise.resolve(3))).to.include({ code: 'account_in_use' });
    expect((await stored(id))?.status).to.equal('paused');
    expect(await close(id, nobody)).to.include({ status: 'closed' });
  });

  it('goes on where a process died while it counted', async () => {
    for (const [waiting, left] of [
      [3, 'active'],
      [0, 'closed'],
    ] as const) {
      const id = await anActive();
      await changeAccount(id, () => ({ status: 'paused', isClosing: true }));
      await close(id, () => Promise.resolve(waiting));
      expect((await stored(id))?.status).to.equal(left);
    }
  });
});
