import { bearer, browserOf, startConsole, type TestConsole, type TestOperator, theOperator } from './console.js';

describe('console writes', () => {
  let console: TestConsole;
  let admin: TestOperator;
  before(async () => {
    console = await startConsole();
    admin = await theOperator('admin');
  });
  after(() => console.close());

  const create = () => console.http.post('/api/operators');

  it('are refused when a page of another site sends them, another port of this host included', async () => {
    const { cookie } = await browserOf(console, admin);
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'null', `${console.url}.evil.example`]) {
      await create()
        .set({ cookie, origin })
        .send({})
        .expect(403)
        .expect(/"code":"forbidden"/);
      await console.http.post('/logout').set({ cookie, origin }).expect(403);
      await console.http.put('/queues/api/queues/pause').set({ cookie, origin }).expect(403);
    }
    await console.http.get('/').set({ cookie }).expect(200);
  });

  it('are refused when a cookie comes without an origin', async () => {
    const { cookie } = await browserOf(console, admin);
    await create().set({ cookie }).send({}).expect(403);
    await console.http.post('/logout').set({ cookie }).expect(403);
  });

  it('pass from our own page, and with a token from anywhere', async () => {
    await create()
      .set(await browserOf(console, admin))
      .send({})
      .expect(400);
    await create().set(bearer(admin)).send({}).expect(400);
  });

  it('do not let another site sign somebody in', async () => {
    await console.http
      .post('/login')
      .set('origin', 'https://evil.example')
      .type('form')
      .send({ email: admin.email, password: 'whatever' })
      .expect(403);
  });
});
