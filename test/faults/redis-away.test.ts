import { expect } from 'chai';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { afterTrouble, beginCheckout, cardForm, formTokenIn } from '../checkout/shopper.js';
import { answeredInTime } from './answered-in-time.js';
import { APPROVED } from './begin-payment.js';
import { faultyTollgate, newLogs, repair, type FaultyTollgate } from './faulty-tollgate.js';
import { payUntilTaken } from './until-taken.js';
import { storesReachable } from './stores-reachable.js';

describe('when Redis is away', () => {
  let faulty: FaultyTollgate;
  let tollgate: Tollgate;
  let earlier: string;
  before(async () => {
    faulty = await faultyTollgate();
    ({ tollgate } = faulty);
    earlier = await payUntilTaken(tollgate, tollgate.cardBody(APPROVED));
  });
  afterEach(() => repair(faulty));

  const stored = (identifier: unknown) => tollgate.database.collection('payments').findOne({ identifier });

  const OUTAGES = {
    dead: () => faulty.redis.cut(),
    frozen: async () => faulty.redis.freeze(),
  };
  for (const [outage, begin] of Object.entries(OUTAGES))
    describe(`(${outage})`, () => {
      it('a card gets a 503 with Retry-After and nothing is written; status is served; then all goes on', async () => {
        await begin();
        const request = tollgate.cardBody(APPROVED);
        const refused = await answeredInTime(() => tollgate.api('/h2h/initiate', request));
        expect(refused.status).to.equal(503);
        expect(refused.body).to.include({ status: 'error', code: 'service_unavailable' });
        expect(Number(refused.headers['retry-after'])).to.be.at.least(1);
        expect(await stored(request.identifier)).to.equal(null);
        const known = await answeredInTime(() =>
          tollgate.api('/h2h/status', { public_key: request.public_key, trx: earlier }),
        );
        expect(known.body).to.include({ payment_status: 'success' });
        const ready = await answeredInTime(() => tollgate.ask('/readyz'));
        expect(ready.status).to.equal(503);
        expect(ready.body).to.deep.include({ away: ['redis'] });
        expect((await answeredInTime(() => tollgate.ask('/healthz'))).status).to.equal(200);

        await faulty.redis.restore();
        let trx = '';
        await until('the same request is taken', async () => {
          const { status, body } = await tollgate.api('/h2h/initiate', request);
          trx = body.trx ?? '';
          return status === 200;
        });
        expect(await tollgate.settled(trx)).to.include({ payment_status: 'success' });
        await until('it is notified', () =>
          tollgate.receiver.received.some(({ event }) => event?.identifier === request.identifier),
        );
      });

      it('a customer is told at the form that nothing was begun, once it is back', async () => {
        const checkout = await beginCheckout(tollgate);
        const form = { ...cardForm(APPROVED), form: formTokenIn((await checkout.get()).text) };
        await begin();
        const { status, text } = await checkout.post(form);
        expect(status).to.equal(503);
        await faulty.redis.restore();
        expect((await afterTrouble(tollgate, text)).text).to.include('no money was taken');
        expect((await afterTrouble(tollgate, text, 'bn')).text).to.include('কোনো টাকা কাটা হয়নি');
        expect((await checkout.get()).text).to.not.include('no money was taken');
        await until('the form is taken', async () => (await checkout.submit(cardForm(APPROVED))).status === 303);
        expect((await afterTrouble(tollgate, text)).text).to.include('Payment successful');
        expect(await checkout.charges()).to.have.length(1);
      });
    });

  describe('the console', () => {
    const isThere = async () => (await tollgate.console('/queues/api/queues')).status === 200;
    before(() => tollgate.start('console'));
    after(() => tollgate.kill('console'));

    for (const [outage, begin] of Object.entries(OUTAGES))
      it(`answers 503 where queues are shown and changed, and serves the rest (${outage})`, async () => {
        await until('the board is there', isThere);
        await begin();
        for (const path of ['/queues', '/queues/api/queues', '/queues/queue/ipn-delivery']) {
          const { status, body } = await answeredInTime(() => tollgate.console(path));
          expect({ path, status, code: body.code }).to.deep.equal({ path, status: 503, code: 'service_unavailable' });
        }
        const pause = '/queues/api/queues/ipn-delivery/pause';
        expect((await answeredInTime(() => tollgate.console(pause, { method: 'PUT' }))).status).to.equal(503);
        expect((await answeredInTime(() => tollgate.console('/api/payments'))).status).to.equal(200);
        for (const path of ['/api/gateway-accounts', '/api/gateway-accounts/sandbox-card']) {
          const { status, text } = await answeredInTime(() => tollgate.console(path));
          expect(status).to.equal(200);
          expect(text).to.include('"id":"sandbox-card"').and.include('"figures":null'); // Redis has them
        }

        await faulty.redis.restore();
        await until('the board is back', isThere);
      });
  });

  it('a queue that a process meets for the first time while it is frozen works when it is back', async () => {
    await tollgate.kill('web', 'SIGKILL');
    await tollgate.start('web');
    faulty.redis.freeze();
    const customer = { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example', mobile: '+919876543210' };
    const local = { currency: 'INR', amount: 120, payment_method_type: 'local', card: undefined, customer };
    expect((await answeredInTime(() => tollgate.pay(APPROVED, local))).status).to.equal(200);

    await faulty.redis.restore();
    await storesReachable(tollgate);
    const logs = newLogs(tollgate, 'web');
    const { trx = '' } = (await tollgate.pay(APPROVED, local)).body;
    expect(await tollgate.settled(trx)).to.include({ payment_status: 'success' });
    expect(logs()).to.include(trx).and.not.include('enqueue.postponed');
  });

  it('whose connections a firewall forgets, every process makes new ones by itself', async () => {
    faulty.redis.purge();
    const request = tollgate.cardBody(APPROVED);
    await until('a card is taken', async () => (await tollgate.api('/h2h/initiate', request)).status === 200);
    const isNotified = () => tollgate.receiver.received.some(({ event }) => event?.identifier === request.identifier);
    await until('it is authorized and notified', isNotified);
  });

  it('what MongoDB has by then goes on once it is back, with the card that it kept', async () => {
    const request = tollgate.cardBody(APPROVED);
    faulty.mongodb.onOperation = async ({ command, collection }) => {
      if (command === 'insert' && collection === 'payments') await faulty.redis.cut();
    };
    const logs = newLogs(tollgate, 'web');
    const answer = tollgate.api('/h2h/initiate', request);
    await until('nobody could be woken', () => logs().includes('enqueue.postponed'));
    await faulty.redis.restore();
    const { status, body } = await answer;
    expect(status).to.equal(200);
    expect(body.payment_status).to.be.oneOf(['pending', 'success']);
    expect(await tollgate.settled(body.trx ?? '')).to.include({ payment_status: 'success' });
    expect(await tollgate.ledger(body.trx ?? '')).to.have.length(1);
  });
});
