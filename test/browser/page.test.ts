import { expect } from 'chai';
import type { BrowserContextOptions } from 'playwright-core';
import { DESKTOP, isTooWide, PHONE, violationsOf, withPage } from './browser.js';
import { beginAt, chooseSepa, fillCard, PAY, payByCard, SEPA, UPI, WALLET } from './customer.js';
import { cardForm } from '../checkout/shopper.js';
import { thePlace, type Place } from './place.js';
import { until } from '../../scripts/until.js';

describe('the hosted page in a browser', () => {
  let place: Place;
  before(async () => {
    place = await thePlace();
  });
  const begin = (changes?: object) => beginAt(place, changes);

  it('groups the digits, lights the network and keeps what was typed when the language changes', () =>
    withPage(DESKTOP, async (page, complaints) => {
      await page.goto((await begin()).url);
      await page.locator('#number').pressSequentially('378282246310005');
      await page.locator('#expiry').pressSequentially('134');
      expect(await page.inputValue('#number')).to.equal('3782 822463 10005');
      expect(await page.inputValue('#expiry')).to.equal('01 / 34');
      expect(await page.locator('.brand:not(.faded)').count()).to.equal(1);
      expect(await page.textContent('#cvv-hint')).to.equal('4 digits on the front');
      await page.click('.languages a[hreflang=bn]');
      await page.waitForSelector('html[lang=bn]');
      expect(await page.inputValue('#number')).to.equal('৩৭৮২ ৮২২৪৬৩ ১০০০৫');
      expect(await page.inputValue('#expiry')).to.equal('০১ / ৩৪');
      await page.locator('#cvv').pressSequentially('12৩4');
      expect(await page.inputValue('#cvv')).to.equal('১২৩৪');
      expect(await page.textContent('#cvv-hint')).to.equal('কার্ডের সামনের ৪টি সংখ্যা');
      expect(complaints).to.deep.equal([]);
    }));

  const SCRIPTS = [
    ['Arabic', 0x0660],
    ['Devanagari', 0x0966],
    ['full-width', 0xff10],
  ] as const;
  for (const [script, zero] of SCRIPTS)
    it(`takes a card in ${script} digits`, () =>
      withPage(DESKTOP, async (page, complaints) => {
        const checkout = await begin();
        await page.goto(checkout.url);
        const insert = async (field: string, text: string) => {
          await page.focus(field);
          await page.keyboard.insertText(text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit))));
        };
        await insert('#number', '4242 4242 4242 4242');
        await insert('#expiry', '12/34');
        await insert('#cvv', '123');
        expect(await page.inputValue('#number')).to.equal('4242 4242 4242 4242');
        expect(await page.inputValue('#expiry')).to.equal('12 / 34');
        expect(await page.inputValue('#cvv')).to.equal('123');
        await page.fill('#holder', 'Ada Lovelace');
        await page.click(PAY);
        await page.waitForURL(`${place.shopUrl}/thanks`);
        expect(complaints).to.deep.equal([]);
      }));

  it('keeps the way to pay that is open when the language changes', () =>
    withPage(DESKTOP, async (page, complaints) => {
      await page.goto((await begin(SEPA)).url);
      await chooseSepa(page);
      await page.click('.languages a[hreflang=bn]');
      await page.waitForSelector('html[lang=bn]');
      expect(await page.locator('#iban').isVisible()).to.equal(true);
      expect(await page.locator('#number').isVisible()).to.equal(false);
      expect(complaints).to.deep.equal([]);
    }));

  it('stays in the language that was chosen, whatever the link named, when it is loaded again', () =>
    withPage(DESKTOP, async (page) => {
      await page.goto(`${(await begin()).url}&lang=en`);
      await page.fill('#holder', 'Ada Lovelace');
      await page.click('.languages a[hreflang=bn]');
      await page.waitForSelector('html[lang=bn]');
      expect(await page.inputValue('#holder')).to.equal('Ada Lovelace');
      await page.reload();
      expect(await page.getAttribute('html', 'lang')).to.equal('bn');
    }));

  it('keeps the way to pay open that is pressed again, by key too, and opens another', () =>
    withPage(DESKTOP, async (page) => {
      await page.goto((await begin(SEPA)).url);
      const card = page.locator('details.method > summary', { hasText: 'Card' });
      await card.click();
      await card.press('Enter');
      expect(await page.locator('#number').isVisible()).to.equal(true);
      await chooseSepa(page);
      expect(await page.locator('#number').isVisible()).to.equal(false);
    }));

  it('names the country of an IBAN while it is typed, in the language of the page', () =>
    withPage(DESKTOP, async (page) => {
      await page.goto((await begin(SEPA)).url);
      await chooseSepa(page);
      await page.locator('#iban').pressSequentially('de8৯');
      expect(await page.textContent('#iban-says')).to.equal('Germany');
      expect(await page.inputValue('#iban')).to.equal('DE89');
      await page.click('.languages a[hreflang=bn]');
      await page.waitForSelector('html[lang=bn]');
      expect(await page.textContent('#iban-says')).to.equal('জার্মানি');
      await page.fill('#iban', '89');
      expect(await page.textContent('#iban-says')).to.equal('');
    }));

  it('says aloud that it pays, while it does', () =>
    withPage(DESKTOP, async (page) => {
      await page.goto((await begin()).url);
      await page.route('**/payment/checkout?*', () => {}); // never answered
      await payByCard(page, '4242424242424242');
      await page.waitForSelector('button[aria-disabled=true]');
      expect(await page.textContent('.pay-form [role=status].busy')).to.equal('Paying €49.90 …');
    }));

  for (const [lost, isCharged] of [
    ['before the form is sent', false],
    ['before the answer comes', true],
  ] as const)
    it(`keeps the page and its words when the network is lost ${lost}, and charges once when it is back`, () =>
      withPage(DESKTOP, async (page) => {
        const checkout = await begin();
        await page.goto(checkout.url);
        if (isCharged)
          await page.route('**/payment/checkout?*', async (route) => {
            await route.fetch();
            await route.abort();
          });
        else await page.context().setOffline(true);
        await payByCard(page, '4242424242424242');
        await page.locator('.notice.wrong:focus', { hasText: 'There is no connection' }).waitFor();
        expect(await page.inputValue('#number')).to.equal('4242 4242 4242 4242');
        expect(await page.inputValue('#cvv')).to.equal('123');
        expect(await page.textContent(PAY)).to.equal('Pay €49.90');
        await page.unroute('**/payment/checkout?*');
        await page.context().setOffline(false);
        await page.click(PAY);
        await page.waitForURL('**/thanks');
        expect(await checkout.charges()).to.have.length(1);
      }));

  const NOT_OURS = {
    'a page': {
      status: 503,
      contentType: 'text/html',
      body: '<!doctype html><iframe src="/application-error"></iframe>',
    },
    'an empty page': { status: 502, contentType: 'text/html', body: '' },
    JSON: { status: 503, contentType: 'application/json', body: '{"message":"no upstream"}' },
  };
  for (const [what, answer] of Object.entries(NOT_OURS))
    it(`keeps the page when a proxy answers with ${what} of its own, and charges once when it is sent again`, () =>
      withPage(DESKTOP, async (page) => {
        const checkout = await begin();
        await page.goto(checkout.url);
        await fillCard(page, '4242424242424242');
        await page.route('**/payment/checkout?*', (route) => route.fulfill(answer), { times: 1 });
        await page.click(PAY);
        await page.waitForSelector('.notice.wrong');
        expect(await page.inputValue('#number')).to.equal('4242 4242 4242 4242');
        await page.click(PAY);
        await page.waitForURL(`${place.shopUrl}/thanks`);
        expect(await checkout.charges()).to.have.length(1);
      }));

  it('moves the focus to what a form has led to', () =>
    withPage(DESKTOP, async (page) => {
      const focused = () => page.evaluate('document.activeElement.textContent.trim()');
      const checkout = await begin();
      await page.goto(checkout.url);
      await checkout.submit(cardForm('4000000000000002')); // in another tab
      await payByCard(page, '4242424242424242');
      await page.waitForSelector('.notice');
      expect(await focused()).to.include('This page was out of date');
      await page.evaluate("document.querySelector('.pay-form [name=form]').value = 'x'");
      await payByCard(page, '4242424242424242');
      await page.waitForSelector('.centred');
      expect(await focused()).to.equal('This does not work at the moment');
    }));

  it('leads from trouble to what it names, and says once that nothing was begun', () =>
    withPage(DESKTOP, async (page) => {
      const { url } = await begin();
      await page.goto(url);
      const { pathname, search } = new URL(url);
      const about = `data-now="${new Date().toISOString()}" data-reload="0.1"`;
      const body = `<body ${about} data-again="${pathname}${search}&amp;not-begun=1"><h1>Trouble</h1>`;
      await page.route(`${url}&lang=en`, (route) => route.fulfill({ status: 503, contentType: 'text/html', body }));
      await payByCard(page, '4242424242424242');
      await page.locator('.notice:focus', { hasText: 'no money was taken' }).waitFor();
      expect(await violationsOf(page)).to.deep.equal([]);
      expect(page.url()).to.equal(url);
      expect(await page.inputValue('#number')).to.equal('');
    }));

  it('can be pressed again when the customer has stopped a bank that is slow, and charges once', () =>
    withPage(DESKTOP, async (page) => {
      const checkout = await begin();
      await page.clock.install();
      await page.goto(checkout.url);
      const bank = '**/3ds/*';
      const asked = new Promise<void>((resolve) => void page.route(bank, () => resolve())); // which never answers
      await fillCard(page, '4000000000003220');
      await page.click(PAY, { noWaitAfter: true });
      await asked;
      await (await page.context().newCDPSession(page)).send('Page.stopLoading');
      await page.unroute(bank);
      await page.clock.fastForward(10_000);
      await page.click(PAY);
      await page.fill('#code', '666666');
      await page.click('button[value=submit]');
      await page.waitForURL(`${place.shopUrl}/thanks`);
      expect(await checkout.charges()).to.have.length(1);
    }));

  it('keeps the page when the network is lost at a change of the language', () =>
    withPage(DESKTOP, async (page) => {
      await page.goto((await begin()).url);
      await page.fill('#holder', 'Ada Lovelace');
      await page.context().setOffline(true);
      await page.click('.languages a[hreflang=bn]');
      await page.locator('.notice.wrong:focus', { hasText: 'There is no connection' }).waitFor();
      expect(await page.inputValue('#holder')).to.equal('Ada Lovelace');
    }));

  const PHONES: [phone: string, userAgent: string, isPhone: boolean][] = [
    ['Android', 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', true],
    ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1', true],
    ['desktop', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', false],
  ];
  for (const [phone, userAgent, isPhone] of PHONES)
    it(`shows ${isPhone ? 'UPI apps' : 'the UPI code'} first on a window of 1280 px on a ${phone}`, () =>
      withPage({ ...DESKTOP, userAgent }, async (page) => {
        await page.goto((await begin(UPI)).url);
        await page.click(PAY);
        await page.waitForSelector('.waiting');
        expect(await page.locator('.apps').isVisible()).to.equal(isPhone);
        expect(await page.locator('.scan .qr').count()).to.equal(isPhone ? 0 : 1);
      }));

  it("says in the customer's own time until when a UPI order is open, and in UTC without JavaScript", async () => {
    const { url } = await begin(UPI);
    const india = { ...DESKTOP, timezoneId: 'Asia/Kolkata' };
    const timeOf = async (javaScriptEnabled: boolean) => {
      let text = '';
      await withPage({ ...india, javaScriptEnabled }, async (page) => {
        await page.goto(url);
        if (!javaScriptEnabled) await page.click(PAY);
        text = (await page.textContent('.until')) ?? '';
      });
      return /\d\d:\d\d( UTC)?/.exec(text)?.[0] ?? '';
    };
    const utc = await timeOf(false);
    const own = new Date(Date.parse(`2026-01-01T${utc.slice(0, 5)}Z`) + 5.5 * 3_600_000);
    expect(utc).to.match(/ UTC$/);
    expect(await timeOf(true)).to.equal(own.toISOString().slice(11, 16));
  });

  const YEAR = 366 * 24 * 3_600_000;
  for (const [clock, offBy] of [
    ['two hours ahead', 2 * 3_600_000],
    ['two hours behind', -2 * 3_600_000],
    ['thirteen years ahead', 13 * YEAR],
    ['thirteen years behind', -13 * YEAR],
  ] as const)
    it(`can be paid by a customer whose clock is ${clock}, and counts the time by ours`, async () => {
      const payment = await begin();
      const upi = await begin(UPI);
      await withPage(DESKTOP, async (page) => {
        await page.clock.install({ time: Date.now() + offBy });
        await page.goto(payment.url);
        expect(await page.locator('.time-left').isVisible()).to.equal(false);
        await page.clock.fastForward('57:00');
        await page.locator('.time-left:visible', { hasText: 'Time left to pay: 02:' }).waitFor();
        await payByCard(page, '4242424242424242');
        await page.waitForURL('**/thanks');
      });
      await withPage({ ...DESKTOP, timezoneId: 'UTC' }, async (page) => {
        const opened = Date.now();
        await page.clock.setFixedTime(opened + offBy);
        await page.goto(upi.url);
        await page.click(PAY);
        const text = (await page.locator('.until', { hasNotText: 'UTC' }).textContent()) ?? ''; // after the script
        const minutes = [14, 15].map((left) => new Date(opened + offBy + left * 60_000).toISOString().slice(11, 16));
        expect(minutes).to.include(/\d\d:\d\d/.exec(text)?.[0]);
      });
    });

  it('says aloud when the time to pay is over', () =>
    withPage(DESKTOP, async (page) => {
      await page.clock.install();
      await page.goto((await begin()).url);
      await page.clock.fastForward('59:30');
      await page.clock.runFor('01:00');
      const line = page.locator('.time-left', { hasText: 'The time to pay is over' });
      expect(await line.getAttribute('aria-live')).to.equal('polite');
    }));

  it('waits quietly for the end of a payment that is open for months', () =>
    withPage(DESKTOP, async (page) => {
      await page.addInitScript(`{
        window.waits = [];
        const { setTimeout } = window;
        window.setTimeout = (act, wait) => waits.push(wait) && setTimeout(act, wait);
        document.addEventListener('readystatechange', () => {
          const { dataset } = document.querySelector('[data-expires]');
          dataset.expires = new Date(Date.now() + 100 * 24 * 3_600_000).toISOString();
        }, { once: true });
      }`);
      await page.goto((await begin()).url);
      const waits = await page.evaluate<number[]>('waits');
      expect(waits).to.deep.equal([24 * 3_600_000]);
    }));

  it('loads in at most five requests and 40 KB, and nothing shifts', () =>
    withPage(PHONE, async (page) => {
      const sizes: Promise<number>[] = [];
      page.on('response', (response) => sizes.push(response.body().then(({ length }) => length)));
      await page.goto((await begin(SEPA)).url, { waitUntil: 'networkidle' });
      expect(sizes.length).to.be.at.most(5);
      expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).to.be.at.most(40_000);
      const shift = await page.evaluate(
        `new Promise((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const { value } of list.getEntries()) sum += value;
          }).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
        })`,
      );
      expect(shift).to.equal(0);
    }));

  const LOOKS: [look: string, options: BrowserContextOptions][] = [
    ['in forced colours', { forcedColors: 'active' }],
    ...(['en-GB', 'bn-BD'] as const).flatMap((locale) =>
      (['light', 'dark'] as const).map((colorScheme): [string, BrowserContextOptions] => [
        `in ${locale} and ${colorScheme}`,
        { locale, colorScheme },
      ]),
    ),
  ];
  for (const [look, options] of LOOKS)
    it(`holds together ${look} at 320 px, with text at twice its size, too`, () =>
      withPage({ ...options, viewport: { width: 320, height: 600 } }, async (page) => {
        for (const changes of [SEPA, UPI, WALLET]) {
          await page.goto((await begin(changes)).url);
          await page.click('details.method:has(#number) > summary');
          await page.click(PAY);
          await page.waitForSelector('.field.wrong');
          for (const size of ['100%', '200%']) {
            await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
            expect(await violationsOf(page)).to.deep.equal([]);
            expect(await isTooWide(page)).to.equal(false);
          }
        }
      }));

  for (const width of [320, 360, 768])
    it(`breaks no amount in two on ${width} px`, () =>
      withPage({ viewport: { width, height: 800 } }, async (page) => {
        for (const changes of [
          { amount: 999_999.99, currency: 'KWD' },
          { amount: 124_950, currency: 'INR' },
        ]) {
          await page.goto((await begin(changes)).url);
          const lines = 'Math.round(amount.clientHeight / parseFloat(getComputedStyle(amount).lineHeight))';
          expect(await page.evaluate(`{ const amount = document.querySelector('.amount'); ${lines} }`)).to.equal(1);
        }
      }));

  it('sums the mistakes up on top, where the focus goes, with a link to each field, and sends nothing', () =>
    withPage(PHONE, async (page) => {
      await page.goto((await begin()).url);
      await page.fill('#holder', 'Ada Lovelace');
      for (let press = 0; press < 2; press++) {
        await page.click(PAY);
        const said = await page.locator('.field.wrong .error-text').allTextContents();
        expect(said).to.deep.equal(['Enter a card number', 'Enter the expiry date', 'Enter the security code']);
        expect(await page.locator('.notice.wrong:focus li').allTextContents()).to.deep.equal(said);
      }
      await page.click('.notice a >> nth=1');
      await page.waitForSelector('#expiry:focus');
      expect(await page.inputValue('#holder')).to.equal('Ada Lovelace');
    }));

  for (const [press, options] of [
    ['click', DESKTOP],
    ['tap', PHONE],
  ] as const)
    it(`cancels with the first ${press}, though the field that is left by it says what is wrong`, () =>
      withPage(options, async (page) => {
        await page.goto((await begin()).url);
        await page.locator('#number').pressSequentially('4242424242424241');
        await page.locator('button[value=cancel]')[press]();
        await page.waitForURL(/cart/);
      }));

  it('keeps the inputs beside each other in one line when a hint takes two', () =>
    withPage({ ...DESKTOP, locale: 'bn-BD' }, async (page) => {
      await page.goto((await begin(SEPA)).url);
      const topOf = async (id: string) => (await page.locator(id).boundingBox())?.y;
      expect(await topOf('#expiry-hint')).to.equal(await topOf('#cvv-hint'));
      expect(await topOf('#expiry')).to.equal(await topOf('#cvv'));
    }));

  for (const javaScriptEnabled of [true, false])
    for (const options of [DESKTOP, PHONE])
      it(`leaves no gap for a broken logo on ${options.viewport.width} px ${javaScriptEnabled ? 'with' : 'without'} script`, () =>
        withPage({ ...options, javaScriptEnabled }, async (page) => {
          const boxes = async (site_logo?: string) => {
            await page.goto((await begin({ site_logo })).url, { waitUntil: 'networkidle' });
            return { shop: await page.locator('.shop').boundingBox(), title: await page.locator('h1').boundingBox() };
          };
          const { shop, title } = await boxes();
          const broken = await boxes(`${place.shopUrl}/broken.svg`);
          expect(broken.shop).to.deep.equal(shop);
          expect(broken.title).to.include({ x: title?.x, y: title?.y, height: title?.height });
        }));

  it('shows a large logo 48 px high', () =>
    withPage(DESKTOP, async (page) => {
      await page.goto((await begin({ site_logo: `${place.shopUrl}/logo-large.svg` })).url, {
        waitUntil: 'networkidle',
      });
      expect(await page.locator('.logo').boundingBox()).to.include({ width: 48, height: 48 });
    }));

  it('looks again by itself where a bank has posted the customer back, and posts nothing a second time', () =>
    withPage(DESKTOP, async (page) => {
      const back = `${place.tollgate.urls.api}/3ds/return/token`;
      const asked: string[] = [];
      await page.route(back, (route) => {
        asked.push(route.request().method());
        const body = `<!doctype html><body data-reload="0.1"><script src="/assets/checkout.js"></script></body>`;
        return route.fulfill({ contentType: 'text/html', body });
      });
      await page.setContent(`<form method="post" action="${back}"><button>Back to the shop</button></form>`);
      await page.click('button');
      await until('it has looked twice', () => asked.length >= 3);
      expect(asked.slice(0, 3)).to.deep.equal(['POST', 'GET', 'GET']);
    }));

  it('describes a field to screen readers by its hint, and by its mistake only while there is one', () =>
    withPage(DESKTOP, async (page) => {
      await page.goto((await begin()).url);
      const described = () => page.getAttribute('#number', 'aria-describedby');
      expect(await described()).to.equal(null);
      await page.click(PAY);
      expect(await described()).to.equal('number-error');
      expect(await page.getAttribute('#expiry', 'aria-describedby')).to.equal('expiry-hint expiry-error');
      await page.fill('#number', '4242424242424242');
      expect(await described()).to.equal(null);
    }));

  const HOSTILE: [what: string, text: string, shown?: string][] = [
    ['markup', `"><script>globalThis.ran = 1</script><img src="//evil.example/x" onerror="globalThis.ran = 2">`],
    ['style', `</title></h1><style>* { display: none }</style><link rel="stylesheet" href="//evil.example/x">`],
    ['templates', "<%= it.formToken %>{{7*7}}${7*7}'"],
    ['turned text', '\u202egro.elpmaxe \u2066x', 'gro.elpmaxe x'],
    ['length', 'x'.repeat(255)],
  ];
  for (const [what, text, shown = text] of HOSTILE)
    for (const options of [DESKTOP, PHONE])
      it(`shows ${what} as text on ${options.viewport.width} px; nothing runs, and nothing is asked for but the logo`, () =>
        withPage(options, async (page, complaints) => {
          const asked: string[] = [];
          page.on('request', (request) => asked.push(request.url()));
          const name = text.slice(0, 100);
          const customer = { first_name: name, last_name: name, email: 'ada@shop.example', mobile: '+447700900123' };
          const site_logo = `${place.shopUrl}/logo.svg?${encodeURIComponent(text)}`;
          const checkout = await begin({ site_name: text, details: text, customer, site_logo });
          await page.goto(checkout.url, { waitUntil: 'networkidle' });
          expect(await page.textContent('.details')).to.include(shown);
          expect(await page.textContent('h1')).to.include(shown);
          expect(await page.isVisible(PAY)).to.equal(true);
          expect(await page.evaluate('globalThis.ran')).to.equal(undefined);
          expect(asked.filter((url) => !url.startsWith(place.tollgate.urls.api))).to.deep.equal([
            new URL(site_logo).href,
          ]);
          expect(await isTooWide(page)).to.equal(false);
          expect(complaints).to.deep.equal([]);
        }));
});
