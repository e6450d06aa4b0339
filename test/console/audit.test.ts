import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { audit } from '../../src/console/audit/audit.js';
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
