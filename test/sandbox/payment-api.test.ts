import { expect } from 'chai';
import supertest from 'supertest';
import { NO_FAULT } from '../../src/sandbox/faults.js';
import { paymentApi } from '../../src/sandbox/payment-api.js';
import { chargeBody, sandboxApps } from '../support/sandbox-apps.js';

const APPROVED = '4242424242424242';

describe("the sandbox's payment API", () => {
  let apps: ReturnType<typeof sandboxApps>;
  beforeEach(() => {
    apps = sandboxApps();
  });
  afterEach(() => apps.close());

  const charge = (key: string, body: object) => apps.api.post('/charges').set('Idempotency-Key', key).send(body);

  it('charges once for a key and counts the calls', async () => {
    const first = await charge('k', chargeBody(APPROVED)).expect(200);
    const second = await charge('k', chargeBody(APPROVED)).expect(200);
    expect(second.body).to.deep.equal(first.body);
    await apps.site.get('/ledger?reference=a-reference').expect(200, {
      charges: [{ idempotency_key: 'k', amount: 4990, currency: 'EUR', result: 'charged', calls: 2 }],
    });
  });

  for (const [what, change] of [
    ['amount', { amount: 4991 }],
    ['currency', { currency: 'USD' }],
    ['reference', { reference: 'another' }],
  ] as const)
    it(`refuses a known key with another ${what}`, async () => {
      await charge('k', chargeBody(APPROVED)).expect(200);
      const refused = await charge('k', chargeBody(APPROVED, change)).expect(422);
      expect(refused.body).to.have.nested.property('error.code', 'key_reused');
      expect(apps.ledger.list('a-reference')).to.have.length(1);
      expect(apps.ledger.list('another')).to.have.length(0);
    });

  it('lists each key of a reference, and neither an open challenge nor a closed key', async () => {
    await charge('declined', chargeBody('4000000000000002'));
    await charge('open', chargeBody('4000000000003220'));
    await charge('closed', chargeBody('4000000000003220'));
    await apps.api.post('/charges/closed/close').expect(200);
    await apps.api.post('/charges/unheard-of/close').expect(200);
    await charge('charged', chargeBody(APPROVED));
    expect(apps.ledger.list('a-reference').map(({ idempotency_key: key, result }) => [key, result])).to.deep.equal([
      ['declined', 'declined'],
      ['charged', 'charged'],
    ]);
  });

  it('answers a closed key as closed, whatever charge comes for it', async () => {
    await apps.api.post('/charges/k/close').expect(200, { idempotency_key: 'k', status: 'closed' });
    await charge('k', chargeBody(APPROVED)).expect(200, { idempotency_key: 'k', status: 'closed' });
    await apps.api.get('/charges/k').expect(200, { idempotency_key: 'k', status: 'closed' });
    expect(apps.ledger.list('a-reference')).to.deep.equal([]);
  });

  it('names the fields that are wrong, and never what they held', async () => {
    const wrong = chargeBody('4242424242424241', { amount: 49.9, currency: 'eur', three_ds: 'maybe' });
    const refused = await charge('k', wrong).expect(400);
    expect(refused.body).to.deep.equal({
      error: { code: 'invalid_request', message: 'Missing or not valid: amount, currency, card.number, three_ds' },
    });
    expect(refused.text).to.not.contain('4242').and.not.contain('8317');
    expect(apps.ledger.find('k')).to.equal(undefined);
  });

  for (const number of ['400000000002', '4000000000000000006'])
    it(`takes a card of ${number.length} digits, as Tollgate does`, async () => {
      expect((await charge('k', chargeBody(number)).expect(200)).body).to.include({ status: 'challenge_required' });
    });

  it('does not quote a body that is no JSON', async () => {
    const cut = JSON.stringify(chargeBody(APPROVED)).slice(0, -30);
    const { text } = await charge('k', {}).set('Content-Type', 'application/json').send(cut).expect(400);
    expect(text).to.not.contain('4242').and.not.contain('8317');
  });

  it('wants an idempotency key', async () => {
    await apps.api.post('/charges').send(chargeBody(APPROVED)).expect(400);
    await charge('k'.repeat(256), chargeBody(APPROVED)).expect(400);
  });

  it('wants its API key', async () => {
    const stranger = supertest(paymentApi(apps.ledger, 'another-key-of-tests', () => NO_FAULT));
    await stranger.get('/charges/k').expect(401);
    await stranger.get('/charges/k').set('Authorization', 'Bearer wrong').expect(401);
    await stranger.get('/charges/k').set('Authorization', 'Bearer another-key-of-tests').expect(404);
  });

  it('tells a key that it does not know from a path that it does not know', async () => {
    expect((await apps.api.get('/charges/k').expect(404)).body).to.have.nested.property('error.code', 'charge_unknown');
    expect((await apps.api.get('/refunds').expect(404)).body).to.have.nested.property('error.code', 'path_unknown');
  });

  it('wants exactly one reference for the ledger', async () => {
    await apps.site.get('/ledger').expect(400);
    await apps.site.get('/ledger?reference=a&reference=b').expect(400);
    await apps.site.get('/ledger?reference=nobody').expect(200, { charges: [] });
  });
});
