import { expect } from 'chai';
import type { Test } from 'supertest';
import { debitBody, upiBody, walletBody, type OrderBody } from '../../support/order-bodies.js';
import { sandboxApps } from '../../support/sandbox-apps.js';

describe("the sandbox's orders", () => {
  let apps: ReturnType<typeof sandboxApps>;
  beforeEach(() => {
    apps = sandboxApps();
  });
  afterEach(() => apps.close());

  /** The answer's body, once it has the status. */
  async function bodyOf<T = object>(request: Test, status = 200): Promise<T> {
    return (await request.expect(status)).body as T;
  }
  const order = (key: string, body: object) => apps.api.post('/orders').set('Idempotency-Key', key).send(body);
  const act = (key: string, action: string) => apps.api.post(`/orders/${key}/act`).send({ action });

  it('tell all that a UPI link needs', async () => {
    const body = await bodyOf(order('k', upiBody()));
    expect(body).to.include({
      status: 'waiting',
      received: 0,
      pa: 'tollgate.sandbox@tollbank',
      pn: 'Tollgate Sandbox',
      mc: '5999',
    });
    expect(body).to.not.have.any.keys('mobile', 'callback_url', 'url');
  });

  it('have an unguessable page of their own at a wallet', async () => {
    const first = (await order('k', walletBody()).expect(200)).body as OrderBody;
    const second = (await order('l', walletBody()).expect(200)).body as OrderBody;
    expect(first.url).to.match(/^http:\/\/127\.0\.0\.1:\d+\/wallet\/[\w-]{32}$/);
    expect(second.url).to.not.equal(first.url);
  });

  it('are one for one key, which counts its calls', async () => {
    const first = await order('k', upiBody()).expect(200);
    const second = await order('k', upiBody()).expect(200);
    expect(second.body).to.deep.equal(first.body);
    await act('k', 'confirm').expect(200);
    expect(apps.ledger.list('a-reference')).to.deep.equal([
      { idempotency_key: 'k', amount: 49_911, currency: 'INR', result: 'charged', calls: 2 },
    ]);
  });

  for (const [what, known, body] of [
    ['amount', upiBody(), upiBody({ amount: 49_912 })],
    ['reference', upiBody(), upiBody({ reference: 'another' })],
    ['kind and currency', upiBody(), walletBody()],
    ['wallet', walletBody(), walletBody({ wallet: 'NAGAD' })],
    ['language', walletBody(), walletBody({ language: 'BN' })],
  ] as const)
    it(`refuse a known key with another ${what}`, async () => {
      await order('k', known).expect(200);
      const refused = await order('k', body).expect(422);
      expect(refused.body).to.have.nested.property('error.code', 'key_reused');
    });

  it('keep their keys apart from those of charges', async () => {
    await apps.api.post('/charges/k/close').expect(200);
    await order('k', upiBody()).expect(200);
    await apps.api.get('/charges/k').expect(200, { idempotency_key: 'k', status: 'closed' });
  });

  it('take INR over UPI and BDT at wallets, and nothing else', async () => {
    for (const wrong of [upiBody({ currency: 'BDT' }), walletBody({ currency: 'INR' }), upiBody({ currency: 'EUR' })]) {
      const body = await bodyOf(order('k', wrong), 400);
      expect(body).to.have.nested.property('error.message', 'Missing or not valid: currency');
    }
  });

  it('name the fields that are wrong', async () => {
    const wrong = walletBody({
      amount: 1.5,
      mobile: '017',
      expires_at: 'soon',
      language: 'FR',
      wallet: 1,
    });
    const urls = { return_url: 'javascript:alert(1)', callback_url: 'ftp://x' };
    const body = await bodyOf(order('k', { ...wrong, ...urls }), 400);
    expect(body).to.have.nested.property(
      'error.message',
      'Missing or not valid: amount, mobile, expires_at, callback_url, wallet, language, return_url',
    );
    expect(apps.ledger.orders.find('k')).to.equal(undefined);
    await apps.api.post('/orders').send(upiBody()).expect(400);
    await order('k', {}).expect(400);
    await act('k', 'confirm').expect(404);
    await order('k', upiBody()).expect(200);
    await act('k', 'explode').expect(400);
  });

  for (const [what, body] of [
    ['the note of a UPI order', (note: string) => upiBody({ note })],
    ['the holder of a debit', (holder: string) => debitBody({ holder })],
  ] as const)
    it(`count code points in ${what}, at most 255`, async () => {
      await order('k', body('🍵'.repeat(255))).expect(200);
      const refused = await order('l', body('🍵'.repeat(256))).expect(400);
      expect(refused.body).to.have.nested.property('error.code', 'invalid_request');
    });

  it('answer a batch in the order of the keys, each on its own', async () => {
    await order('a', upiBody());
    await order('b', walletBody());
    await act('b', 'confirm');
    await apps.api.post('/orders/closed/close');
    const { orders } = await bodyOf<{ orders: (OrderBody & { key: string; error?: { code: string } })[] }>(
      apps.api.post('/orders/query').send({ keys: ['b', 'nobody', 'a', 'closed'] }),
    );
    expect(orders.map(({ key, status, error }) => [key, status ?? error?.code])).to.deep.equal([
      ['b', 'agreed'],
      ['nobody', 'order_unknown'],
      ['a', 'waiting'],
      ['closed', 'cancelled'],
    ]);
  });

  it('take a hundred long keys in one batch and no more', async () => {
    const keys = Array.from({ length: 100 }, (_, at) => `${at}-`.padEnd(255, 'k'));
    await apps.api.post('/orders/query').send({ keys }).expect(200);
    await apps.api
      .post('/orders/query')
      .send({ keys: [...keys, 'k'] })
      .expect(400);
    await apps.api.post('/orders/query').send({ keys: 'k' }).expect(400);
  });

  it('that were closed before they came never come', async () => {
    await apps.api.post('/orders/k/close').expect(200, { key: 'k', status: 'cancelled' });
    const body = await bodyOf(order('k', upiBody()), 409);
    expect(body).to.have.nested.property('error.code', 'order_closed');
    await apps.api.get('/orders/k').expect(200, { key: 'k', status: 'cancelled' });
    await act('k', 'confirm').expect(200, { key: 'k', status: 'cancelled' });
    expect(apps.ledger.list('a-reference')).to.deep.equal([]);
  });

  it('are in progress while their page is open, until their time is over', async () => {
    const { url } = (await order('k', walletBody())).body as OrderBody;
    await apps.site.head(new URL(url).pathname).expect(200);
    expect((await apps.api.get('/orders/k')).body).to.include({ status: 'waiting' });
    await apps.site.get(new URL(url).pathname).expect(200);
    expect((await apps.api.get('/orders/k')).body).to.include({ status: 'in_progress' });
    await act('k', 'expire');
    expect((await apps.api.get('/orders/k')).body).to.include({ status: 'waiting' });
  });

  it('stand in the ledger once they are decided, with what came, in the order in which their keys came', async () => {
    for (const key of ['open', 'paid', 'refused', 'cancelled', 'closed']) await order(key, upiBody());
    for (const key of ['agreed', 'executed', 'void']) await order(key, walletBody());
    await apps.api.post('/orders/never-came/close');
    for (const key of ['paid', 'agreed', 'executed', 'void']) await act(key, 'confirm');
    await act('refused', 'fail');
    await act('cancelled', 'cancel');
    for (const key of ['closed', 'void']) await apps.api.post(`/orders/${key}/close`);
    for (let time = 1; time <= 3; time++) await apps.api.post('/orders/executed/execute').expect(200);

    const body = await bodyOf(apps.site.get('/ledger?reference=a-reference'));
    const line = (key: string, result: string, currency = 'INR') => ({
      idempotency_key: key,
      amount: 49_911,
      currency,
      result,
      calls: 1,
    });
    expect(body).to.deep.equal({
      charges: [
        line('paid', 'charged'),
        line('refused', 'declined'),
        line('cancelled', 'declined'),
        line('closed', 'declined'),
        line('executed', 'charged', 'BDT'),
        line('void', 'declined', 'BDT'),
      ],
    });
  });

  it('have a bank reference of the right look once paid: a UTR, or an id of the wallet', async () => {
    const references = new Set<string>();
    for (let at = 0; at < 50; at++) {
      await order(`u${at}`, upiBody());
      const { bank_reference: utr } = (await act(`u${at}`, 'confirm')).body as OrderBody;
      expect(utr).to.match(/^\d{12}$/);
      references.add(utr);
    }
    expect(references.size).to.equal(50);
    for (const [wallet, look] of [
      ['BKASH', /^[0-9A-Z]{10}$/],
      ['NAGAD', /^[0-9A-Z]{8}$/],
    ] as const) {
      await order(wallet, walletBody({ wallet }));
      await act(wallet, 'confirm');
      const paid = (await apps.api.post(`/orders/${wallet}/execute`)).body as OrderBody;
      expect(paid.bank_reference).to.match(look);
    }
  });
});
