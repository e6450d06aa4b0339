import { expect } from 'chai';
import { disableOperator } from '../../src/console/operators/operators.js';
import { cookieRules } from '../../src/console/session/session-cookie.js';
import {
  anOperator,
  browserOf,
  cookieOf,
  forgetFailures,
  logIn,
  startConsole,
  type TestConsole,
  theOperator,
} from './console.js';

describe('console login', () => {
  let console: TestConsole;
  before(async () => {
    console = await startConsole();
  });
  beforeEach(forgetFailures);
  after(() => console.close());

  it('lets an operator in and shows who it is', async () => {
    const { email } = await theOperator('viewer');
    const answer = await logIn(console, email.toUpperCase()).expect(303).expect('location', '/');
    const page = await console.http.get('/').set('cookie', cookieOf(answer)).expect(200);
    expect(page.text).to.include(email);
  });

  it('says the same for a wrong password, an unknown e-mail and a disabled operator', async () => {
    const { email } = await theOperator('admin');
    const gone = await anOperator('admin');
    await disableOperator(gone.email);
    const answers = [
      await logIn(console, email, 'wrong wrong wrong').expect(401),
      await logIn(console, 'nobody@example.com').expect(401),
      await logIn(console, gone.email).expect(401),
    ];
    const withoutWhoAndWhen = answers.map(({ text }) =>
      text.replace(/value="[^"]*@[^"]*"/, '').replace(/<footer>[^]*<\/footer>/, ''),
    );
    expect(withoutWhoAndWhen[0]).to.include('Wrong e-mail or password.');
    expect(new Set(withoutWhoAndWhen)).to.have.length(1);
    for (const { headers } of answers) expect(headers).not.to.have.property('set-cookie');
  });

  it('takes fields of the wrong shape for a wrong password', async () => {
    await console.http.post('/login').type('form').send('email=a&email=b&password[x]=1').expect(401);
    await console.http.post('/login').expect(401);
    await console.http
      .post('/login')
      .type('form')
      .send(`email=${'x'.repeat(20_000)}`)
      .expect(413);
  });

  it('shows what was typed as text, never as markup', async () => {
    const { text } = await logIn(console, '"><script>alert(1)</script>', 'wrong', '/"><b>');
    expect(text).not.to.include('<script>').and.not.to.include('"><b>');
  });

  it('sets a cookie that scripts and other sites do not get', async () => {
    const { email } = await theOperator('viewer');
    const [cookie = ''] = [(await logIn(console, email)).headers['set-cookie'] ?? []].flat();
    expect(cookie).to.match(/; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('ties the cookie to https and to this host in production', () => {
    const { name, attributes } = cookieRules(true, 3001);
    expect(name).to.match(/^__Host-/);
    expect(attributes).to.deep.equal({ path: '/', httpOnly: true, sameSite: 'strict', secure: true });
  });

  it('leads back to where one was', async () => {
    const { email } = await theOperator('viewer');
    const asked = await console.http.get('/queues/queue/ipn-delivery?status=failed').set('accept', 'text/html');
    expect(asked.headers.location).to.equal('/login?next=%2Fqueues%2Fqueue%2Fipn-delivery%3Fstatus%3Dfailed');
    const form = await console.http.get(asked.headers.location ?? '');
    expect(form.text).to.include('name="next" value="/queues/queue/ipn-delivery?status=failed"');
    await logIn(console, email, undefined, '/queues').expect('location', '/queues');
  });

  it('never leads to another site', async () => {
    const { email } = await theOperator('viewer');
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      '/\t/evil.example',
    ])
      await logIn(console, email, undefined, next).expect(303).expect('location', '/');
  });

  it('sends who is signed in straight on', async () => {
    const browser = await browserOf(console, await theOperator('viewer'));
    await console.http.get('/login?next=/queues').set(browser).expect(303).expect('location', '/queues');
    await console.http.get('/login?next=//evil.example').set(browser).expect('location', '/');
  });

  it('goes on from a page of ours when a link came from another site, which brings no cookie', async () => {
    const { text } = await console.http
      .get('/queues')
      .set({ accept: 'text/html', 'sec-fetch-site': 'cross-site' })
      .expect(200);
    expect(text).to.include('<meta http-equiv="refresh" content="0;url=/login?next=%2Fqueues" />');
  });
});
