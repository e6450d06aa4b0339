import { expect } from 'chai';
import { upiBody, walletBody, type OrderBody } from '../../support/order-bodies.js';
import { expectStrictPage } from '../../support/strict-page.js';
import { sandboxApps } from '../../support/sandbox-apps.js';

const RETURN_URL = 'https://shop.example/return?token=abc';

describe('the wallet page', () => {
  let apps: ReturnType<typeof sandboxApps>;
  beforeEach(() => {
    apps = sandboxApps();
  });
  afterEach(() => apps.close());

  /** Opens an order and gives its page's path. */
  async function begin(changes: object = {}): Promise<string> {
    const answer = await apps.api.post('/orders').set('Idempotency-Key', 'k').send(walletBody(changes)).expect(200);
    return new URL((answer.body as OrderBody).url).pathname;
  }
  const post = (path: string, fields: object) => apps.site.post(path).type('form').send(fields);
  const state = () => apps.ledger.orders.findOrder('k')?.state;

  it('says in English what is paid, from which wallet, and that it is a test', async () => {
    const { text } = await apps.site.get(await begin({ amount: 1_249_11 })).expect(200);
    expect(text).to.contain('<html lang="en">').and.contain('Test payment.').and.contain('not its real page');
    expect(text).to.contain('৳1,249.11').and.contain('bKash').and.contain('ending in 678').and.contain('a-reference');
    for (const action of ['confirm', 'cancel', 'fail']) expect(text).to.contain(`name="action" value="${action}"`);
    expect(text).to.not.contain('0171');
  });

  it('says it all in Bengali, digits included', async () => {
    const { text } = await apps.site
      .get(await begin({ language: 'BN', wallet: 'NAGAD', amount: 49_999_11 }))
      .expect(200);
    expect(text).to.contain('<html lang="bn">').and.contain('পরীক্ষামূলক পেমেন্ট').and.contain('নগদ');
    expect(text).to.contain('৳৪৯,৯৯৯.১১').and.contain('৬৭৮');
    const words = text
      .replace(/<[^>]*>/g, ' ')
      .replace('a-reference', '')
      .replace('Tollgate Sandbox', '') // an account's name is what it is
      .replace(/&\w+;/g, '');
    expect(words).to.not.match(/[a-z0-9]/i);
  });

  it('needs no script, loads nothing from elsewhere and is kept nowhere', async () => {
    for (const language of ['BN', 'EN']) {
      await expectStrictPage(apps.site, await begin({ language }));
      apps.close();
      apps = sandboxApps();
    }
  });

  for (const [action, status] of [
    ['confirm', 'agreed'],
    ['cancel', 'cancelled'],
    ['fail', 'refused'],
  ] as const)
    it(`leads back after ${action}, and then nothing changes any more`, async () => {
      const path = await begin();
      await post(path, { action }).expect(303).expect('Location', RETURN_URL);
      expect(state()).to.include({ status });
      for (const other of ['confirm', 'cancel', 'fail'])
        await post(path, { action: other }).expect(303).expect('Location', RETURN_URL);
      await apps.site.get(path).expect(303).expect('Location', RETURN_URL);
      expect(state()).to.include({ status });
    });

  it('moves money once, in however many tabs it is confirmed', async () => {
    const path = await begin();
    await Promise.all(Array.from({ length: 5 }, () => post(path, { action: 'confirm' }).expect(303)));
    await apps.api.post('/orders/k/execute').expect(200);
    await post(path, { action: 'confirm' }).expect(303);
    await apps.api.post('/orders/k/execute').expect(200);
    expect(apps.ledger.list('a-reference').map(({ result }) => result)).to.deep.equal(['charged']);
  });

  it('leads back when the order was closed or its time is over', async () => {
    const path = await begin();
    await apps.api.post('/orders/k/act').send({ action: 'expire' });
    await apps.site.get(path).expect(303).expect('Location', RETURN_URL);
    await post(path, { action: 'confirm' }).expect(303).expect('Location', RETURN_URL);
    await apps.api.post('/orders/k/close');
    await post(path, { action: 'confirm' }).expect(303).expect('Location', RETURN_URL);
    expect(apps.ledger.list('a-reference').filter(({ result }) => result === 'charged')).to.deep.equal([]);
  });

  it('asks again after a form that names no button', async () => {
    const path = await begin();
    for (const fields of [{}, { action: 'steal' }, { action: '' }]) {
      const { text } = await post(path, fields).expect(422);
      expect(text).to.contain('Press one of the buttons.').and.not.contain('steal');
    }
    await apps.site.post(path).type('form').send('action=confirm&action=cancel').expect(422);
    await apps.site.post(path).type('json').send({ action: 'confirm' }).expect(422);
    await post(path, { action: 'x'.repeat(5000) }).expect(413);
    expect(state()).to.deep.equal({ status: 'waiting' });
  });

  it('is a page of its own, in both languages, when the link is wrong', async () => {
    await apps.api.post('/orders').set('Idempotency-Key', 'u').send(upiBody());
    for (const path of ['/wallet/nobody', '/wallet/u', '/wallet/k']) {
      const { text } = await apps.site.get(path).expect(404);
      expect(text).to.contain('This page does not exist').and.contain('এই পেজটি নেই');
    }
    await post('/wallet/nobody', { action: 'confirm' }).expect(404);
  });
});
