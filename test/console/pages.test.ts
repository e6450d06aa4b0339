import { expect } from 'chai';
import { browserOf, jsonOf, logIn, startConsole, type TestConsole, theOperator } from './console.js';

/** Every page that there is, as seen by an admin, and the ones before the login. */
const PAGES = ['/login', '/', '/queues', '/queues/queue/ipn-delivery', '/nonsense'];

describe('console pages', () => {
  let console: TestConsole;
  let browser: { cookie: string; origin: string };
  before(async () => {
    console = await startConsole();
    browser = await browserOf(console, await theOperator('admin'));
  });
  after(() => console.close());

  // The login page is for who is not signed in; others are led on.
  const open = (path: string) =>
    console.http.get(path).set({ accept: 'text/html', ...(path === '/login' ? {} : browser) });

  it('load nothing from another host and have nothing inline', async () => {
    for (const path of PAGES) {
      const { text } = await open(path).expect('content-type', /html/);
      expect(text, path).not.to.match(/(?:src|href|action)="(?:https?:)?\/\//);
      expect(text, path).not.to.match(/googleapis|<style|\sstyle=|\son\w+=/);
      // A data block is not run; the board keeps its settings in one.
      expect(text, path).not.to.match(/<script(?![^>]*(?:src=|type="application\/json"))/);
    }
  });

  it('forbid the browser what they do not need, and to keep them', async () => {
    for (const path of PAGES) {
      const { headers } = await open(path);
      const policy = headers['content-security-policy'];
      expect(policy, path)
        .to.match(/default-src '(none|self)'/)
        .and.include("frame-ancestors 'none'");
      expect(policy, path)
        .not.to.include('unsafe')
        .and.not.to.match(/https?:/);
      expect(headers, path).to.include({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(headers, path).not.to.have.property('x-powered-by');
      expect(headers['x-request-id'], path).to.match(/^req_/);
    }
  });

  for (const [method, path, allow] of [
    ['get', '/logout', 'POST'],
    ['put', '/login', 'GET, HEAD, POST'],
    ['delete', '/', 'GET, HEAD'],
    ['put', '/operators', 'GET, HEAD, POST'],
    ['put', '/merchants/mer_none/suspend', 'GET, HEAD, POST'],
    ['post', '/search', 'GET, HEAD'],
  ] as const)
    it(`say what ${path} takes to who sends ${method.toUpperCase()}`, async () => {
      await console.http[method](path).set(browser).expect(405).expect('allow', allow);
    });

  it('lead from the address of a form without a page, as Back opens it, to the page that it is on', async () => {
    for (const [path, page] of [
      ['/payments/none/refund', '/payments/none'],
      ['/payments/none/refund?step=/x', '/payments/none'],
      ['/merchants/none/suspend', '/merchants/none'],
      ['/deliveries/none/resend', '/deliveries'],
      ['/endpoints/none/enable', '/endpoints'],
    ] as const)
      await open(path).expect(303).expect('location', page);
  });

  it('do not make browsers hide the origin of our own forms', async () => {
    await console.http.get('/login').expect('referrer-policy', 'same-origin');
  });

  it('say that this is a test system', async () => {
    for (const path of PAGES) await open(path).expect(/Test<span> system/);
  });

  it('have a title, one heading, a language and a way past the navigation', async () => {
    const wrong = await logIn(console, 'nobody@example.com');
    expect(wrong.text).to.include('<title>Error: Sign in').and.include('role="alert"');
    for (const path of ['/login', '/', '/nonsense']) {
      const { text } = await open(path);
      expect(text.match(/<h1>/g), path).to.have.length(1);
      expect(text, path).to.include('<html lang="en">').and.include('href="#main"').and.include('<main id="main"');
    }
  });

  it('answer /healthz without a login', async () => {
    await console.http.get('/healthz').expect(200).expect({ status: 'ok' });
  });

  it('answer programs in JSON', async () => {
    const answer = await console.http.get('/api/nonsense').set(browser).expect(404);
    expect(jsonOf(answer)).to.include({ status: 'error', code: 'not_found' }).and.have.property('request_id');
    await console.http
      .get('/queues/api/queues/%E0/metrics')
      .set(browser)
      .expect(404)
      .expect(/"code":"not_found"/);
  });
});
