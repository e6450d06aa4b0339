import { expect } from 'chai';
import { returnToken } from '../../src/payments/return-token.js';
import { IN_AN_HOUR } from '../payments/a-payment.js';
import { cancel, enterCode } from '../support/bank-customer.js';
import { until } from '../../scripts/until.js';
import { openShop, type Shop } from './shop.js';

const CHALLENGED = '4000 0000 0000 3220';

/** Addresses that a careless redirect would change. */
const ADDRESSES = [
  'https://shop.example.com/thanks?order={ORDER_ID}&a=b#done',
  'https://shop.example.com/100%/%zz?q=%e0%a6%ac',
  'https://shop.example.com/a|b^c`d"e\'f<g>[h]',
  'https://SHOP.example.com:8443?x=1;y=2&&z',
  'http://shop.example.com',
];

describe('the return from a challenge', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  /** A payment whose challenge has ended in some way, and where its page leads. */
  async function pass(changes: object = {}, act = enterCode): Promise<{ trx: string; back: string }> {
    const { trx, redirect_url } = await shop.payFor(CHALLENGED, changes);
    return { trx, back: (await act(redirect_url ?? '')) ?? '' };
  }
  const open = (url: string, method = 'GET', body?: string) =>
    fetch(url, { method, redirect: 'manual', ...(body !== undefined && { body }) });

  for (const address of ADDRESSES) {
    it(`leads to success_url exactly as given: ${address}`, async () => {
      const { back } = await pass({ success_url: address });
      const answer = await open(back);
      expect(answer.status).to.equal(303);
      expect(answer.headers.get('location')).to.equal(address);
    });

    it(`leads to cancel_url exactly as given: ${address}`, async () => {
      const { back } = await pass({ cancel_url: address }, cancel);
      expect((await open(back)).headers.get('location')).to.equal(address);
    });
  }

  it('writes what a header cannot hold as URLs write it', async () => {
    const { back } = await pass({ success_url: 'https://shop.example.com/ধন্যবাদ?a={b}' });
    expect((await open(back)).headers.get('location')).to.equal(
      `https://shop.example.com/${encodeURIComponent('ধন্যবাদ')}?a={b}`,
    );
  });

  it('completes once, however often and however it is opened and posted', async () => {
    const { trx, back } = await pass();
    const answers = await Promise.all([open(back), open(back, 'POST', ''), open(back, 'POST', 'x=y'), open(back)]);
    answers.push(await open(back), await open(back, 'POST', '{}'));
    for (const answer of answers) {
      expect(answer.status).to.equal(303);
      expect(answer.headers.get('location')).to.equal('https://shop.example.com/thanks');
    }
    expect((await shop.tollgate.ledger(trx)).map(({ result, calls }) => [result, calls])).to.deep.equal([
      ['charged', 1],
    ]);
    expect(await shop.notifications(trx)).to.have.length(1);
  });

  it('is opened again while a slow gateway thinks, and leads everybody on with its next answer', async () => {
    const { tollgate } = shop;
    const payments = tollgate.database.collection<{ _id: string; version: number }>('payments');
    const { trx, redirect_url } = await shop.payFor(CHALLENGED);
    // Nobody but the customer has the gateway asked: or the payment may have ended before they are back.
    await payments.updateOne({ _id: trx }, { $set: { 'next.at': IN_AN_HOUR() }, $inc: { version: 1 } });
    const back = (await enterCode(redirect_url ?? '')) ?? '';
    const versionOf = async () => (await payments.findOne({ _id: trx }))?.version;
    const answers: Promise<Response>[] = [];
    await tollgate.faults({ mode: 'slow', ms: 1000 });
    for (let times = 0; times < 4; times += 1) {
      const before = await versionOf();
      answers.push(open(back));
      await until('the gateway is asked for it', async () => (await versionOf()) !== before);
    }
    for (const answer of await Promise.all(answers)) expect(answer.status).to.equal(303);
    await tollgate.faults({ mode: 'none' });
    const overtaken = tollgate
      .logs('payments')
      .split('\n')
      .filter((line) => line.includes('job.overtaken'));
    expect(overtaken.filter((line) => line.includes(trx))).to.have.length.below(4);
  });

  /** The address of a payment's return page, which in life only the gateway knows before the challenge is over. */
  const addressOf = (trx: string) => `${shop.tollgate.urls.api}/3ds/return/${returnToken(trx, 1)}`;

  it('believes nothing that is written behind its address or posted to it', async () => {
    const { trx, redirect_url } = await shop.payFor(CHALLENGED);
    const forged = '?status=success&result=success&code=666666&success_url=https%3A%2F%2Fevil.example';
    for (const answer of [await open(addressOf(trx) + forged), await open(addressOf(trx), 'POST', forged.slice(1))])
      expect(answer.status).to.equal(200);
    expect(await shop.status(trx)).to.include({ payment_status: 'pending', requires_3ds: true });
    await cancel(redirect_url ?? '');
    expect((await open(addressOf(trx) + forged)).headers.get('location')).to.equal('https://shop.example.com/cart');
    expect(await shop.status(trx)).to.include({ payment_status: 'failed', reason: 'authentication_cancelled' });
  });

  it('says that the payment is being processed while the challenge is open, and leads on by itself', async () => {
    const { trx, redirect_url } = await shop.payFor(CHALLENGED);
    const waiting = await open(addressOf(trx));
    expect(waiting.status).to.equal(200);
    expect(await waiting.text())
      .to.include('http-equiv="refresh"')
      .and.include('Your payment is being processed')
      .and.include('This is a test payment');
    await enterCode(redirect_url ?? '');
    await until('it leads on', async () => (await open(addressOf(trx))).status === 303);
  });

  it('is another page for every payment, which nobody can guess', async () => {
    const [one, two] = [await pass(), await pass()];
    const token = one.back.split('/').at(-1) ?? '';
    const changed = [
      token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
      token.replace(/^.{32}/, two.trx.replaceAll('-', '')),
      token.replace(/1-/, '2-'),
      token.replace(/-.*$/, ''),
      token.toUpperCase(),
      `${token}x`,
    ];
    for (const guess of changed) {
      const answer = await open(one.back.replace(token, guess));
      expect(answer.status, guess).to.equal(404);
      expect(await answer.text()).to.include('This link does not lead anywhere');
    }
    expect((await open(one.back)).status).to.equal(303);
    await open(two.back);
  });

  it('is not needed: the end is found out by itself when the customer never comes back', async () => {
    const { trx } = await pass();
    expect(await shop.settled(trx)).to.include({ payment_status: 'success', requires_3ds: false, redirect_url: null });
  });

  it('comes after as many tries as the bank allows', async () => {
    const { trx, redirect_url = '' } = await shop.payFor(CHALLENGED);
    const slip = await fetch(redirect_url ?? '', { method: 'POST', body: new URLSearchParams({ code: '000000' }) });
    expect(slip.status).to.equal(422);
    expect(await shop.status(trx)).to.include({ payment_status: 'pending', requires_3ds: true });
    await enterCode(redirect_url ?? '');
    expect(await shop.settled(trx)).to.include({ payment_status: 'success' });
  });
});
