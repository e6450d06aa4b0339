import { expect } from 'chai';
import type { Answer } from '../support/ask.js';
import type { Operation } from '../support/mongo-proxy.js';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { afterTrouble, beginCheckout, cardForm, formTokenIn } from '../checkout/shopper.js';
import { answeredInTime } from './answered-in-time.js';
import { APPROVED } from './begin-payment.js';
import { faultyTollgate, repair, type FaultyTollgate } from './faulty-tollgate.js';
import { payUntilTaken } from './until-taken.js';
import { storesReachable } from './stores-reachable.js';

describe('when MongoDB is away', () => {
  let faulty: FaultyTollgate;
  let tollgate: Tollgate;
  let earlier: string;
  before(async () => {
    faulty = await faultyTollgate();
    ({ tollgate } = faulty);
    earlier = await payUntilTaken(tollgate, tollgate.cardBody(APPROVED));
  });
  afterEach(async () => {
    await repair(faulty);
    await storesReachable(tollgate);
  });

  async function expectUnavailable(question: () => Promise<Answer>): Promise<void> {
    const { status, body, headers } = await answeredInTime(question);
    expect(status).to.equal(503);
    expect(body).to.include({ status: 'error', code: 'service_unavailable' });
    expect(Number(headers['retry-after'])).to.be.at.least(1);
  }

  const OUTAGES = {
    dead: () => faulty.mongodb.cut(),
    frozen: async () => faulty.mongodb.freeze(),
  };
  const headers = { 'idempotency-key': 'a-key-for-an-outage' };
  const CALLS: Record<string, () => Promise<Answer>> = {
    'a card payment': () => tollgate.pay(APPROVED),
    'a card payment under an Idempotency-Key': () => tollgate.pay(APPROVED, {}, headers),
    'a status call': () => tollgate.api('/h2h/status', { public_key: tollgate.merchant.public_key, trx: earlier }),
    'a call under a key that nobody has looked up yet': () => tollgate.pay(APPROVED, { public_key: 'pk_test_unknown' }),
  };

  for (const [outage, begin] of Object.entries(OUTAGES)) {
    it(`(${outage}) every call gets a 503 within 3 s, the first ones and those that follow, and then all goes on`, async () => {
      await begin();
      // At once: these meet connections that were good until now.
      await Promise.all(Object.values(CALLS).map(expectUnavailable));
      // By now the driver knows.
      await Promise.all(Object.values(CALLS).map(expectUnavailable));
      const ready = await tollgate.ask('/readyz');
      expect(ready.status).to.equal(503);
      expect(ready.body).to.deep.include({ away: ['mongodb'] });
      expect((await tollgate.ask('/healthz')).status).to.equal(200);

      await faulty.mongodb.restore();
      await storesReachable(tollgate);
      const { body } = await tollgate.pay(APPROVED);
      expect(await tollgate.settled(body.trx ?? '')).to.include({ payment_status: 'success' });
    });

    it(`(${outage}) while the payment is being written: a 503 within 3 s, and the same request may be repeated`, async () => {
      const request = tollgate.cardBody(APPROVED);
      const key = { 'idempotency-key': String(request.identifier) };
      faulty.mongodb.onOperation = async ({ command, collection }: Operation) => {
        if (command === 'insert' && collection === 'payments') await begin();
      };
      await expectUnavailable(() => tollgate.api('/h2h/initiate', request, key));
      faulty.mongodb.onOperation = () => undefined;
      await faulty.mongodb.restore();

      let trx = '';
      await until('the same request is taken', async () => {
        const { status, body } = await tollgate.api('/h2h/initiate', request, key);
        expect(body.code ?? body.status).to.be.oneOf(['service_unavailable', 'request_in_progress', 'success']);
        trx = body.trx ?? '';
        return status === 200;
      });
      expect(await tollgate.settled(trx)).to.include({ payment_status: 'success' });
      expect(await tollgate.ledger(trx)).to.have.length(1);
    });
  }

  const REFUSALS = [
    { ok: 0, code: 10_107, codeName: 'NotWritablePrimary', errmsg: 'not primary' },
    { ok: 0, code: 14_031, codeName: 'OutOfDiskSpace', errmsg: 'no space left on device' },
  ];
  for (const refusal of REFUSALS)
    it(`(${refusal.codeName}) every call gets a 503, nothing is half-written, and the same request is taken afterwards`, async () => {
      const request = tollgate.cardBody(APPROVED);
      const key = { 'idempotency-key': String(request.identifier) };
      faulty.mongodb.onOperation = () => refusal;
      await Promise.all(Object.values(CALLS).map(expectUnavailable));
      faulty.mongodb.onOperation = ({ command, collection }: Operation) =>
        command === 'insert' && collection === 'payments' ? refusal : undefined;
      await expectUnavailable(() => tollgate.api('/h2h/initiate', request, key));
      expect(await tollgate.database.collection('payments').findOne({ identifier: request.identifier })).to.equal(null);

      faulty.mongodb.onOperation = () => undefined;
      let trx = '';
      await until('the same request is taken', async () => {
        const { status, body } = await tollgate.api('/h2h/initiate', request, key);
        trx = body.trx ?? '';
        return status === 200;
      });
      expect(await tollgate.settled(trx)).to.include({ payment_status: 'success' });
      expect(await tollgate.ledger(trx)).to.have.length(1);
    });

  it('a customer whose card may be charged is told not to pay again, and is shown how it ended once it is back', async () => {
    const checkout = await beginCheckout(tollgate);
    faulty.mongodb.onOperation = async ({ command, collection, body }: Operation) => {
      if (command !== 'update' || collection !== 'payments' || !JSON.stringify(body).includes('"succeeded"')) return;
      await faulty.mongodb.cut();
    };
    const { status, text } = await checkout.submit(cardForm(APPROVED));
    expect(status).to.equal(503);
    expect(text).to.include('do not pay again').and.include('http-equiv="refresh"').and.not.include('not-begun');
    faulty.mongodb.onOperation = () => undefined;
    await faulty.mongodb.restore();
    await until('the page says so', async () => (await checkout.get()).text.includes('Payment successful'));
    expect(await checkout.charges()).to.have.length(1);
  });

  it('a customer whose payment could not even be read is told at the form that nothing was begun', async () => {
    const checkout = await beginCheckout(tollgate);
    const form = { ...cardForm(APPROVED), form: formTokenIn((await checkout.get()).text) };
    await faulty.mongodb.cut();
    const { status, text } = await checkout.post(form);
    expect(status).to.equal(503);
    await faulty.mongodb.restore();
    await storesReachable(tollgate);
    expect((await afterTrouble(tollgate, text)).text).to.include('no money was taken');
  });

  it('a customer whose payment may have been written is told nothing of the kind', async () => {
    const checkout = await beginCheckout(tollgate);
    faulty.mongodb.onOperation = async ({ command, collection, body }: Operation) => {
      if (command !== 'update' || collection !== 'payments' || !JSON.stringify(body).includes('"authorizing"')) return;
      await faulty.mongodb.cut();
    };
    const { status, text } = await checkout.submit(cardForm(APPROVED));
    expect(status).to.equal(503);
    faulty.mongodb.onOperation = () => undefined;
    await faulty.mongodb.restore();
    await storesReachable(tollgate);
    expect((await afterTrouble(tollgate, text)).text).to.not.include('no money was taken');
  });

  it('a result that cannot be recorded is recorded once it is back, and charged once', async () => {
    let lost = 0;
    faulty.mongodb.onOperation = async ({ command, collection, body }: Operation) => {
      if (command !== 'update' || collection !== 'payments' || !JSON.stringify(body).includes('"succeeded"')) return;
      lost += 1;
      if (lost === 1) await faulty.mongodb.cut();
    };
    const request = tollgate.cardBody(APPROVED);
    const answer = tollgate.api('/h2h/initiate', request);
    await until('the result was lost', () => lost > 0);
    await faulty.mongodb.restore();
    const { status } = await answer;
    expect(status).to.be.oneOf([200, 503]);
    const { public_key, identifier } = request;
    await until('the payment is a success', async () => {
      const { body } = await tollgate.api('/h2h/status', { public_key, identifier });
      earlier = body.trx ?? '';
      return body.payment_status === 'success';
    });
    expect(await tollgate.ledger(earlier)).to.have.length(1);
  });
});
