import { expect } from 'chai';
import { ask } from '../support/ask.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';
import { beginCheckout, cardForm, formTokenIn, type Shown } from './shopper.js';

const CUSTOMER = { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example' };
const IN_BENGALI = { 'accept-language': 'bn' };
const FORM = 'application/x-www-form-urlencoded';

/** A directive of the answer's policy, as a list of sources. */
const directive = ({ headers }: Shown, name: string): string[] => {
  const policy = String(headers['content-security-policy']);
  const found = policy.split('; ').find((part) => part.startsWith(`${name} `));
  return found?.split(' ').slice(1) ?? [];
};

describe('the hosted page', () => {
  let tollgate: Tollgate;
  before(async () => {
    tollgate = await sharedTollgate();
  });
  const begin = (changes?: object) => beginCheckout(tollgate, changes);

  it('has a strict policy that names what this payment needs, and nothing unsafe', async () => {
    const page = await (await begin({ site_logo: 'https://cdn.shop.example/logo.png' })).get();
    const policy = String(page.headers['content-security-policy']);
    expect(policy).to.not.match(/unsafe|\*/);
    expect(directive(page, 'default-src')).to.deep.equal(["'none'"]);
    expect(directive(page, 'script-src')).to.deep.equal(["'self'"]);
    expect(directive(page, 'frame-ancestors')).to.deep.equal(["'none'"]);
    expect(directive(page, 'img-src')).to.deep.equal(["'self'", 'https://cdn.shop.example']);
    expect(directive(page, 'form-action')).to.have.members(["'self'", tollgate.urls.sandbox, 'https://shop.example']);
    expect(page.headers).to.include({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(page.headers).to.include({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  });

  it('loads nothing from elsewhere but the logo, and holds no inline script or style', async () => {
    const { text } = await (await begin()).get();
    const loaded = [...text.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"/g)].map(([, url]) => url);
    expect(loaded).to.not.be.empty;
    for (const url of loaded) expect(url).to.match(/^\/assets\//);
    expect(text).to.not.match(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/i);
  });

  it('weighs at most 40 KB in at most 5 requests, with several methods too', async () => {
    const { text } = await (await begin({ payment_method_type: 'card_and_sepa' })).get(IN_BENGALI);
    const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    const texts = await Promise.all(
      files.map(async (path) => (await ask(`${tollgate.urls.api}${path}`, { method: 'GET' })).text),
    );
    expect(files.length + 1).to.be.at.most(5);
    expect(Buffer.byteLength([text, ...texts].join(''))).to.be.at.most(40_000);
  });

  it("leads to the shop's page about privacy in a tab of its own, where it has one", async () => {
    const { public_key } = await tollgate.createMerchant({ privacyUrl: 'https://shop.example/privacy' });
    const { text } = await (await begin({ public_key })).get();
    expect(text).to.include('<a href="https://shop.example/privacy" target="_blank" rel="noopener noreferrer">');
    expect(text).to.include('Privacy at Blue Tea Shop');
    expect((await (await begin()).get()).text).to.not.include('Privacy at');
  });

  it("tells the page's script where a form leads, which could not follow there itself", async () => {
    const checkout = await begin();
    const form = formTokenIn((await checkout.get()).text);
    const answer = await checkout.post(
      { form, ...cardForm('4242424242424242') },
      { 'x-requested-with': 'fetch', accept: '*/*' },
    );
    expect(answer.status).to.equal(200);
    expect(answer.text).to.equal(JSON.stringify({ to: checkout.body.success_url }));
  });

  it('says after a decline what must be typed again', async () => {
    const declined = await (await begin()).submit(cardForm('4000000000000002'));
    expect(declined.text).to.include('the card number and the security code must be typed again');
  });

  it('shows a Bengali customer what was typed in Bengali digits', async () => {
    const checkout = await begin();
    const form = formTokenIn((await checkout.get()).text);
    for (const [headers, expiry, shown] of [
      [IN_BENGALI, '01 / 20', '০১ / ২০'],
      [{}, '০১ / ২০', '01 / 20'],
    ] as const) {
      const { text } = await checkout.post({ form, ...cardForm('', { expiry }) }, headers);
      expect(text).to.include(`value="${shown}"`);
    }
  });

  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}}<%= it %>'`;
  it('shows hostile names and details as text', async () => {
    const checkout = await begin({ site_name: hostile, details: hostile });
    for (const { text } of [await checkout.get(), await checkout.submit(cardForm('4000000000000002'))]) {
      expect(text).to.not.include('<script>alert').and.not.include('<img src=x');
      expect(text).to.include('&lt;script&gt;alert(1)&lt;/script&gt;');
    }
    await checkout.submit({ action: 'cancel' });
    expect((await checkout.get()).text).to.not.include('<script>alert');
  });

  for (const holder of [hostile, '4242 4242 4242 4242', '123', 'x'.repeat(300)])
    it(`refuses a name such as ${holder.slice(0, 20)} without repeating markup or a card number`, async () => {
      const { status, text } = await (await begin()).submit(cardForm('4242424242424242', { holder, cvv: '12' }));
      expect(status).to.equal(422);
      expect(text)
        .to.not.include('<script>alert')
        .and.not.match(/\b4242\b|42424242/); // four digits alone may stand in a random token
    });

  const INDIA = { currency: 'INR', customer: { ...CUSTOMER, mobile: '+919876543210' } };
  const pages: [page: string, changes: object, form: Record<string, string>][] = [
    ['the choice', { payment_method_type: 'card_and_sepa' }, {}],
    ['a card with mistakes', {}, cardForm('')],
    ['a debit with mistakes', { payment_method_type: 'card_and_sepa' }, { action: 'pay', method: 'sepa' }],
    ['a declined card', {}, cardForm('4000000000000002')],
    ['a challenge', {}, cardForm('4000000000003220')],
    ['a wait for UPI', { ...INDIA, amount: 499.11 }, { action: 'pay', method: 'upi' }],
    ['success', {}, cardForm('4242424242424242')],
    ['a cancelled payment', {}, { action: 'cancel' }],
    ['a refused form', {}, { form: 'x' }],
  ];
  for (const [page, changes, form] of pages)
    it(`says nothing undefined on the page of ${page}`, async () => {
      const checkout = await begin(changes);
      for (const { text } of [await checkout.submit(form), await checkout.get(), await checkout.get(IN_BENGALI)])
        expect(text).to.not.include('undefined');
    });

  const odd = ['https://a;b.example/', 'https://x,y.example/', 'https://*.shop.example/'];
  for (const url of odd)
    it(`lets no URL such as ${url} into the policy as more than an origin`, async () => {
      const checkout = await begin({ success_url: url, site_logo: url });
      expect(checkout.url).to.match(/^http/); // it is a URL, and was taken as one
      const page = await checkout.get();
      const policy = String(page.headers['content-security-policy']);
      expect(policy.split('; ').map((part) => part.split(' ')[0])).to.deep.equal([
        'default-src',
        'script-src',
        'style-src',
        'connect-src',
        'img-src',
        'form-action',
        'base-uri',
        'frame-ancestors',
      ]);
      expect(policy).to.not.match(/[,*]|b\.example/);
    });

  const notShownAgain: [what: string, form: Record<string, string>, says: string][] = [
    [
      'a card',
      { ...cardForm('4242424242424242'), cvv: '' },
      'the card number and the security code must be typed again',
    ],
    ['a debit', { action: 'pay', method: 'sepa', iban: 'DE89370400440532013000' }, 'the IBAN must be typed again'],
  ];
  for (const [what, form, says] of notShownAgain)
    it(`says of a refused form for ${what} which fields are empty for safety`, async () => {
      const { status, text } = await (await begin({ payment_method_type: 'card_and_sepa' })).submit(form);
      expect(status).to.equal(422);
      expect(text)
        .to.include(says)
        .and.not.match(/4242424242424242|DE89370400440532013000/);
    });

  const unnameable = ['https://my_shop.example/thanks', 'http://[::1]:8080/thanks', 'https://a;b.example/'];
  for (const url of unnameable)
    it(`lets a form lead on to ${url}, which no policy can name, by its scheme`, async () => {
      const checkout = await begin({ success_url: url, site_logo: url });
      const page = await checkout.get();
      const scheme = new URL(url).protocol;
      const named = ["'self'", tollgate.urls.sandbox, 'https://shop.example', scheme];
      expect(directive(page, 'form-action')).to.have.members(named);
      expect(directive(page, 'img-src')).to.deep.equal(["'self'"]);
      expect(page.text).to.not.include('class="logo"');
    });

  it('gives one page in both languages for a link that is wrong, cut or missing', async () => {
    const { url } = await begin();
    const bare = `${tollgate.urls.api}/payment/checkout`;
    for (const link of [url.slice(0, -1), `${url}x`, bare, `${bare}?payment_trx=`, `${url}&payment_trx=x`]) {
      const { status, text } = await ask(link, { method: 'GET' });
      expect(status, link).to.equal(404);
      expect(text).to.include('This link does not lead anywhere').and.include('এই লিংকটি কাজ করছে না');
    }
  });

  const wrongMethods: [method: 'PUT' | 'DELETE' | 'POST', part: string, allow: string][] = [
    ['PUT', '', 'GET, HEAD, POST'],
    ['DELETE', '/state', 'GET, HEAD'],
    ['POST', '/qr', 'GET, HEAD'],
  ];
  for (const [method, part, allow] of wrongMethods)
    it(`answers ${method} of the page${part} with a 405`, async () => {
      const { url } = await begin();
      const { status, headers } = await ask(url.replace('/checkout?', `/checkout${part}?`), { method });
      expect({ status, allow: headers.allow }).to.deep.equal({ status: 405, allow });
    });

  it('says on the page of a refused form, too, that the payment is a test, and leads back', async () => {
    const checkout = await begin();
    const { status, text } = await checkout.post({ form: 'x', action: 'cancel' });
    expect(status).to.equal(403);
    expect(text)
      .to.include('This is a test payment')
      .and.include(`href="${new URL(checkout.url).pathname}`);
  });

  const unreadable: [what: string, status: number, fields: object, headers: Record<string, string>][] = [
    ['a form of more than 10 KB', 413, { holder: 'x'.repeat(11_000) }, {}],
    ['a form in UTF-16', 415, {}, { 'content-type': 'application/x-www-form-urlencoded; charset=utf-16' }],
  ];
  for (const [what, status, fields, headers] of unreadable)
    it(`says of ${what} that it cannot be read, and that the payment is a test`, async () => {
      const checkout = await begin();
      const answer = await checkout.post(fields, headers);
      expect(answer.status).to.equal(status);
      expect(answer.text)
        .to.include('This is a test payment')
        .and.include('could not be read')
        .and.not.include('try again in a moment');
    });

  const foreign: [what: string, headers: Record<string, string>][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another site that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['another port of this host that hides its own', { origin: 'null', 'sec-fetch-site': 'same-site' }],
    ['another port of this host', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
  ];
  for (const [what, headers] of foreign)
    it(`does nothing for a form from ${what}`, async () => {
      const checkout = await begin();
      const form = formTokenIn((await checkout.get()).text);
      for (const fields of [{ action: 'cancel' }, cardForm('4242424242424242')])
        expect((await checkout.post({ form, ...fields }, headers)).status).to.equal(403);
      expect(await checkout.status()).to.include({ payment_status: 'pending' });
    });

  it('does nothing for a form without its token, or with that of another payment', async () => {
    const checkout = await begin();
    const other = formTokenIn((await (await begin()).get()).text);
    for (const form of ['', other, 'x'.repeat(43)])
      expect((await checkout.post({ form, ...cardForm('4242424242424242') })).status).to.equal(403);
    const hidden = { headers: { 'content-type': FORM, origin: 'null' }, body: 'action=cancel' };
    expect((await ask(checkout.url, hidden)).status).to.equal(403);
    expect(await checkout.charges()).to.have.length(0);
  });

  for (const [who, isNamed] of [
    ['a program that knows the link', false],
    ['one that names our origin', true],
  ] as const)
    it(`takes the fields alone from ${who}, and charges once however often they come`, async () => {
      const checkout = await begin();
      const body = new URLSearchParams(cardForm('4242424242424242')).toString();
      const headers = { 'content-type': FORM, ...(isNamed && { origin: new URL(checkout.url).origin }) };
      for (const { status } of await Promise.all([1, 2, 3].map(() => ask(checkout.url, { body, headers }))))
        expect(status).to.equal(303);
      expect(await checkout.charges()).to.have.length(1);
    });

  it('takes a form whose origin the browser hides, as browsers do under no-referrer', async () => {
    const checkout = await begin();
    const form = formTokenIn((await checkout.get()).text);
    const { status } = await checkout.post({ form, action: 'cancel' }, { origin: 'null' });
    expect(status).to.equal(303);
  });

  it('is in the language that was chosen, else in that of the browser', async () => {
    const checkout = await begin();
    expect((await checkout.get({ 'accept-language': 'bn-BD,bn;q=0.9,en;q=0.5' })).text).to.include('<html lang="bn">');
    expect((await checkout.get({ 'accept-language': 'fr' })).text).to.include('<html lang="en">');
    const chosen = await ask(`${checkout.url}&lang=bn`, { method: 'GET', headers: { 'accept-language': 'en' } });
    const cookie = String(chosen.headers['set-cookie']).split(';')[0] ?? '';
    expect(chosen.text).to.include('<html lang="bn">').and.include('€৪৯.৯০ পেমেন্ট করুন');
    expect((await checkout.get({ cookie, 'accept-language': 'en' })).text).to.include('<html lang="bn">');
  });

  it('reports every mistake beside its field and in a summary, costs no attempt, and keeps what may be kept', async () => {
    const checkout = await begin();
    const form = { number: '4242424242424241', expiry: '01 / 20', cvv: '12', holder: '' };
    for (let time = 1; time <= 4; time++) {
      const { status, text } = await checkout.submit(cardForm('', form));
      expect(status).to.equal(422);
      for (const [field, words] of [
        ['number', 'Check the card number'],
        ['expiry', 'Enter an expiry date in the future'],
        ['cvv', 'Enter the 3 digits on the back of the card'],
        ['holder', 'Enter the name on the card'],
      ] as const) {
        expect(text).to.include(`<a href="#${field}">${words}</a>`);
        expect(text).to.match(new RegExp(`id="${field}-error">[^\\n]*${words}`));
      }
      expect(text).to.include('<title>Error: ').and.include('value="01 / 20"').and.not.include('4242424242424241');
    }
    expect((await checkout.submit(cardForm('4242424242424242'))).location).to.equal(checkout.body.success_url);
  });

  const OFFERED: [amount: number, offered: string[]][] = [
    [0.99, ['card']], // below the bound of UPI
    [100_000, ['upi', 'card']],
    [100_000.01, ['card']], // above the bound of UPI
  ];
  for (const [amount, offered] of OFFERED)
    it(`offers ${offered.join(' and ')} for ${amount} INR, and takes no other`, async () => {
      const checkout = await begin({ ...INDIA, amount });
      const { text } = await checkout.get();
      expect([...text.matchAll(/name="method" value="(\w+)"/g)].map(([, method]) => method)).to.deep.equal(offered);
      const { status } = await checkout.submit({ action: 'pay', method: 'upi' });
      expect(status).to.equal(offered.includes('upi') ? 303 : 422);
    });

  for (const method of ['bitcoin', '__proto__', 'upi', 'sepa'])
    for (const [headers, words] of [
      [{}, 'Choose one of the ways to pay on this page'],
      [IN_BENGALI, 'এই পাতার উপায়গুলো থেকে একটি বেছে নিন'],
    ] as const)
      it(`says in the language of ${words.slice(0, 6)} that ${method} is not offered`, async () => {
        const checkout = await begin();
        const form = formTokenIn((await checkout.get()).text);
        const { status, text } = await checkout.post({ form, action: 'pay', method }, headers);
        expect(status).to.equal(422);
        expect(text).to.include(`<a href="#method">${words}</a>`).and.include('id="method"');
        expect(await checkout.status()).to.include({ payment_status: 'pending' });
      });

  it('keeps neither number nor code, in whatever field they were typed', async () => {
    const number = '4000002760003184';
    const checkout = await begin({ payment_method_type: 'card_and_sepa' });
    for (const fields of [
      cardForm(number, { holder: number, cvv: '987' }),
      cardForm('', { expiry: number, holder: number }),
      { action: 'pay', method: 'sepa', iban: number, account_holder: number },
      { action: number, method: number },
      { ...cardForm(number), extra: number },
    ])
      expect((await checkout.submit(fields)).text).to.not.include(number);
    for (const name of ['payments', 'idempotency_keys'])
      expect(JSON.stringify(await tollgate.database.collection(name).find().toArray())).to.not.include(number);
    expect(tollgate.logs().replaceAll(/[ -]/g, '')).to.not.include(number);
  });
});
