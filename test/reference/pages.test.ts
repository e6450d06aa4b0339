import { expect } from 'chai';
import { REASONS } from '../../src/payments/reasons.js';
import { CALLS } from '../../src/reference/calls.js';
import { ERROR_CODES } from '../../src/reference/error-codes.js';
import { EXAMPLES } from '../../src/reference/examples.js';
import type { Answer } from '../support/ask.js';
import { startWeb, type Web } from '../api/web.js';

/** Anchors of the one long page that the reference was: links to them are out there. */
const ANCHORS_OF_ONE_PAGE = `start keys order-of-checks fields repeating-a-request limits tracing versions h2h-initiate
  h2h-initiate-a-card-that-is-approved-at-once h2h-initiate-a-card-with-a-3-d-secure-challenge
  h2h-initiate-a-card-that-is-declined-an-answer-no-error h2h-initiate-upi h2h-initiate-a-wallet-of-bangladesh
  h2h-initiate-faulty-fields h2h-initiate-an-identifier-that-was-used-before
  h2h-initiate-a-currency-that-nobody-here-takes h2h-initiate-errors h2h-status h2h-status-by-trx
  h2h-status-a-trx-that-is-not-yours h2h-status-a-key-that-nobody-has
  h2h-status-by-identifier-with-a-proof-under-review h2h-status-errors h2h-confirm h2h-confirm-a-text-reference
  h2h-confirm-a-card-needs-no-proof h2h-confirm-errors h2h-cancel
  h2h-cancel-a-wallet-payment-that-nobody-has-begun-to-pay h2h-cancel-a-payment-that-has-ended h2h-cancel-errors
  h2h-events h2h-events-the-first-event payment-initiate payment-initiate-card-or-sepa-direct-debit
  payment-initiate-errors payment-status payment-status-before-the-customer-has-chosen payment-status-errors
  sandbox-payments-trx-simulate sandbox-payments-trx-simulate-the-customer-of-the-upi-payment-pays
  sandbox-payments-trx-simulate-errors notifications when-it-fails verification-code testing test-cards
  test-direct-debits test-upi-and-wallets errors reasons`.split(/\s+/);

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first = '']) => first);
const anchorsOf = (text: string): string[] => found(text, / id="([^"]+)"/g);

describe('the pages of the reference', () => {
  let web: Web;
  /** By their addresses: all that can be reached from the first. */
  const pages = new Map<string, Answer>();
  before(async () => {
    web = await startWeb();
    const addresses = ['/docs'];
    for (const address of addresses) {
      const page = await web.ask(address, { method: 'GET' });
      pages.set(address, page);
      const others = found(page.text, / href="(\/docs[^"#]*)/g).filter((other) => !addresses.includes(other));
      addresses.push(...new Set(others));
    }
  });
  after(() => web.close());

  const text = (): string => [...pages.values()].map((page) => page.text).join('\n');
  const linkOf = (anchor: string): string =>
    found(pages.get('/docs')?.text ?? '', new RegExp(`<a id="${anchor}" href="([^"]+)"`, 'g'))[0] ?? `/docs#${anchor}`;

  it('need nothing of another host, and nothing inline', async () => {
    expect(pages).to.have.property('size').above(10);
    for (const page of pages.values()) {
      expect(page.status).to.equal(200);
      expect(page.headers['content-type']).to.match(/^text\/html/);
      expect(page.headers['content-security-policy']).to.contain("default-src 'none'").and.not.contain('unsafe');
      expect(page.text).to.not.match(
        /<script(?! src="\/assets\/[a-z.]+" defer><\/script>)|<style|\sstyle=|\son[a-z]+="|(?:src|href)="(?:https?:)?\/\//,
      );
    }
    const files = [...new Set(found(text(), /(?:href|src)="(\/assets[^"]+)"/g))];
    expect(files).to.have.length(3);
    for (const file of files) expect((await web.ask(file, { method: 'GET' })).status).to.equal(200);
  });

  it('have an anchor at every heading and for everything that they link to', () => {
    for (const [address, page] of pages) {
      expect(page.text).to.not.match(/<h\d(?! id=)/);
      const anchors = anchorsOf(page.text);
      expect(anchors, address).to.have.length(new Set(anchors).size);
      for (const link of found(page.text, / href="((?:\/docs[^"]*)?#[^"]+)"/g)) {
        const [path, anchor = ''] = link.split('#');
        expect(anchorsOf(pages.get(path || address)?.text ?? ''), link).to.include(anchor);
      }
    }
  });

  it('link to nothing that is not served, as guides are not', async () => {
    const links = [...pages].flatMap(([address, page]) =>
      found(page.text, / href="([^"#]+)/g).map((link) => new URL(link, `http://tollgate${address}`)),
    );
    const own = new Set(links.filter(({ host }) => host === 'tollgate').map(({ pathname }) => pathname));
    for (const path of own) expect((await web.ask(path, { method: 'GET' })).status, path).to.equal(200);
  });

  it('give a name only to what has a role that may have one', () => {
    expect(text()).to.match(/<pre [^>]*aria-label=/);
    expect(found(text(), /(<(?:pre|div|span|p) (?=[^>]*aria-label=)(?![^>]*role=)[^>]*>)/g)).to.deep.equal([]);
  });

  it('are found by the anchors of the one page that they were', () => {
    const first = anchorsOf(pages.get('/docs')?.text ?? '');
    for (const anchor of ANCHORS_OF_ONE_PAGE) {
      expect(first).to.include(anchor);
      const [path = '', part = anchor] = linkOf(anchor).split('#');
      expect(anchorsOf(pages.get(path)?.text ?? ''), anchor)
        .to.include(anchor)
        .and.include(part);
    }
  });

  it('show every call, example, code and reason', () => {
    const code = (name: string) => `<code>${name}</code>`;
    for (const { path } of CALLS) expect(text()).to.include(code(path));
    for (const { summary } of Object.values(EXAMPLES)) expect(text()).to.include(`">${summary}</a></h2>`);
    for (const name of [...Object.keys(ERROR_CODES), ...Object.keys(REASONS)]) expect(text()).to.include(code(name));
  });

  it('tell a field that several calls have once, and each of them names it', () => {
    const told = found(pages.get('/docs/common-fields')?.text ?? '', /(<dt>.*?<\/dd>)/g);
    expect(told).to.have.length.above(40);
    for (const field of told) expect(text().split(field), field).to.have.length(2);
    for (const call of ['h2h-initiate-card', 'h2h-initiate-upi', 'h2h-initiate-wallet', 'payment-initiate'])
      expect(pages.get(`/docs/${call}`)?.text).to.include(
        '"/docs/common-fields#starting-a-payment-ipn-url"><code>ipn_url<',
      );
  });

  it('have the code that verifies notifications in four languages, when they come again, and what test payments do', () => {
    for (const language of ['typescript', 'php', 'python', 'go']) expect(text()).to.include(`"language-${language}"`);
    expect(text()).to.not.include('<!-- run');
    expect(text()).to.include('5 s, 30 s, 2 min').and.include('4000 0000 0000 9995').and.include('<td>.33</td>');
    expect(text()).to.include('id="test-refunds"').and.include('<td>.88</td>').and.include('id="test-disputes"');
  });

  it('say what of a secret keys the HMAC, for those who verify without a library', () => {
    expect(text()).to.match(/32 bytes that follow its <code>whsec_<\/code> in base64/);
  });

  it('take GET and HEAD only, and are no more than there are', async () => {
    for (const address of ['/docs', '/docs/errors']) {
      const { status, headers } = await web.ask(address, { body: {} });
      expect(status).to.equal(405);
      expect(headers.allow).to.equal('GET, HEAD');
    }
    const { status, body } = await web.ask('/docs/nothing', { method: 'GET' });
    expect([status, body.code]).to.deep.equal([404, 'not_found']);
  });
});
