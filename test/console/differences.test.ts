import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { differences } from '../../src/ledger/difference.model.js';
import { aDifference } from '../ledger/a-difference.js';
import { auditOf, bearer, jsonOf, startConsole, type TestConsole, type TestOperator, theOperator } from './console.js';

interface Listed {
  data: { id: string }[];
}

describe('console differences', () => {
  const gateway = `gateway-${randomBytes(4).toString('hex')}`;
  let console: TestConsole;
  let reviewer: TestOperator;
  before(async () => {
    console = await startConsole();
    reviewer = await theOperator('reviewer');
  });
  after(() => console.close());
  afterEach(() => differences.deleteMany({ gateway }));

  async function plant(overrides: Parameters<typeof aDifference>[0] = {}) {
    const difference = aDifference({ gateway, ...overrides });
    await differences.insertOne(difference);
    return difference;
  }
  const ask = (query: object) =>
    console.http
      .get('/api/differences')
      .query({ gateway, ...query })
      .set(bearer(reviewer));
  const idsOf = async (query: object) => jsonOf<Listed>(await ask(query).expect(200)).data.map(({ id }) => id);
  const resolve = (id: string, body: object) =>
    console.http.post(`/api/differences/${id}/resolve`).set(bearer(reviewer)).send(body);

  it('are listed by day, account and state, in major units', async () => {
    const one = await plant();
    const other = await plant({ day: '2021-02-01', account: null, kind: 'not_succeeded_here', ours: null });
    expect(await idsOf({})).to.have.members([one._id, other._id]);
    expect(await idsOf({ day: '2021-02-01' })).to.deep.equal([other._id]);
    expect(await idsOf({ account: 'sandbox-card' })).to.deep.equal([one._id]);
    expect(await idsOf({ state: 'resolved' })).to.deep.equal([]);
    const { data } = jsonOf<{ data: object[] }>(await ask({ day: one.day }));
    expect(data[0]).to.deep.nested.include({ 'theirs.amount': 49.9, 'ours.amount': 40, merchant_id: one.merchantId });
    for (const wrong of [{ day: '2021-02-30' }, { day: 'yesterday' }, { state: 'lost' }]) await ask(wrong).expect(400);
  });

  it('are resolved once, with a note, which the trail tells', async () => {
    const one = await plant();
    await resolve(one._id, {}).expect(400, /note is required/);
    const answer = await resolve(one._id, { note: 'Refunded by the gateway' }).expect(200);
    expect(answer.body).to.include({ state: 'resolved', note: 'Refunded by the gateway', resolved_by: reviewer.email });
    const [line] = await auditOf(one._id);
    expect(line).to.deep.include({
      email: reviewer.email,
      action: 'difference.resolved',
      details: { trx: one.trx, kind: one.kind, note: 'Refunded by the gateway' },
    });
    await resolve(one._id, { note: 'again' }).expect(409, /"code":"difference_resolved"/);
    await resolve('dif_none', { note: 'x' }).expect(404, /"code":"difference_not_found"/);
    expect(await auditOf(one._id)).to.have.length(1);
  });
});
