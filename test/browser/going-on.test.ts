import { payments } from '../../src/payments/payment.model.js';
import { returnToken } from '../../src/payments/return-token.js';
import { startWeb, type Web } from '../api/web.js';
import { aPayment, IN_AN_HOUR } from '../payments/a-payment.js';
import { serve, type Served } from '../support/serve.js';
import { DESKTOP, withPage } from './browser.js';

describe('the page that posts a form to the bank, in a browser', function () {
  this.timeout(120_000);
  let web: Web;
  let issuer: Served;
  let bank: Served;
  before(async () => {
    web = await startWeb();
    issuer = await serve((_call, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Code'));
    bank = await serve((_call, response) => response.writeHead(302, { location: `${issuer.url}/acs` }).end());
  });
  after(async () => {
    await Promise.all([web.close(), bank.close(), issuer.close()]);
  });

  for (const javaScriptEnabled of [true, false])
    it(`gets there though the bank redirects to another origin (${javaScriptEnabled ? 'by itself' : 'without script'})`, async () => {
      const form = { action: `${bank.url}/3ds`, fields: { MD: 'of the bank' } };
      const threeDs = { policy: 'required', pollCount: 0, form, expiresAt: IN_AN_HOUR() } as const;
      const payment = aPayment({ status: 'challenged', threeDs });
      await payments.insertOne(payment);
      try {
        await withPage({ ...DESKTOP, javaScriptEnabled }, async (page) => {
          await page.goto(`${web.url}/3ds/go/${returnToken(payment._id, 1)}`, { waitUntil: 'commit' });
          if (!javaScriptEnabled) await page.click('button[type=submit]');
          await page.waitForURL(`${issuer.url}/acs`, { timeout: 20_000 });
        });
      } finally {
        await payments.deleteOne({ _id: payment._id });
      }
    });
});
