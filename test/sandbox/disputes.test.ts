import { expect } from 'chai';
import { openDue } from '../../src/sandbox/disputes/disputing.js';
import { chargeBody, sandboxApps } from '../support/sandbox-apps.js';

const DISPUTED = '4000000000000259';
const LATER_MS = 3_600_000;

describe("the sandbox's disputes", () => {
  let apps: ReturnType<typeof sandboxApps>;
  beforeEach(() => (apps = sandboxApps()));
  afterEach(() => apps.close());

  const charge = () =>
    apps.api
      .post('/charges')
      .set('Idempotency-Key', 'k')
      .send(chargeBody(DISPUTED))
      .expect(200, /"charged"/);
  const refund = (amount: number, status: string) =>
    apps.api
      .post('/refunds')
      .set('Idempotency-Key', `r-${amount}`)
      .send({ reference: 'a-reference', charge: 'k', amount, currency: 'EUR', reason: 'other' })
      .expect(200, new RegExp(`"${status}"`));
  const disputes = async () => {
    const answer = await apps.api.get('/disputes?charge=k').expect(200);
    return (answer.body as { disputes: { id: string; status: string; amount: number }[] }).disputes;
  };
  const open = async () => {
    openDue(apps.ledger, Date.now() + LATER_MS);
    return (await disputes())[0]?.id ?? '';
  };
  const close = (id: string, outcome: string) => apps.api.post(`/disputes/${id}/close`).send({ outcome });

  it('begin some seconds after the payment, over what has not gone back', async () => {
    await charge();
    expect(await disputes()).to.deep.equal([]);
    await refund(1000, 'refunded');
    await open();
    expect(await disputes()).to.have.nested.property('[0].amount', 3990);
  });

  it('do not begin when all has gone back', async () => {
    await charge();
    await refund(4990, 'refunded');
    expect(await open()).to.equal('');
  });

  it('keep what they cover from going back, until they are won', async () => {
    await charge();
    const id = await open();
    await refund(1, 'charge_disputed');
    await close(id, 'won').expect(200);
    await refund(2, 'refunded');
  });

  it('are closed once, and stand in the statement when they are lost', async () => {
    await charge();
    const id = await open();
    await close(id, 'lost').expect(200, /"lost"/);
    await close(id, 'won').expect(409, /"dispute_closed"/);
    await close('dp_none', 'won').expect(409);
    await close(id, 'draw').expect(400);
    const answer = await apps.api.get(`/settled/${id}`).expect(200);
    expect(answer.body).to.include({ amount: -4990, reference: 'a-reference', by: 'dispute' });
    await refund(1, 'charge_disputed');
  });

  it('are listed by the time in which they were opened or closed', async () => {
    await charge();
    await close(await open(), 'lost');
    const count = async (from: number, to: number) => {
      const query = new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
      const answer = await apps.api.get(`/disputes?${query.toString()}`).expect(200);
      return (answer.body as { disputes: object[] }).disputes.length;
    };
    const now = Date.now();
    expect(await count(now - 60_000, now + 60_000)).to.equal(1); // closed
    expect(await count(now + LATER_MS - 60_000, now + LATER_MS + 60_000)).to.equal(1); // opened
    expect(await count(now - 120_000, now - 60_000)).to.equal(0);
    await apps.api.get('/disputes').expect(400);
  });
});
