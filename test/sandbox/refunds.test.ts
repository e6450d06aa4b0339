import { expect } from 'chai';
import type { SettledLine } from '../../src/sandbox/charge.js';
import { chargeBody, sandboxApps } from '../support/sandbox-apps.js';

const APPROVED = '4242424242424242';

describe('a refund that the sandbox takes back', () => {
  let apps: ReturnType<typeof sandboxApps>;
  beforeEach(async () => {
    apps = sandboxApps();
    await apps.api.post('/charges').set('Idempotency-Key', 'k').send(chargeBody(APPROVED)).expect(200);
  });
  afterEach(() => apps.close());

  const refund = (key: string, amount = 4990) =>
    apps.api
      .post('/refunds')
      .set('Idempotency-Key', key)
      .send({ reference: 'a-reference', charge: 'k', amount, currency: 'EUR', reason: 'other' });
  const takeBack = (key: string) => apps.api.post(`/refunds/${key}/take-back`);

  it('has moved there and back again, under one key, and its money can go back anew', async () => {
    await refund('r1').expect(200, /"refunded"/);
    await takeBack('r1').expect(200, /"taken_back"/);
    await refund('r1').expect(200, /"taken_back"/); // the same key moves nothing any more
    await refund('r2').expect(200, /"refunded"/);
    const [from, to] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() });
    const answer = await apps.api.get(`/settled?${query.toString()}`).expect(200);
    const { settled } = answer.body as { settled: SettledLine[] };
    expect(settled.map(({ idempotency_key: key, amount }) => [key, amount])).to.deep.equal([
      ['k', 4990],
      ['r1', -4990],
      ['r1', 4990],
      ['r2', -4990],
    ]);
  });

  for (const [what, prepare] of [
    ['it is not known', () => undefined],
    ['it was refused', () => refund('r1', 1055)],
    ['it was taken back already', () => refund('r1').then(() => takeBack('r1'))],
  ] as const)
    it(`is none when ${what}`, async () => {
      await prepare();
      await takeBack('r1').expect(409, /"refund_not_refunded"/);
    });
});
