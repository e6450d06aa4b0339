import { expect } from 'chai';
import { CALLS } from '../../src/console/api/calls.js';
import { FORMS, PAGES } from '../../src/console/pages/all-pages.js';
import { disableOperator, rotateToken } from '../../src/console/operators/operators.js';
import { anOperator, bearer, browserOf, startConsole, type TestConsole, theOperator } from './console.js';

describe('console roles', () => {
  let console: TestConsole;
  before(async () => {
    console = await startConsole();
  });
  after(() => console.close());

  /** Contract 16: what a reviewer may do. A viewer sees everything but the operators; all else is for admins. */
  const OF_REVIEWERS = [
    '/payments/:trx/refund',
    '/proofs/:trx/decision',
    '/reviews/:trx/decision',
    '/differences/:id/resolve',
    '/differences/:id/take-over',
    '/deliveries/:id/resend',
    '/merchants/:id/recover',
    '/endpoints/:id/enable',
  ];
  const isOfAdmins = (path: string, reads: boolean) =>
    reads ? path.startsWith('/operators') : !OF_REVIEWERS.includes(path);
  const WAYS: [string, { path: string; role: string; method: string }[]][] = [
    ['call', CALLS],
    ['form', FORMS.map((form) => ({ ...form, method: 'post' }))],
    ['page', PAGES.map((page) => ({ ...page, method: 'get' }))],
  ];
  for (const [way, all] of WAYS)
    it(`are those that the contract names for every ${way}`, () => {
      for (const { method, path, role } of all) {
        const least = method === 'get' ? 'viewer' : 'reviewer';
        expect(role, `${method} ${path}`).to.equal(isOfAdmins(path, method === 'get') ? 'admin' : least);
      }
    });

  it('ask programs for a token and people for their password', async () => {
    for (const path of ['/api/audit', '/api/operators', '/api/nonsense', '/queues/api/queues'])
      await console.http
        .get(path)
        .set('accept', 'text/html')
        .expect(401)
        .expect(/"code":"authentication_failed"/);
    for (const path of ['/', '/queues', '/queues/static/js/main.js'])
      await console.http
        .get(path)
        .set('accept', 'text/html')
        .expect(303)
        .expect('location', /^\/login\?next=/);
  });

  it('say to a program how to show who it is', async () => {
    for (const headers of [{}, { authorization: 'Bearer tg_nobody' }, { authorization: 'Basic dGc6' }])
      for (const path of ['/api/audit', '/api/nonsense', '/openapi.json'])
        await console.http.get(path).set(headers).expect(401).expect('www-authenticate', 'Bearer');
    const answer = await console.http
      .get('/api/operators')
      .set(bearer(await theOperator('viewer')))
      .expect(403);
    expect(answer.headers).not.to.have.property('www-authenticate');
  });

  for (const role of ['viewer', 'reviewer'] as const)
    it(`let a ${role} see, and write nothing of an admin's`, async () => {
      const operator = await theOperator(role);
      for (const headers of [await browserOf(console, operator), bearer(operator)]) {
        await console.http.get('/api/audit').set(headers).expect(200);
        await console.http.get('/queues/api/queues').set(headers).expect(200);
        await console.http
          .get('/api/operators')
          .set(headers)
          .expect(403)
          .expect(/"code":"forbidden"/);
        const wanted = { email: 'mine@example.com', role: 'admin', password: 'long enough for all' };
        await console.http.post('/api/operators').set(headers).send(wanted).expect(403);
      }
    });

  it('tell people on a page what they may not do', async () => {
    const { cookie, origin } = await browserOf(console, await theOperator('viewer'));
    const { text } = await console.http
      .put('/queues/anything')
      .set({ cookie, origin, accept: 'text/html' })
      .expect(403)
      .expect('content-type', /html/);
    expect(text).to.include('This needs the role admin; yours is viewer');
  });

  it('go with the token: a wrong, a replaced and a disabled one are refused, even beside a good cookie', async () => {
    const [replaced, disabled] = [await anOperator('admin'), await anOperator('admin')];
    const { cookie } = await browserOf(console, await theOperator('admin'));
    await console.http.get('/api/operators').set(bearer(replaced)).expect(200);
    const { api_token } = await rotateToken(replaced.email);
    await disableOperator(disabled.email);
    for (const headers of [
      bearer(replaced),
      bearer(disabled),
      { authorization: 'Bearer tg_x' },
      { authorization: 'Basic eDp5' },
    ])
      await console.http
        .get('/api/operators')
        .set({ ...headers, cookie })
        .expect(401)
        .expect(/"code":"authentication_failed"/);
    await console.http
      .get('/api/operators')
      .set({ authorization: `Bearer ${api_token}` })
      .expect(200);
  });
});
