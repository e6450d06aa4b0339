import { expect } from 'chai';
import { REASONS } from '../../src/payments/reasons.js';
import { CALLS } from '../../src/reference/calls.js';
import { ERROR_CODES } from '../../src/reference/error-codes.js';
import { EXAMPLES } from '../../src/reference/examples.js';
import type { Answer } from '../support/ask.js';
import { startWeb, type Web } from '../api/web.js';

describe('the page of the reference', () => {
  let web: Web;
  let page: Answer;
  before(async () => {
    web = await startWeb();
    page = await web.ask('/docs', { method: 'GET' });
  });
  after(() => web.close());

  it('needs nothing of another host, and nothing inline', async () => {
    expect(page.status).to.equal(200);
    expect(page.headers['content-type']).to.match(/^text\/html/);
    expect(page.headers['content-security-policy']).to.contain("default-src 'none'").and.not.contain('unsafe');
    expect(page.text).to.not.match(
      /<script(?! src="\/assets\/[a-z.]+" defer><\/script>)|<style|\sstyle=|\son[a-z]+="|(?:src|href)="(?:https?:)?\/\//,
    );
    const files = [...page.text.matchAll(/(?:href|src)="(\/assets[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files).to.have.length(3);
    for (const file of files) expect((await web.ask(file, { method: 'GET' })).status).to.equal(200);
  });

  it('has an anchor at every heading and for everything that it links to', () => {
    expect(page.text).to.not.match(/<h\d(?! id=)/);
    const anchors = [...page.text.matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => anchor);
    const links = [...page.text.matchAll(/ href="#([^"]+)"/g)].map(([, anchor]) => anchor);
    expect(anchors).to.have.length(new Set(anchors).size);
    expect(anchors).to.include.members(links);
  });

  it('shows every call, example, code and reason', () => {
    const code = (text: string) => `<code>${text}</code>`;
    for (const { path } of CALLS) expect(page.text).to.include(code(path));
    for (const { summary } of Object.values(EXAMPLES)) expect(page.text).to.include(`">${summary}</a></h3>`);
    for (const name of [...Object.keys(ERROR_CODES), ...Object.keys(REASONS)]) expect(page.text).to.include(code(name));
  });

  it('has the code that verifies notifications in four languages, when they come again, and what test payments do', () => {
    for (const language of ['typescript', 'php', 'python', 'go'])
      expect(page.text).to.include(`"language-${language}"`);
    expect(page.text).to.not.include('<!-- run');
    expect(page.text).to.include('5 s, 30 s, 2 min').and.include('4000 0000 0000 9995').and.include('<td>.33</td>');
  });

  it('says what of a secret keys the HMAC, for those who verify without a library', () => {
    expect(page.text).to.match(/32 bytes that follow its <code>whsec_<\/code> in base64/);
  });

  it('takes GET and HEAD only', async () => {
    const { status, headers } = await web.ask('/docs', { body: {} });
    expect(status).to.equal(405);
    expect(headers.allow).to.equal('GET, HEAD');
  });
});
