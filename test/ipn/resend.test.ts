import { expect } from 'chai';
import { startReceiver, type Receiver } from '../../scripts/ipn-receiver/receiver.js';
import { connectDatabase } from '../../src/database/client.js';
import { deliveries, type DeliveryAttempt, type DeliveryRecord } from '../../src/ipn/delivery.model.js';
import { endpointId, endpoints } from '../../src/ipn/endpoint.model.js';
import { enableEndpoint } from '../../src/ipn/endpoints.js';
import { recoverDeliveries, resendDelivery } from '../../src/ipn/resend.js';
import { ipnDelivery } from '../../workers/ipn-delivery.js';
import { justBefore } from '../support/just-before.js';
import { thrownBy } from '../support/thrown-by.js';
import { stored, TestMerchant } from './a-delivery.js';
import { disableEndpoint, learnFailure } from './lessons.js';
import { logLines } from './log-lines.js';

const attempt = (status: number): DeliveryAttempt => ({
  at: new Date(),
  id: 'a-1',
  durationMs: 3,
  status,
  error: status < 300 ? null : 'http',
  response: '',
  trigger: 'automatic',
});
const inAnHour = () => ({ job: 'ipn-delivery' as const, at: new Date(Date.now() + 3_600_000) });

describe('notifications sent again by hand', () => {
  let merchant: TestMerchant;
  let receiver: Receiver;
  let answer: number;

  before(connectDatabase);
  beforeEach(async () => {
    answer = 200;
    merchant = await new TestMerchant().save();
    receiver = await startReceiver({ respond: () => answer });
  });
  afterEach(async () => {
    await receiver.close();
    await merchant.remove();
  });

  const delivery = (overrides: Partial<DeliveryRecord>) => merchant.delivery({ url: receiver.url, ...overrides });
  const done = { next: null } as const;
  async function run(one: DeliveryRecord): Promise<DeliveryRecord> {
    const { _id: id, version } = await stored(one);
    await ipnDelivery({ id, version });
    return stored(one);
  }

  describe('one of them', () => {
    it('may have been accepted before: the same bytes go out under the same id', async () => {
      const one = await run(await delivery({}));
      const { deliveredAt } = one;
      expect(await resendDelivery(one._id)).to.include({ status: 'pending' });
      const again = await run(one);

      expect(again).to.deep.include({ status: 'delivered', deliveredAt });
      expect(again.attempts.map(({ trigger }) => trigger)).to.deep.equal(['automatic', 'resend']);
      expect(receiver.received.map(({ id, body }) => [id, body])).to.deep.equal(Array(2).fill([one.eventId, one.body]));
    });

    it('may be exhausted, and is again when it fails', async () => {
      answer = 500;
      const one = await delivery({ status: 'exhausted', failures: 12, attempts: [attempt(500)], ...done });
      await resendDelivery(one._id);
      await logLines(() => run(one)); // an alarm, which is another test's matter
      expect(await stored(one)).to.include({ status: 'exhausted' });

      answer = 200;
      await resendDelivery(one._id);
      expect(await run(one)).to.include({ status: 'delivered' });
    });

    it('takes the place of the attempt that was due; when it fails, the schedule goes on', async () => {
      answer = 500;
      const one = await delivery({ failures: 3, attempts: [attempt(500)], next: inAnHour() });
      await resendDelivery(one._id);
      await ipnDelivery({ id: one._id, version: 1 }); // the automatic attempt's job
      expect(receiver.received).to.have.length(0);

      const failed = await run(one);
      expect(failed).to.include({ status: 'pending', failures: 4 });
      expect(failed.next?.at.getTime()).to.be.within(Date.now() + 470_000, Date.now() + 721_000); // 10 minutes ± 20 %
      expect(failed).to.not.have.property('trigger');
    });

    it('is not found under an id that no delivery has', async () => {
      expect(await thrownBy(resendDelivery('dlv_unknown'))).to.include({ status: 404, code: 'delivery_not_found' });
    });

    it('must not be for an endpoint that is disabled', async () => {
      const one = await delivery({ status: 'held', ...done });
      await disableEndpoint(one);
      const conflict = await thrownBy(resendDelivery(one._id));
      expect(conflict).to.include({ status: 409, code: 'endpoint_disabled' });

      await enableEndpoint(endpointId(one));
      await resendDelivery(one._id);
      expect(await run(one)).to.include({ status: 'delivered' });
    });
  });

  describe('all of them since a moment', () => {
    const since = new Date(Date.now() - 1000);

    it('are those that were not accepted, each with its schedule before it', async () => {
      const exhausted = await delivery({ status: 'exhausted', failures: 12, ...done });
      const later = await delivery({ failures: 5, next: inAnHour() });
      const due = await delivery({});
      const delivered = await delivery({ status: 'delivered', ...done });
      const old = await delivery({
        status: 'exhausted',
        failures: 12,
        createdAt: new Date(since.getTime() - 1),
        ...done,
      });

      expect(await recoverDeliveries(merchant.id, since)).to.equal(2);
      for (const one of [exhausted, later]) {
        expect(await stored(one)).to.include({ status: 'pending', failures: 0, version: 2 });
        expect((await stored(one)).next?.at.getTime()).to.be.at.most(Date.now() + 10);
      }
      for (const one of [due, delivered, old]) expect((await stored(one)).version).to.equal(1);
    });

    it('fall due one after the other, oldest first', async () => {
      for (let i = 0; i < 201; i += 1) await delivery({ status: 'exhausted', ...done });
      expect(await recoverDeliveries(merchant.id, since)).to.equal(201);

      const [first, last] = await Promise.all(['1', '201'].map((sequence) => merchant.stored(Number(sequence))));
      expect(last?.next?.at.getTime()).to.be.within((first?.next?.at.getTime() ?? 0) + 1900, Date.now() + 2000);
      const second = await merchant.stored(2);
      expect(second?.next?.at.getTime()).to.be.greaterThan(first?.next?.at.getTime() ?? 0);
    });

    it('leave out what is held for a disabled endpoint, and forget what endpoints failed before', async () => {
      const held = await delivery({ status: 'held', url: 'http://127.0.0.1:9/', host: '127.0.0.1:9', ...done });
      await disableEndpoint(held);
      const failing = await delivery({ status: 'exhausted', ...done });
      await endpoints.insertOne({
        _id: endpointId(failing),
        merchantId: merchant.id,
        mode: 'test',
        host: failing.host,
        disabled: false,
        failures: 10,
        recentFailures: [],
        breaker: { until: new Date(Date.now() + 60_000), pause: 60 },
      });

      expect(await recoverDeliveries(merchant.id, since)).to.equal(1);
      expect(await stored(held)).to.include({ status: 'held' });
      expect(await endpoints.findOne({ _id: endpointId(failing) })).to.not.have.property('breaker');
    });

    it('have nothing to do with what another merchant has at the same host', async () => {
      const { host } = await delivery({ status: 'exhausted', ...done });
      const other = await new TestMerchant().save();
      const theirs = { merchantId: other.id, mode: 'test', host } as const;
      await learnFailure(theirs, { until: new Date(), pause: 30 });
      const before = await disableEndpoint(theirs);
      expect(await recoverDeliveries(merchant.id, since)).to.equal(1);
      expect(await endpoints.findOne({ _id: before._id })).to.deep.equal(before);
      await other.remove();
    });

    it('leave alone one that is accepted at that very moment', async () => {
      const { _id } = await delivery({ failures: 5, next: inAnHour() });
      justBefore(deliveries, 'bulkWrite', () => deliveries.updateOne({ _id }, { $set: { status: 'delivered' } }));
      expect(await recoverDeliveries(merchant.id, since)).to.equal(0);
      expect(await deliveries.findOne({ _id })).to.include({ status: 'delivered', version: 1 });
    });

    it('are none for a merchant that is unknown', async () => {
      expect(await recoverDeliveries('mer_unknown', since)).to.equal(0);
    });
  });
});
