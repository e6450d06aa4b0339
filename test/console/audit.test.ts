import { expect } from 'chai';
import { MongoServerError } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { audit } from '../../src/console/audit/audit.js';
import { mongoClient } from '../../src/database/client.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { logLines } from '../ipn/log-lines.js';
import { newMerchantIn } from '../support/accounts.js';
import {
  anOperator,
  bearer,
  cookieOf,
  jsonOf,
  logIn,
  PASSWORD,
  startConsole,
  type TestConsole,
  type TestOperator,
  theOperator,
} from './console.js';

interface Line {
  id: string;
  at: string;
  operator_id: string | null;
  email: string;
  action: string;
  object: string;
  details: object;
}

describe('console audit trail', () => {
  let console: TestConsole;
  let admin: TestOperator;
  before(async () => {
    console = await startConsole();
    admin = await theOperator('admin');
  });
  after(() => console.close());

  async function read(query: Record<string, string>) {
    const answer = await console.http.get('/api/audit').query(query).set(bearer(admin)).expect(200);
    return jsonOf<{ data: Line[]; next_cursor: string | null }>(answer);
  }

  describe('when MongoDB may have done what it did not acknowledge', () => {
    afterEach(() => mock.restoreAll());

    it('is a line in the log, with who asked for what, but for what only reads', async () => {
      const { id } = await newMerchantIn(mongoClient.db());
      const lost = () => Promise.reject(new MongoServerError({ message: 'operation exceeded time limit', code: 50 }));
      mock.method(merchants, 'updateOne', lost);
      mock.method(merchants, 'findOne', lost);
      const path = `/api/merchants/${id}`;
      const lines = await logLines(async () => {
        await console.http.get(path).set(bearer(admin)).expect(503);
        await console.http.post(`${path}/rotate-secret`).set(bearer(admin)).expect(503);
        await console.http.post(`${path}/rotate-secret`).expect(401);
      });
      const uncertain = lines.filter(({ message }) => message === 'audit.uncertain');
      expect(uncertain).to.have.length(1);
      expect(uncertain[0]).to.include({ level: 'error', operatorId: admin.id, asked: `POST ${path}/rotate-secret` });
    });
  });

  it('says who did what to whom, and when', async () => {
    const email = `made-${Date.now()}@example.com`;
    const made = await console.http
      .post('/api/operators')
      .set(bearer(admin))
      .send({ email, role: 'viewer', password: PASSWORD });
    const { id } = jsonOf<{ id: string }>(made);
    const { data } = await read({ object: id });
    expect(data).to.have.length(1);
    expect(data[0]).to.deep.include({
      operator_id: admin.id,
      email: admin.email,
      action: 'operator.created',
      object: id,
      details: { email, role: 'viewer' },
    });
    expect(Date.now() - Date.parse(data[0]?.at ?? '')).to.be.within(0, 5000);
    for (const operator of [admin.id, admin.email.toUpperCase()])
      expect((await read({ operator })).data.map((line) => line.object)).to.include(id);
    expect((await read({ operator: 'nobody@example.com' })).data).to.deep.equal([]);
  });

  it('has every login and logout', async () => {
    const operator = await anOperator('viewer');
    const cookie = cookieOf(await logIn(console, operator.email));
    await console.http.post('/logout').set({ cookie, origin: console.url });
    const { data } = await read({ object: operator.id });
    expect(data.map(({ action }) => action)).to.deep.equal(['session.closed', 'session.opened']);
  });

  it('is found by what the command line did, under the name that its lines have', async () => {
    const object = `thing_${randomUUID()}`;
    await audit({ _id: admin.id, email: admin.email }, 'thing.happened', object);
    await audit(null, 'thing.happened', object);
    const { data } = await read({ object, operator: 'cli' });
    expect(data.map(({ email }) => email)).to.deep.equal(['cli']);
  });

  it('comes in pages, newest first', async () => {
    const object = `thing_${Date.now()}`;
    for (let i = 0; i < 53; i++) await audit(null, 'thing.happened', object, { i });
    const first = await read({ object });
    expect(first.data).to.have.length(50);
    expect(first.data[0]).to.include({ operator_id: null, email: 'cli' });
    const second = await read({ object, cursor: first.next_cursor ?? '' });
    expect(second.data).to.have.length(3);
    expect(second.next_cursor).to.equal(null);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(ids).to.deep.equal([...ids].sort().reverse());
  });

  it('is found by a trx in upper case, as it may be pasted', async () => {
    const trx = randomUUID();
    await audit(null, 'thing.happened', trx);
    expect((await read({ object: trx.toUpperCase() })).data.map(({ object }) => object)).to.deep.equal([trx]);
  });

  it('refuses a parameter that is given twice, and a cursor that is none', async () => {
    await console.http.get('/api/audit?object=a&object=b').set(bearer(admin)).expect(400);
    await console.http
      .get('/api/audit?cursor=x')
      .set(bearer(admin))
      .expect(400, /"field":"cursor"/);
    await console.http.post('/api/audit').set(bearer(admin)).expect(405);
  });
});
