import { expect } from 'chai';
import { chargeBody, sandboxApps } from '../support/sandbox-apps.js';
import { expectStrictPage } from '../support/strict-page.js';

const RETURN_URL = 'https://shop.example/return?token=abc';

describe('the challenge page', () => {
  let apps: ReturnType<typeof sandboxApps>;
  beforeEach(() => {
    apps = sandboxApps();
  });
  afterEach(() => apps.close());

  /** Begins a challenge and gives the page's path. */
  async function begin(number = '4000000000003220'): Promise<string> {
    const { body } = (await apps.api.post('/charges').set('Idempotency-Key', 'k').send(chargeBody(number))) as {
      body: { challenge_url: string };
    };
    return new URL(body.challenge_url).pathname;
  }
  const post = (path: string, fields: object) => apps.site.post(path).type('form').send(fields);
  const status = () => apps.ledger.find('k')?.status;
  const charged = () => apps.ledger.list('a-reference').filter(({ result }) => result === 'charged').length;

  it('says what is confirmed, that it is a test, and the code', async () => {
    const { text } = await apps.site.get(await begin()).expect(200);
    expect(text).to.contain('EUR&nbsp;49.90'.replace('&nbsp;', '\u00a0')).and.contain('Visa ending in 3220');
    expect(text).to.contain('Test payment.').and.contain('666666');
    expect(text).to.contain('name="code"').and.contain('name="action" value="cancel"');
  });

  it('speaks Bengali with whose browser does, and takes the code in its digits', async () => {
    const path = await begin();
    const page = await apps.site.get(path).set('Accept-Language', 'bn-BD,en;q=0.5').expect(200);
    expect(page.text).to.contain('<html lang="bn">').and.contain('৪৯.৯০').and.contain('শেষে ৩২২০');
    expect(page.text).to.contain('৬৬৬৬৬৬').and.not.contain('666666');
    expect(page.text).to.not.match(/Confirm|Amount|Card|Cancel|Test/);
    const slip = await post(path, { code: '১' }).set('Accept-Language', 'bn').expect(422);
    expect(slip.text).to.contain('<title>ভুল: ').and.contain('আর দুইবার চেষ্টা করা যাবে।');
    await post(path, { code: '৬৬৬৬৬৬' }).expect(303).expect('Location', RETURN_URL);
    expect(status()).to.equal('charged');
  });

  it('needs no script, loads nothing from elsewhere and is kept nowhere', async () => {
    await expectStrictPage(apps.site, await begin());
  });

  it('charges on the right code and leads back', async () => {
    const path = await begin();
    await post(path, { code: ' 666 666 ' }).expect(303).expect('Location', RETURN_URL);
    expect(status()).to.equal('charged');
  });

  it('asks again after a wrong code, says how many tries are left, and puts the customer into the field', async () => {
    const path = await begin();
    const first = await post(path, { code: '111111' }).expect(422);
    expect(first.text).to.contain('Two tries are left').and.contain('<title>Error: ');
    const field = /<input id="code"[^>]*>/.exec(first.text)?.[0];
    expect(field).to.contain('autofocus').and.contain('aria-invalid="true"');
    expect(field).to.contain('aria-describedby="code-hint code-error"');
    expect(first.text).to.contain('id="code-error"').and.contain('id="code-hint"');
    const second = await post(path, { code: '222222' }).expect(422);
    expect(second.text).to.contain('One try is left');
    expect(status()).to.equal('challenge_required');
  });

  it('takes the right code after two wrong ones', async () => {
    const path = await begin();
    for (const code of ['1', '2']) await post(path, { code }).expect(422);
    await post(path, { code: '666666' }).expect(303);
    expect(status()).to.equal('charged');
  });

  it('ends with the third wrong code, and the right one comes too late', async () => {
    const path = await begin();
    for (const code of ['1', '2']) await post(path, { code }).expect(422);
    await post(path, { code: '3' }).expect(303).expect('Location', RETURN_URL);
    await post(path, { code: '666666' }).expect(303);
    expect(apps.ledger.find('k')).to.include({ status: 'declined', code: 'authentication_failed' });
  });

  it('does not count an empty field as a try', async () => {
    const path = await begin();
    for (let time = 1; time <= 4; time++) {
      const { text } = await post(path, { code: '  ' }).expect(422);
      expect(text).to.contain('Enter the code');
    }
    await post(path, { code: '666666' }).expect(303);
  });

  it('bears a form that makes no sense', async () => {
    const path = await begin();
    await post(path, {}).expect(422);
    await apps.site.post(path).type('form').send('code=666666&code=666666').expect(422);
    await apps.site.post(path).type('json').send({ code: '666666' }).expect(422);
    await post(path, { code: '6'.repeat(5000) }).expect(413);
    expect(status()).to.equal('challenge_required');
  });

  it('never repeats what was typed', async () => {
    const { text } = await post(await begin(), { code: '<b>x' }).expect(422);
    expect(text).to.not.contain('<b>x').and.not.contain('&lt;b&gt;x');
  });

  it('is declined when the customer cancels, whatever stands in the field', async () => {
    await post(await begin(), { code: '666666', action: 'cancel' })
      .expect(303)
      .expect('Location', RETURN_URL);
    expect(apps.ledger.find('k')).to.include({ status: 'declined', code: 'authentication_cancelled' });
  });

  it('declines 4000 0084 0000 1629 after the right code', async () => {
    await post(await begin('4000008400001629'), { code: '666666' }).expect(303);
    expect(apps.ledger.find('k')).to.include({ status: 'declined', code: 'do_not_honor' });
  });

  it('charges once, however often and in however many tabs it is posted', async () => {
    const path = await begin();
    await Promise.all(Array.from({ length: 5 }, () => post(path, { code: '666666' }).expect(303)));
    await post(path, { action: 'cancel' }).expect(303);
    expect(status()).to.equal('charged');
    expect(charged()).to.equal(1);
  });

  it('leads back when it is opened after the end', async () => {
    const path = await begin();
    await post(path, { action: 'cancel' });
    await apps.site.get(path).expect(303).expect('Location', RETURN_URL);
  });

  it('leads back and charges nothing when the challenge was closed meanwhile', async () => {
    const path = await begin();
    await apps.api.post('/charges/k/close').expect(200);
    await apps.site.get(path).expect(303).expect('Location', RETURN_URL);
    await post(path, { code: '666666' }).expect(303).expect('Location', RETURN_URL);
    expect(status()).to.equal('closed');
    expect(charged()).to.equal(0);
  });

  it('is a page of its own when the link is wrong', async () => {
    for (const path of ['/3ds/nobody', '/3ds/%ff', '/elsewhere']) {
      const { text, headers, statusCode } = await apps.site.get(path);
      expect(statusCode).to.be.oneOf([400, 404]);
      expect(text).to.contain('This page does not exist');
      expect(headers['content-security-policy']).to.contain("default-src 'none'");
    }
    await post('/3ds/nobody', { code: '666666' }).expect(404);
  });
});
