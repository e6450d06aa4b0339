import { expect } from 'chai';
import { anOperator, browserOf, cookieOf, logIn, startConsole, type TestConsole, theOperator } from './console.js';
import { changeOperator, disableOperator, enableOperator } from '../../src/console/operators/operators.js';

describe('console session', () => {
  let console: TestConsole;
  beforeEach(async () => {
    console = await startConsole();
  });
  afterEach(() => console.close());

  const start = (browser: object) => console.http.get('/').set({ accept: 'text/html', ...browser });

  it('goes on while it is used, and ends after 30 minutes without', async () => {
    const browser = await browserOf(console, await theOperator('viewer'));
    for (let i = 0; i < 3; i++) {
      console.wait(29);
      await start(browser).expect(200);
    }
    console.wait(31);
    await start(browser).expect(303).expect('location', '/login?next=%2F');
  });

  it('ends after 12 hours, however much it is used', async () => {
    const browser = await browserOf(console, await theOperator('viewer'));
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      console.wait(20);
      await start(browser).expect(200);
    }
    console.wait(20);
    await start(browser).expect(303);
  });

  it('ends when the clock is put back, since nobody knows for how long it was idle', async () => {
    const browser = await browserOf(console, await theOperator('viewer'));
    console.wait(-29);
    await start(browser).expect(200);
    console.wait(-31);
    await start(browser).expect(303);
  });

  for (const [who, path, header] of [
    ['the board', '/queues/api/queues', {}],
    ['a list that looks for what is new', '/api/payments', { 'x-refresh': 'live' }],
  ] as const)
    it(`is not kept alive by ${who}, which asks by itself`, async () => {
      const browser = { ...(await browserOf(console, await theOperator('viewer'))), ...header };
      console.wait(20);
      await console.http.get(path).set(browser).expect(200);
      console.wait(11);
      await console.http.get(path).set(browser).expect(401);
    });

  it('is kept alive by what somebody does on the board, allowed or not', async () => {
    const browser = await browserOf(console, await theOperator('viewer'));
    console.wait(20);
    await console.http.put('/queues/api/queues/pause').set(browser).expect(403);
    console.wait(11);
    await start(browser).expect(200);
  });

  it('says on the login page that it has ended', async () => {
    const browser = await browserOf(console, await theOperator('viewer'));
    console.wait(31);
    await console.http
      .get('/login')
      .set(browser)
      .expect(/Your session has ended/);
  });

  it('says of a form that was sent after its end that nothing was done, and leads back to its page', async () => {
    const browser = await browserOf(console, await theOperator('reviewer'));
    console.wait(31);
    const asked = await console.http
      .post('/proofs/85344d6d-9677-8993-aad5-1a63acdce80f/decision')
      .set({ accept: 'text/html', referer: `${console.url}/proofs?kind=proof`, ...browser })
      .expect(303);
    const { text } = await console.http
      .get(asked.headers.location ?? '')
      .set(browser)
      .expect(200);
    expect(text)
      .to.match(/nothing was done/)
      .and.include('name="next" value="/proofs?kind=proof"');
  });

  it('ends on the server at logout', async () => {
    const browser = await browserOf(console, await theOperator('viewer'));
    await console.http.post('/logout').set(browser).expect(303).expect('location', '/login?signed-out');
    await start(browser).expect(303);
    await console.http.get('/login?signed-out').expect(/You are signed out/);
  });

  it('is another one after every login', async () => {
    const { email } = await theOperator('viewer');
    const first = cookieOf(await logIn(console, email));
    const answer = await logIn(console, email).set('cookie', first).set('origin', console.url);
    await start({ cookie: cookieOf(answer) }).expect(200);
    await start({ cookie: first }).expect(303);
  });

  it('ends when the operator is disabled or gets another password', async () => {
    const disabled = await anOperator('viewer');
    const changed = await anOperator('viewer');
    const browsers = [await browserOf(console, disabled), await browserOf(console, changed)];
    await disableOperator(disabled.email);
    await changeOperator({ id: changed.id }, { password: 'another password' });
    for (const browser of browsers) await start(browser).expect(303);
    // Of logins whose password was right a moment before.
    for (const operator of [disabled, changed]) browsers.push(await browserOf(console, operator));
    for (const browser of browsers) await start(browser).expect(303);
    await enableOperator(disabled.email);
    for (const browser of browsers) await start(browser).expect(303);
  });

  it('is not to be had with a made-up cookie', async () => {
    const { cookie } = await browserOf(console, await theOperator('viewer'));
    await start({ cookie: cookie.replace(/=.*/, '=made-up') }).expect(303);
  });
});
