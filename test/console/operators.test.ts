import { expect } from 'chai';
import { mock } from 'node:test';
import { mongoClient } from '../../src/database/client.js';
import { changeButKeepAnAdmin } from '../../src/console/operators/last-admin.js';
import { checkNewOperator, checkOperatorChange } from '../../src/console/operators/new-operator.js';
import { operators } from '../../src/console/operators/operator.model.js';
import {
  changeOperator,
  createOperator,
  enableOperator,
  disableOperator,
  findOperatorByToken,
  rotateToken,
  verifyOperator,
} from '../../src/console/operators/operators.js';
import {
  anOperator,
  auditOf,
  bearer,
  browserOf,
  jsonOf,
  PASSWORD,
  startConsole,
  type TestConsole,
  type TestOperator,
  theOperator,
} from './console.js';
import { faultsOf } from '../methods/card-request.js';

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
        'email must be a valid e-mail address',
        'role must be one of viewer, reviewer, admin',
        'password must have at least 12 characters',
      ],
    });
    await console.http.delete('/api/operators').set(bearer(admin)).expect(405).expect('allow', 'GET, HEAD, POST');
  });

  const WRONG: [fields: object, code: string][] = [
    [{ email: null }, 'required'],
    [{ email: ' ' }, 'required'],
    [{ email: { $ne: null } }, 'invalid_type'],
    [{ email: 'nobody' }, 'invalid_format'],
    [{ email: `${'x'.repeat(60)}@${'y.'.repeat(97)}z` }, 'too_long'],
    [{ role: null }, 'required'],
    [{ role: 5 }, 'invalid_type'],
    [{ role: ['admin'] }, 'invalid_type'],
    [{ role: 'Admin' }, 'unsupported'],
    [{ password: null }, 'required'],
    [{ password: ' '.repeat(12) }, 'required'],
    [{ password: 123_456_789_012 }, 'invalid_type'],
    [{ password: '\u{1f512}'.repeat(11) }, 'too_short'],
    [{ password: 'x'.repeat(1025) }, 'too_long'],
    [{ password: `${PASSWORD}\n` }, 'invalid_characters'],
    [{ password: `${PASSWORD}\ud800` }, 'invalid_characters'],
  ];
  for (const [fields, code] of WRONG)
    it(`are refused with one fault for ${JSON.stringify(fields).slice(0, 60)}: ${code}`, () => {
      const good = { email: 'x@localhost', role: 'viewer', password: PASSWORD };
      const faults = faultsOf(() => checkNewOperator({ ...good, ...fields }));
      expect(faults.map((fault) => [fault.field, fault.code])).to.deep.equal([[Object.keys(fields)[0], code]]);
    });

  const NO_CHANGE: [fields: object, field: string, code: string][] = [
    [{}, 'role', 'required'],
    [{ role: '', password: PASSWORD }, 'role', 'required'],
    [{ role: 'admin', password: ' ' }, 'password', 'required'],
    [{ role: 'king' }, 'role', 'unsupported'],
    [{ password: 'short' }, 'password', 'too_short'],
  ];
  for (const [fields, field, code] of NO_CHANGE)
    it(`are not changed by ${JSON.stringify(fields)}`, () => {
      expect(faultsOf(() => checkOperatorChange(fields)).map((fault) => [fault.field, fault.code])).to.deep.equal([
        [field, code],
      ]);
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

  it('come in again by password when they are enabled, and with another token', async () => {
    const operator = await anOperator('viewer');
    const { email } = operator;
    const comesIn = async (token: string) => (await findOperatorByToken(token))?.email === email;
    expect(await comesIn(operator.token)).to.equal(true);
    await disableOperator(email);
    expect(await verifyOperator(email, PASSWORD)).to.equal(null);
    expect(await comesIn(operator.token)).to.equal(false);
    await enableOperator(email);
    expect(await verifyOperator(email, PASSWORD)).to.have.property('email', email);
    expect(await comesIn(operator.token)).to.equal(false);
    const { api_token } = await rotateToken(email);
    await enableOperator(email); // who is enabled keeps the token
    expect(await comesIn(api_token)).to.equal(true);
  });

  describe('are changed by an admin', () => {
    const revise = (id: string, body: object) =>
      console.http.patch(`/api/operators/${id}`).set(bearer(admin)).send(body);

    it('to another role, which counts at once, and leaves its line', async () => {
      const operator = await anOperator('viewer');
      const browser = await browserOf(console, operator);
      await console.http.get('/api/operators').set(browser).expect(403);
      const revised = await revise(operator.id, { role: 'admin' }).expect(200);
      expect(jsonOf(revised)).to.include({ id: operator.id, email: operator.email, role: 'admin', disabled_at: null });
      await console.http.get('/api/operators').set(browser).expect(200);
      const [line] = await auditOf(operator.id);
      expect(line).to.deep.include({ action: 'operator.changed', email: admin.email, details: { role: 'admin' } });
    });

    it('to another password, which ends every session, and of which no line says more', async () => {
      const operator = await anOperator('viewer');
      const sessions = [await browserOf(console, operator), await browserOf(console, operator)];
      await revise(operator.id, { password: 'another horse battery' }).expect(200);
      for (const session of sessions) await console.http.get('/api/audit').set(session).expect(401);
      await console.http.get('/api/audit').set(bearer(operator)).expect(200);
      expect(await verifyOperator(operator.email, PASSWORD)).to.equal(null);
      expect(await verifyOperator(operator.email, 'another horse battery')).to.have.property('email', operator.email);
      const [line] = await auditOf(operator.id);
      expect(line?.details).to.deep.equal({ password: 'changed' });
    });

    it('to no other role than was seen, though another is given after the look', async () => {
      const { id } = await anOperator('viewer');
      const find = operators.findOne.bind(operators);
      const { mock: look } = mock.method(operators, 'findOne', async (who: { _id: string }) => {
        look.restore();
        const found = await find(who);
        await changeOperator({ id }, { role: 'reviewer' });
        return found;
      });
      const refused: unknown = await changeOperator({ id }, { role: 'admin' }, 'viewer').catch(
        (error: unknown) => error,
      );
      expect(refused).to.include({ code: 'changed_meanwhile' });
      expect(await operators.findOne({ _id: id })).to.include({ role: 'reviewer' });
    });

    it('never when something is wrong', async () => {
      const { id } = await anOperator('viewer');
      const before = await operators.findOne({ _id: id });
      for (const body of [{}, { role: 'king' }, { role: 'admin', password: 'short' }])
        await revise(id, body)
          .expect(400)
          .expect(/"code":"validation_error"/);
      await revise('opr_nobody', { role: 'admin' })
        .expect(404)
        .expect(/There is no operator opr_nobody/);
      await console.http.get('/api/operators/opr_nobody').set(bearer(admin)).expect(404);
      expect(await operators.findOne({ _id: id })).to.deep.equal(before);
      expect(await auditOf(id)).to.deep.equal([]);
    });
  });

  describe('of whom one is an admin, always', () => {
    let two: TestOperator[];
    const away = new Date(0);
    beforeEach(async () => {
      two = [await anOperator('admin'), await anOperator('admin')];
      const others = { _id: { $nin: two.map(({ id }) => id) }, role: 'admin', disabledAt: { $exists: false } } as const;
      await operators.updateMany(others, { $set: { disabledAt: away } });
    });
    afterEach(() => operators.updateMany({ disabledAt: away }, { $unset: { disabledAt: '' } }));

    const admins = () => operators.countDocuments({ role: 'admin', disabledAt: { $exists: false } });

    const WAYS: [how: string, take: (operator: TestOperator) => Promise<unknown>][] = [
      ['another role', ({ id }) => changeOperator({ id }, { role: 'viewer', password: 'another horse battery' })],
      ['disabling', ({ email }) => disableOperator(email)],
    ];
    for (const [how, take] of WAYS)
      it(`whom ${how} does not take away`, async () => {
        const [first, last] = two;
        if (!first || !last) throw new Error('There are no two');
        await take(first);
        const refused: unknown = await take(last).catch((error: unknown) => error);
        expect(refused).to.include({ status: 409, code: 'last_admin' });
        expect(await verifyOperator(last.email, PASSWORD)).to.include({ role: 'admin' });
      });

    it('even when two take the role of each other at the same moment', async () => {
      const before = await operators.find({ _id: { $in: two.map(({ id }) => id) } });
      await Promise.allSettled(before.map((each) => changeButKeepAnAdmin(each, { role: 'viewer' })));
      expect(await admins()).to.be.at.least(1);
    });
  });
});
