import { expect } from 'chai';
import { upiBody, walletBody } from '../../support/order-bodies.js';
import { expectStrictPage } from '../../support/strict-page.js';
import { sandboxApps } from '../../support/sandbox-apps.js';

const TRX = '018f3c6e-7a31-8c2e-9b54-3d2f10a4c7e9';
const LINK = `upi://pay?pa=a%40b&pn=Blue%20Tea&tr=${TRX.replaceAll('-', '')}&am=499.11&cu=INR&tn=Order%201`;

describe('the UPI switch', () => {
  let apps: ReturnType<typeof sandboxApps>;
  beforeEach(() => {
    apps = sandboxApps();
  });
  afterEach(() => apps.close());

  const order = (key: string, body: object) =>
    apps.api.post('/orders').set('Idempotency-Key', key).send(body).expect(200);
  const post = (path: string, fields: object) => apps.site.post(path).type('form').send(fields);
  const state = (key: string) => apps.ledger.orders.findOrder(key)?.state;

  it('lists the open UPI orders, the newest first, each with its buttons', async () => {
    await order('first', upiBody({ amount: 12_495_011, note: 'Tea & <b>milk</b>' }));
    await order('decided', upiBody({ reference: 'decided' }));
    await order('over', upiBody({ reference: 'over', expires_at: new Date(0).toISOString() }));
    await order('wallet', walletBody({ reference: 'wallet' }));
    await order('second', upiBody({ reference: 'another' }));
    await apps.api.post('/orders/decided/act').send({ action: 'fail' });

    const { text } = await apps.site.get('/upi').expect(200);
    expect([...text.matchAll(/action="(\/upi\/[^"]+)"/g)].map(([, path]) => path)).to.deep.equal([
      '/upi/second',
      '/upi/first',
    ]);
    expect(text).to.contain('₹1,24,950.11').and.contain('Tea &amp; &lt;b&gt;milk').and.contain('Test payments.');
    for (const action of ['confirm', 'fail', 'cancel']) expect(text).to.contain(`name="action" value="${action}"`);
    expect(state('first')).to.deep.equal({ status: 'waiting' });
  });

  it('is bounded, and says how many there are', async () => {
    const before = await apps.site.get('/upi').expect(200);
    expect(before.text).to.contain('Nobody is asked to pay over UPI right now');
    for (let at = 1; at <= 52; at++) await order(`k${at}`, upiBody());
    const { text } = await apps.site.get('/upi').expect(200);
    expect([...text.matchAll(/action="\/upi\/k/g)]).to.have.length(50);
    expect(text).to.contain('The newest 50 are shown').and.contain('>52<').and.not.contain('/upi/k2"');
  });

  for (const [what, sought] of [
    ['a trx', TRX],
    ['a trx without dashes', ` ${TRX.replaceAll('-', '').toUpperCase()} `],
    ['a upi:// link', LINK],
    ["an app's link", LINK.replace('upi://pay', 'tez://upi/pay')],
    ['an intent link', `${LINK.replace('upi:', 'intent:')}#Intent;scheme=upi;end`],
    ['a key', 'key/1?x'],
  ] as const)
    it(`finds a payment by ${what}`, async () => {
      await order('key/1?x', upiBody({ reference: TRX }));
      const found = await apps.site.get('/upi').query({ find: sought }).expect(303);
      expect(found.headers.location).to.equal('/upi/key%2F1%3Fx');
      await apps.site.get('/upi/key%2F1%3Fx').expect(200);
    });

  it('says so when nothing is found, and keeps what was typed', async () => {
    const { text } = await apps.site.get('/upi').query({ find: '"><b>nobody' }).expect(404);
    expect(text).to.contain('No UPI payment has this reference').and.contain('<title>Error: ');
    expect(text).to.contain('value="&quot;&gt;&lt;b&gt;nobody"').and.contain('aria-describedby="find-error"');
    await apps.site.get('/upi').query({ find: '  ' }).expect(422);
    await apps.site.get('/upi?find=a&find=b').expect(200);
    await apps.site.get('/upi/nobody').expect(404);
    await post('/upi/nobody', { action: 'confirm' }).expect(404);
  });

  for (const [action, status, said] of [
    ['confirm', 'paid', 'UPI Ref No'],
    ['fail', 'refused', 'Declined'],
    ['cancel', 'cancelled', 'Cancelled'],
  ] as const)
    it(`lets a tester press ${action} for the customer, once`, async () => {
      await order('k', upiBody({ reference: TRX }));
      await post(`/upi/${TRX}`, { action }).expect(303).expect('Location', '/upi/k');
      const decided = state('k');
      expect(decided).to.include({ status });
      const { text } = await apps.site.get('/upi/k').expect(200);
      expect(text).to.contain(said).and.not.contain('name="action"');
      for (const other of ['confirm', 'fail', 'cancel']) await post('/upi/k', { action: other }).expect(303);
      expect(state('k')).to.equal(decided);
    });

  it('shows the newest order of a reference', async () => {
    await order('old', upiBody({ reference: TRX }));
    await apps.api.post('/orders/old/act').send({ action: 'cancel' });
    await order('new', upiBody({ reference: TRX }));
    await post(`/upi/${TRX}`, { action: 'confirm' }).expect(303).expect('Location', '/upi/new');
  });

  it('puts an order in progress when a tester opens it', async () => {
    await order('k', upiBody());
    await apps.site.get('/upi/k').expect(200);
    expect(state('k')).to.deep.equal({ status: 'in_progress' });
  });

  it('tells of an order that cannot be paid any more', async () => {
    await order('closed', upiBody());
    await apps.api.post('/orders/closed/close');
    expect((await apps.site.get('/upi/closed')).text).to.contain('Closed by the shop');
    await order('late', upiBody({ amount: 10_033, expires_at: new Date().toISOString() }));
    expect((await apps.site.get('/upi/late')).text)
      .to.contain('Its time is over')
      .and.contain('pays all the same');
  });

  it('asks again after a form that names no button', async () => {
    await order('k', upiBody());
    const { text } = await post('/upi/k', { action: 'steal' }).expect(422);
    expect(text).to.contain('Press one of the buttons.').and.not.contain('steal');
    expect(state('k')).to.deep.equal({ status: 'waiting' });
  });

  it('needs no script, loads nothing from elsewhere and is kept nowhere', async () => {
    await order('k', upiBody());
    for (const path of ['/upi', '/upi/k', '/upi?find=x']) await expectStrictPage(apps.site, path);
  });
});
