import { expect } from 'chai';
import { mongoClient } from '../../src/database.js';
import {
  createOperator,
  enableOperator,
  disableOperator,
  verifyOperator,
} from '../../src/console/operators/operators.js';
import {
  anOperator,
  bearer,
  jsonOf,
  PASSWORD,
  startConsole,
  type TestConsole,
  type TestOperator,
  theOperator,
} from './console.js';

/** What the API answers about operators. */
interface Listed {
  data: { id: string; email: string; role: string; disabled_at: string | null }[];
  next_cursor: string | null;
}

describe('console operators', () => {
  let console: TestConsole;
  let admin: TestOperator;
  before(async () => {
    console = await startConsole();
    admin = await theOperator('admin');
  });
  after(() => console.close());

  const create = (body: object) => console.http.post('/api/operators').set(bearer(admin)).send(body);

  it('are made by an admin; the token is shown once and works', async () => {
    const email = `New-${Date.now()}@Example.com`;
    const made = await create({ email, role: 'reviewer', password: PASSWORD }).expect(201);
    const { id, api_token } = jsonOf<{ id: string; api_token: string }>(made);
    expect(id).to.match(/^opr_[\da-f]{24}$/);
    expect(api_token).to.match(/^tg_[\w-]{43}$/);
    await console.http.get('/api/audit').set('authorization', `Bearer ${api_token}`).expect(200);

    const list = await console.http.get('/api/operators').set(bearer(admin)).expect(200);
    const { data, next_cursor } = jsonOf<Listed>(list);
    expect(next_cursor).to.equal(null);
    expect(data.find((operator) => operator.id === id)).to.include({
      email: email.toLowerCase(),
      role: 'reviewer',
      disabled_at: null,
    });
    expect(list.text).not.to.include('assword').and.not.to.include('oken');
  });

  it('have one e-mail each', async () => {
    const { email } = await theOperator('viewer');
    await create({ email: email.toUpperCase(), role: 'viewer', password: PASSWORD })
      .expect(409)
      .expect(/"code":"operator_exists"/);
  });

  it('are refused with every fault named', async () => {
    const refused = await create({ email: 'no e-mail', role: 'king', password: 'eleven char' }).expect(400);
    expect(jsonOf(refused)).to.deep.include({
      status: 'error',
      code: 'validation_error',
      message: [
        'email must be an e-mail address',
        'role must be one of viewer, reviewer, admin',
        'password must be a string of at least 12 characters',
      ],
    });
    await create({ email: { $ne: null }, role: ['admin'], password: 123456789012 }).expect(400);
    await create({})
      .expect(400)
      .expect(/email is required/);
    await console.http.delete('/api/operators').set(bearer(admin)).expect(405).expect('allow', 'GET, POST');
  });

  it('keep neither password nor token in the database', async () => {
    const { id, api_token } = await createOperator({
      email: `x-${Date.now()}@example.com`,
      role: 'viewer',
      password: PASSWORD,
    });
    const saved = JSON.stringify(await mongoClient.db().collection<{ _id: string }>('operators').findOne({ _id: id }));
    expect(saved).to.match(/"scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}"/);
    expect(saved).not.to.include(PASSWORD).and.not.to.include(api_token);
  });

  it('come in again when they are enabled', async () => {
    const { email } = await anOperator('viewer');
    await disableOperator(email);
    expect(await verifyOperator(email, PASSWORD)).to.equal(null);
    await enableOperator(email);
    expect(await verifyOperator(email, PASSWORD)).to.have.property('email', email);
  });
});
