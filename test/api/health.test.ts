import { expect } from 'chai';
import { startWeb, type Web } from './web.js';

describe('what every answer has', () => {
  let web: Web;
  before(async () => {
    web = await startWeb();
  });
  after(() => web.close());

  for (const path of ['/healthz', '/readyz', '/nowhere', '/3ds/return/unknown'])
    it(`gives ${path} the headers of security, and tells nothing of what it is made with`, async () => {
      const { headers } = await web.ask(path, { method: 'GET' });
      expect(headers).to.include({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
      expect(headers['x-request-id']).to.match(/^req_[0-9a-f]{32}$/);
      expect(headers['content-security-policy']).to.match(/^default-src 'none';.*frame-ancestors 'none'$/);
      expect(headers['referrer-policy']).to.equal('no-referrer');
      expect(headers).to.not.have.any.keys('x-powered-by', 'server', 'etag');
    });

  it('lets browsers keep what pages are dressed with for an hour, and nothing else', async () => {
    const { status, headers } = await web.ask('/assets/checkout.css', { method: 'GET' });
    expect(status).to.equal(200);
    expect(headers['cache-control']).to.equal('public, max-age=3600');
    expect((await web.ask('/assets/unknown.css', { method: 'GET' })).headers['cache-control']).to.equal('no-store');
  });

  it('gives every request an id of its own, whatever the client sends', async () => {
    const headers = { 'x-request-id': 'mine' };
    const answers = await Promise.all([1, 2, 3].map(() => web.ask('/healthz', { method: 'GET', headers })));
    const ids = answers.map((answer) => answer.headers['x-request-id']);
    expect(new Set(ids).size).to.equal(3);
    expect(ids).to.not.include('mine');
  });

  for (const path of ['/healthz', '/readyz']) {
    it(`answers GET ${path} with 200 while the stores are there`, async () => {
      const { status, body } = await web.ask(path, { method: 'GET' });
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ status: 'ok' });
    });

    it(`takes nothing but GET and HEAD on ${path}`, async () => {
      const { status, headers, body } = await web.ask(path, { body: {} });
      expect(status).to.equal(405);
      expect(headers.allow).to.equal('GET, HEAD');
      expect(body.code).to.equal('method_not_allowed');
      expect((await fetch(`${web.url}${path}`, { method: 'HEAD' })).status).to.equal(200);
    });
  }

  it('shows the page for a link that leads nowhere, in both languages', async () => {
    for (const token of ['unknown', '%zz', `${'0'.repeat(32)}1-${'x'.repeat(43)}`, 'x'.repeat(5000)]) {
      const english = await web.ask(`/3ds/return/${token}`, { method: 'GET' });
      expect(english.status).to.equal(404);
      expect(english.headers['content-type']).to.equal('text/html; charset=utf-8');
      expect(english.text).to.include('lang="en"').and.include('This link does not lead anywhere');
      const bengali = await web.ask(`/3ds/return/${token}?lang=bn`, { method: 'GET' });
      expect(bengali.text).to.include('lang="bn"');
    }
  });

  it('looks at nothing that is posted to a link', async () => {
    const bodies: [type: string, body: string][] = [
      ['application/x-www-form-urlencoded', 'status=success'],
      ['application/x-www-form-urlencoded', `a=${'x'.repeat(50_000)}`],
      ['application/x-www-form-urlencoded; charset=utf-16', 'a=b'],
      ['multipart/form-data', 'no form'],
    ];
    for (const [type, body] of bodies) {
      const { status } = await web.ask('/3ds/return/unknown', { body, headers: { 'content-type': type } });
      expect(status).to.equal(404);
    }
  });
});
