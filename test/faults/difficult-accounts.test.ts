import { expect } from 'chai';
import { returnToken } from '../../src/payments/return-token.js';
import { until } from '../../scripts/until.js';
import { openShop, type Shop } from '../api/shop.js';
import { cancel, enterCode } from '../support/bank-customer.js';
import { localBody } from '../support/local-order.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { press } from '../support/wallet-customer.js';

const APPROVED = '4242 4242 4242 4242';
const CHALLENGED = '4000 0000 0000 3220';
const HANGS_CHARGED = '4000 0000 0000 0770';

/** Accounts of the sandbox, each as hard to deal with as some real gateway. */
const ACCOUNTS: Record<string, string> = {
  'tells-only': 'told,by-reference,forms,unruly',
  'closes-later': 'closes-later,lying-return,by-reference',
  'whole-links': 'whole-links,unruly',
  'by-reference': 'by-reference,forms,lying-return',
};

/** Where the form of a page of ours leads: posted as a browser would, it ends at a page with an address. */
async function follow(page: string): Promise<string> {
  const answer = await fetch(page);
  const html = await answer.text();
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '';
  const [, name = '', value = ''] = /<input type="hidden" name="([^"]+)" value="([^"]+)"/.exec(html) ?? [];
  expect(answer.headers.get('content-security-policy')).to.include("form-action 'self' https: http:;");
  const posted = await fetch(action, {
    method: 'POST',
    body: new URLSearchParams({ [name]: value }),
    redirect: 'manual',
  });
  expect(posted.status).to.equal(303);
  return new URL(posted.headers.get('location') ?? '', action).href;
}

describe('accounts that are hard to deal with', () => {
  let tollgate: Tollgate;
  const shops = new Map<string, Shop>();
  before(async () => {
    tollgate = await startTollgate({ env: { THREE_DS_EXPIRY: '6', GATEWAY_TIMEOUT: '2' } });
    for (const [id, behaviour] of Object.entries(ACCOUNTS)) {
      const body = { id, connector: 'sandbox', mode: 'test', on_request: true, credentials: { behaviour } };
      expect((await tollgate.console('/api/gateway-accounts', { method: 'POST', body })).status, id).to.equal(201);
      shops.set(id, await openShop({ accounts: [id] }, tollgate));
    }
  });
  after(async () => {
    for (const shop of shops.values()) await shop.close();
    await tollgate.stop();
  });

  function shopAt(account: string): Shop {
    const shop = shops.get(account);
    if (!shop) throw new Error(`No shop at ${account}`);
    return shop;
  }
  const charges = async (trx: string) => (await tollgate.ledger(trx)).filter(({ result }) => result === 'charged');
  const back = async (url: string | null) => (await fetch(url ?? '', { redirect: 'manual' })).headers.get('location');

  describe('a gateway that only tells, by its own reference, with pages as forms', () => {
    it('charges a card', async () => {
      const { body } = await shopAt('tells-only').pay(APPROVED);
      expect(body).to.include({ payment_status: 'success' });
      expect(await charges(String(body.trx))).to.have.length(1);
    });

    it('is believed when it tells what its answer did not', async () => {
      const shop = shopAt('tells-only');
      const { trx } = await shop.payFor(HANGS_CHARGED);
      expect(await shop.settled(trx)).to.include({ payment_status: 'success' });
      expect(await charges(trx)).to.have.length(1);
    });

    it('leads to the bank by a form, and is finished by the query of the return', async () => {
      const shop = shopAt('tells-only');
      const { trx, redirect_url } = await shop.payFor(CHALLENGED);
      expect(redirect_url).to.include('/3ds/go/');
      const returned = await enterCode(await follow(redirect_url ?? ''));
      expect(returned).to.include('proof=');
      expect(await back(returned)).to.equal('https://shop.example.com/thanks');
      expect(await shop.status(trx)).to.include({ payment_status: 'success' });
      expect(await charges(trx)).to.have.length(1);
    });

    it('is told of a forged query, which changes nothing, and then of the right one', async () => {
      const shop = shopAt('tells-only');
      const { trx, redirect_url } = await shop.payFor(CHALLENGED);
      const forged = `${tollgate.urls.api}/3ds/return/${returnToken(trx, 1)}?proof=forged&result=success`;
      expect((await fetch(forged, { redirect: 'manual' })).status).to.equal(200);
      expect(await shop.status(trx)).to.include({ payment_status: 'pending' });
      expect(await back(await enterCode(await follow(redirect_url ?? '')))).to.equal('https://shop.example.com/thanks');
      expect(await charges(trx)).to.have.length(1);
    });

    it('declines what the customer cancelled', async () => {
      const shop = shopAt('tells-only');
      const { trx, redirect_url } = await shop.payFor(CHALLENGED);
      await back(await cancel(await follow(redirect_url ?? '')));
      expect(await shop.settled(trx)).to.include({ payment_status: 'failed', reason: 'authentication_cancelled' });
      expect(await charges(trx)).to.have.length(0);
    });

    it('closes what nobody came back from, and says so later', async () => {
      const shop = shopAt('tells-only');
      const { trx, redirect_url } = await shop.payFor(CHALLENGED);
      const page = await follow(redirect_url ?? '');
      expect(await shop.settled(trx)).to.include({ payment_status: 'failed', reason: 'authentication_timeout' });
      await enterCode(page);
      expect(await charges(trx)).to.have.length(0);
    });
  });

  describe('a gateway that closes later and whose returns lie', () => {
    it('does not take a cancelled challenge for a payment', async () => {
      const shop = shopAt('closes-later');
      const { trx, redirect_url } = await shop.payFor(CHALLENGED);
      const returned = await cancel(redirect_url ?? '');
      expect(returned).to.include('result=success');
      expect(await back(returned)).to.equal('https://shop.example.com/cart');
      expect(await shop.status(trx)).to.include({ payment_status: 'failed', reason: 'authentication_cancelled' });
    });

    it('ends a challenge only when it is known that nothing can be charged any more', async () => {
      const shop = shopAt('closes-later');
      const { trx, redirect_url } = await shop.payFor(CHALLENGED);
      expect(await shop.settled(trx)).to.include({ payment_status: 'failed', reason: 'authentication_timeout' });
      await enterCode(redirect_url ?? '');
      expect(await charges(trx)).to.have.length(0);
    });
  });

  it('whole UPI links go to customers as they came, and unruly callbacks are heard once', async () => {
    const shop = shopAt('whole-links');
    const { body } = await tollgate.api('/h2h/initiate', {
      ...localBody(499, 'INR'),
      public_key: shop.keys.public_key,
      ipn_url: shop.receiver.url,
    });
    expect((body.paymentlinks as { upi: string }).upi).to.match(/^upi:\/\/pay\?pa=.*&tr=TB.*&sign=/);
    const trx = String(body.trx);
    expect(await shop.settled(trx)).to.include({ payment_status: 'success' });
    expect(await shop.notifications(trx)).to.have.length(1);
    await until('the list with news of others was taken', () =>
      tollgate.logs('web').includes('"trx":"of-somebody-else"'),
    );
  });

  describe('a wallet that is asked by its own reference, with a page that takes a form', () => {
    async function begin() {
      const shop = shopAt('by-reference');
      const { body } = await tollgate.api('/h2h/initiate', {
        ...localBody(499.11, 'BDT'),
        public_key: shop.keys.public_key,
        ipn_url: shop.receiver.url,
      });
      expect(body.payment_url).to.include('/wallet/go/');
      return { shop, trx: String(body.trx), page: await follow(String(body.payment_url)) };
    }

    it('is paid', async () => {
      const { shop, trx, page } = await begin();
      await back(await press(page, 'confirm'));
      expect(await shop.settled(trx)).to.include({ payment_status: 'success' });
      expect(await charges(trx)).to.have.length(1);
    });

    it('is cancelled, whatever its return says', async () => {
      const { shop, trx, page } = await begin();
      const returned = await press(page, 'cancel');
      expect(returned).to.include('status=success');
      await back(returned);
      expect(await shop.settled(trx)).to.include({ payment_status: 'cancelled' });
      expect(await charges(trx)).to.have.length(0);
    });
  });
});
