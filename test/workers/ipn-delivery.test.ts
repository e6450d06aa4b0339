import { expect } from 'chai';
import type { Socket } from 'node:net';
import { mock } from 'node:test';
import { startReceiver, type Receiver, type ReceiverOptions } from '../../scripts/ipn-receiver/receiver.js';
import { config } from '../../config/index.js';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { deliveries, hostOf, type DeliveryRecord } from '../../src/ipn/delivery.model.js';
import { invalidateEndpoint, readEndpoint } from '../../src/ipn/endpoint-health.js';
import { endpointId, endpoints } from '../../src/ipn/endpoint.model.js';
import { enableEndpoint } from '../../src/ipn/endpoints.js';
import { resendDelivery } from '../../src/ipn/resend.js';
import { ipnDelivery } from '../../workers/ipn-delivery.js';
import { stored, TestMerchant } from '../ipn/a-delivery.js';
import { listenRaw } from '../ipn/receivers.js';
import { until } from '../../scripts/until.js';
import { logLines } from '../ipn/log-lines.js';
import { justBefore } from '../support/just-before.js';

const accept = () => 200;

describe('the ipn-delivery worker', () => {
  let merchant: TestMerchant;
  const receivers: Receiver[] = [];

  before(connectDatabase);
  beforeEach(async () => {
    merchant = await new TestMerchant().save();
  });
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.close();
    await merchant.remove();
  });

  async function listen(options: ReceiverOptions = {}): Promise<Receiver> {
    const [secret = ''] = merchant.secrets;
    const receiver = await startReceiver({ secret, ...options });
    receivers.push(receiver);
    return receiver;
  }

  /** Does what the job would do when the delivery is due. */
  async function run(delivery: DeliveryRecord): Promise<DeliveryRecord> {
    const { _id: id, version } = await stored(delivery);
    await ipnDelivery({ id, version });
    return stored(delivery);
  }

  it('delivers: signed, recorded, and done with', async () => {
    const receiver = await listen();
    const delivery = await run(await merchant.delivery({ url: receiver.url }));

    expect(receiver.received).to.have.length(1);
    expect(receiver.received[0]).to.include({ id: delivery.eventId, body: delivery.body, verified: true });
    expect(delivery).to.include({ status: 'delivered', failures: 0, version: 2 });
    expect(delivery).to.not.have.property('next');
    expect(delivery.deliveredAt).to.be.instanceOf(Date);
    expect(delivery.attempts).to.have.length(1);
    expect(delivery.attempts[0]).to.include({ status: 204, error: null, response: '', trigger: 'automatic' });
  });

  it('sends the same bytes under the same id until they are accepted, signed anew each time', async () => {
    const answers = [500, 500];
    const receiver = await listen({ respond: () => answers.shift() ?? 200 });
    const delivery = await merchant.delivery({ url: receiver.url });

    const afterFirst = await run(delivery);
    expect(afterFirst).to.include({ status: 'pending', failures: 1, version: 2 });
    expect(afterFirst.next?.at.getTime()).to.be.within(Date.now() + 2000, Date.now() + 6000);
    expect((await run(delivery)).failures).to.equal(2);
    expect(await run(delivery)).to.include({ status: 'delivered', failures: 2 });

    expect(receiver.received.map(({ id }) => id)).to.deep.equal(Array(3).fill(delivery.eventId));
    expect(receiver.received.map(({ body }) => body)).to.deep.equal(Array(3).fill(delivery.body));
    expect(receiver.received.map(({ verified }) => verified)).to.deep.equal([true, true, true]);
    expect((await stored(delivery)).attempts.map(({ status }) => status)).to.deep.equal([500, 500, 200]);
  });

  it('signs with both secrets while one is being rotated', async () => {
    await merchant.remove();
    merchant = await new TestMerchant(2).save();
    const [newer = '', older = ''] = merchant.secrets;
    for (const secret of [newer, older]) {
      const receiver = await listen({ secret });
      await run(await merchant.delivery({ url: receiver.url }));
      expect(receiver.received[0]?.headers['webhook-signature']).to.match(/^v1,\S+ v1,\S+$/);
      expect(receiver.received[0]?.verified).to.be.true;
    }
  });

  it('has two calls under way at most to an endpoint whose latest call got no answer; the third comes back later', async () => {
    const sockets: Socket[] = [];
    const receiver = await listenRaw((socket) => {
      if (sockets.push(socket) === 1) socket.destroy();
    });
    await run(await merchant.delivery({ url: receiver.url }));

    const runs = [1, 2, 3].map(async () => run(await merchant.delivery({ url: receiver.url })));
    const postponed = await Promise.race(runs);
    expect(postponed).to.include({ status: 'pending', failures: 0, version: 2 });
    expect(sockets).to.have.length(3);
    await receiver.close();
    await Promise.all(runs);
  });

  it('keeps the latest fifty attempts, however often it was sent again by hand', async () => {
    const receiver = await listen();
    const attempt = { at: new Date(), durationMs: 3, status: 500, error: 'http', response: '' } as const;
    const attempts = Array.from({ length: 50 }, (_, no) => ({ ...attempt, id: `a-${no}`, trigger: 'resend' as const }));
    const { attempts: kept } = await run(await merchant.delivery({ url: receiver.url, attempts }));
    expect(kept).to.have.length(50);
    expect([kept.at(0)?.id, kept.at(-1)?.status]).to.deep.equal(['a-1', 204]);
  });

  it('is exhausted after the last attempt, and says so loudly', async () => {
    const receiver = await listen({ respond: () => 500 });
    const delivery = await merchant.delivery({ url: receiver.url, failures: 11 });
    const lines = await logLines(() => run(delivery));

    expect(await stored(delivery)).to.include({ status: 'exhausted', failures: 12 });
    expect(await stored(delivery)).to.not.have.property('next');
    expect(lines.find(({ message }) => message === 'ipn.exhausted')).to.include({
      level: 'error',
      eventId: delivery.eventId,
    });
  });

  it('writes one line for an attempt', async () => {
    const receiver = await listen({ respond: () => 503 });
    const delivery = await merchant.delivery({ url: receiver.url });
    const lines = await logLines(() => run(delivery));

    const attempted = lines.filter(({ message }) => message === 'ipn.attempted');
    expect(attempted).to.have.length(1);
    expect(attempted[0]).to.include({
      eventId: delivery.eventId,
      trx: delivery.trx,
      merchant: merchant.id,
      attempt: 1,
      status: 503,
    });
    expect(attempted[0]).to.include.keys('durationMs', 'next');
  });

  it('does not call a blocked address, and raises an alarm', async () => {
    const delivery = await merchant.delivery({ url: 'http://169.254.169.254/latest/meta-data/' });
    const lines = await logLines(() => run(delivery));

    expect((await stored(delivery)).attempts[0]).to.include({ status: null, error: 'blocked_address', response: null });
    expect(lines.find(({ message }) => message === 'ipn.blocked')).to.include({ level: 'warn', merchant: merchant.id });
  });

  describe('looks before it sends', () => {
    it('and lets a delivery alone that is gone, done, or has moved on', async () => {
      const receiver = await listen();
      const delivery = await merchant.delivery({ url: receiver.url });
      await ipnDelivery({ id: 'dlv_unknown', version: 1 });
      await ipnDelivery({ id: delivery._id, version: 2 });
      for (const status of ['delivered', 'held', 'exhausted'] as const) {
        const other = await merchant.delivery({ url: receiver.url, status });
        await ipnDelivery({ id: other._id, version: 1 });
      }
      expect(receiver.received).to.have.length(0);
    });

    it('and decides once about what two jobs sent at the same time, though each is on record', async () => {
      const receiver = await listen({ respond: () => 500 });
      const delivery = await merchant.delivery({ url: receiver.url });
      await Promise.all([1, 2].map(() => ipnDelivery({ id: delivery._id, version: 1 })));

      expect(receiver.received).to.have.length(2);
      expect((await stored(delivery)).attempts).to.have.length(2);
      expect(await stored(delivery)).to.include({ status: 'pending', failures: 1, version: 2 });
    });

    it('and records what came of an attempt that somebody overtook by resending', async () => {
      let resent: Promise<unknown> | undefined;
      const receiver = await listen({ respond: async () => (await (resent ??= resendDelivery(delivery._id)), 200) });
      const delivery = await merchant.delivery({ url: receiver.url });
      const overtaken = await run(delivery);
      expect(overtaken).to.include({ status: 'pending', trigger: 'resend' });
      expect(overtaken.deliveredAt).to.be.instanceOf(Date);

      const { attempts, deliveredAt } = await run(delivery);
      expect(deliveredAt).to.deep.equal(overtaken.deliveredAt);
      expect(attempts.map(({ status, trigger }) => [status, trigger])).to.deep.equal([
        [200, 'automatic'],
        [200, 'resend'],
      ]);
    });

    for (const [what, failures] of [
      ['sent again', 0],
      ['given up', config.ipn.retryWaits.length],
    ] as const)
      it(`and has none ${what} that was accepted while another job, which sent it too, saw it fail`, async () => {
        const answers = [200, 500];
        const isLast = () => receiver.received.length === 2;
        const receiver = await listen({
          respond: async () => {
            const answer = answers.shift() ?? 500;
            if (isLast()) return answer;
            await ipnDelivery({ id: delivery._id, version: 1 });
            return answer;
          },
        });
        const delivery = await merchant.delivery({ url: receiver.url, failures });
        await logLines(() => run(delivery));
        const after = await stored(delivery);
        expect(after.attempts.map(({ status }) => status)).to.deep.equal([500, 200]);
        expect(after).to.include({ status: 'delivered' }).and.not.have.property('next');
        expect(after.deliveredAt).to.be.instanceOf(Date);
      });

    it('and does not take one for delivered that failed when somebody overtook it', async () => {
      const receiver = await listen({ respond: async () => (await resendDelivery(delivery._id), 500) });
      const delivery = await merchant.delivery({ url: receiver.url });
      const overtaken = await run(delivery);
      expect(overtaken).to.include({ status: 'pending', failures: 0 }).and.not.have.property('deliveredAt');
      expect(overtaken.attempts.map(({ status }) => status)).to.deep.equal([500]);
    });

    it('and spends no attempt on a fault of ours', async () => {
      const receiver = await listen();
      const delivery = await merchant.delivery({ url: receiver.url, merchantId: 'mer_without_secrets' });
      let thrown: unknown;
      await ipnDelivery({ id: delivery._id, version: 1 }).catch((error: unknown) => (thrown = error));

      expect(thrown).to.be.instanceOf(Error);
      expect(receiver.received).to.have.length(0);
      expect(await stored(delivery)).to.include({ status: 'pending', failures: 0, version: 1 });
      await deliveries.deleteOne({ _id: delivery._id });
    });
  });

  describe('while a database that is full can be read', () => {
    const refuse = (): Promise<never> => Promise.reject(new Error('no space left on device'));

    const refuseRecord = () => mock.method(deliveries, 'updateOne', refuse);
    const refuseLesson = () => mock.method(endpoints, 'findOneAndUpdate', refuse);

    for (const status of [204, 500])
      it(`sends once what is answered by ${status}, and records it when it can`, async () => {
        const receiver = await listen({ respond: () => status });
        const delivery = await merchant.delivery({ url: receiver.url });
        for (const begin of [refuseLesson, refuseRecord, refuseRecord]) {
          const { mock: refusing } = begin();
          await run(delivery).catch(() => undefined); // as the queue does, again and again
          expect(refusing.callCount()).to.equal(1);
          refusing.restore();
        }

        const { attempts } = await run(delivery);
        expect(receiver.received).to.have.length(1);
        expect(attempts.map((attempt) => attempt.status)).to.deep.equal([status]);
        expect(await readEndpoint(delivery)).to.include({ failures: status === 500 ? 1 : 0 });
      });

    it('sends again what a person has asked for meanwhile', async () => {
      const receiver = await listen();
      const delivery = await merchant.delivery({ url: receiver.url });
      const { mock: refusing } = refuseRecord();
      await run(delivery).catch(() => undefined);
      refusing.restore();
      await resendDelivery(delivery._id);
      await run(delivery);
      expect(receiver.received).to.have.length(2);
    });
  });

  describe('with an endpoint that is gone', () => {
    it('asks once more after a 410, then disables the endpoint and holds what comes', async () => {
      const receiver = await listen({ respond: () => 410 });
      const first = await merchant.delivery({ url: receiver.url });
      const second = await merchant.delivery({ url: receiver.url });

      const once = await run(first);
      expect(once).to.include({ status: 'pending', failures: 1 });
      expect(once.next?.at.getTime()).to.be.above(Date.now() + 55_000);
      expect(await run(first)).to.include({ status: 'held', failures: 2 });
      expect(await readEndpoint(first)).to.include({ disabled: true });

      expect(await run(second)).to.include({ status: 'held', failures: 0 });
      expect(receiver.received).to.have.length(2);
    });

    it('lets everything go when the endpoint is enabled', async () => {
      let answer = 410;
      const receiver = await listen({ respond: () => answer });
      const all = [await merchant.delivery({ url: receiver.url }), await merchant.delivery({ url: receiver.url })];
      const [first] = all;
      if (!first) throw new Error('unreachable');
      await run(first);
      for (const delivery of all) await run(delivery);

      answer = 200;
      const enabled = await enableEndpoint(endpointId(first));
      expect(enabled).to.include({ released: 2 });
      for (const delivery of all) expect((await run(delivery)).status).to.equal('delivered');
      expect(await enableEndpoint('ep_unknown')).to.be.null;
    });

    it('takes two 410 in a row again after it was enabled, whichever delivery was answered so before', async () => {
      const receiver = await listen({ respond: () => 410 });
      const [held, heldLater, waiting] = [
        await run(await merchant.delivery({ url: receiver.url })),
        await run(await merchant.delivery({ url: receiver.url })),
        await run(await merchant.delivery({ url: receiver.url })),
      ];
      for (const delivery of [held, heldLater]) expect(await run(delivery)).to.include({ status: 'held' });
      await enableEndpoint(endpointId(held));

      for (const delivery of [held, heldLater, waiting]) expect(await run(delivery)).to.include({ status: 'pending' });
      expect(await readEndpoint(held)).to.include({ disabled: false });
      expect(await run(waiting)).to.include({ status: 'held' });
      expect(await readEndpoint(held)).to.include({ disabled: true });
    });

    it('leaves a delivery due, and the endpoint disabled, when it dies between the two', async () => {
      const receiver = await listen({ respond: () => 410 });
      const delivery = await merchant.delivery({ url: receiver.url });
      await run(delivery);
      justBefore(deliveries, 'updateOne', () => Promise.reject(new Error('a stand-in for death')));
      expect(await run(delivery).catch((error: unknown) => error)).to.match(/a stand-in for death/);
      expect(await stored(delivery)).to.include({ status: 'pending', failures: 1 });
      expect(await readEndpoint(delivery)).to.include({ disabled: true });
    });

    it('holds nothing when it was enabled between its second 410 and the record of it', async () => {
      const receiver = await listen({ respond: () => 410 });
      const delivery = await merchant.delivery({ url: receiver.url });
      await run(delivery);
      justBefore(deliveries, 'updateOne', () => enableEndpoint(endpointId(delivery)));
      expect(await run(delivery)).to.include({ status: 'pending', failures: 2 });
      expect(await readEndpoint(delivery)).to.include({ disabled: false });
    });

    it('holds nothing for an endpoint that was enabled at that very moment', async () => {
      const receiver = await listen({ respond: accept });
      const delivery = await merchant.delivery({ url: receiver.url });
      await endpoints.insertOne({ ...(await readEndpoint(delivery)), disabled: true });
      invalidateEndpoint(endpointId(delivery));
      await readEndpoint(delivery); // what this process goes on believing
      await endpoints.updateOne({ _id: endpointId(delivery) }, { $set: { disabled: false } });

      expect((await run(delivery)).status).to.equal('delivered');
    });
  });

  describe('with an endpoint that fails again and again', () => {
    async function failTenTimes(url: string): Promise<void> {
      for (let i = 0; i < 10; i += 1) await run(await merchant.delivery({ url }));
    }
    async function endPause(delivery: DeliveryRecord): Promise<void> {
      await endpoints.updateOne({ _id: endpointId(delivery) }, { $set: { 'breaker.until': new Date(Date.now() - 1) } });
      invalidateEndpoint(endpointId(delivery));
    }

    it('leaves it alone for a while and spends no attempt meanwhile', async () => {
      const receiver = await listen({ respond: () => 500 });
      await failTenTimes(receiver.url);
      const delivery = await run(await merchant.delivery({ url: receiver.url }));

      expect(receiver.received).to.have.length(10);
      expect(delivery).to.include({ status: 'pending', failures: 0, version: 2 });
      expect(delivery.attempts).to.have.length(0);
      expect(delivery.next?.at.getTime()).to.be.within(Date.now() + 28_000, Date.now() + 35_000);
    });

    it('does not when one attempt among ten succeeds', async () => {
      let calls = 0;
      const receiver = await listen({ respond: () => ((calls += 1) === 9 ? 200 : 500) });
      await failTenTimes(receiver.url);
      await run(await merchant.delivery({ url: receiver.url }));
      expect(receiver.received).to.have.length(11);
    });

    it('then lets one probe through, and doubles the pause when that fails', async () => {
      const receiver = await listen({ respond: () => 500 });
      await failTenTimes(receiver.url);
      const waiting = [await merchant.delivery({ url: receiver.url }), await merchant.delivery({ url: receiver.url })];
      const [first] = waiting;
      if (!first) throw new Error('unreachable');
      await endPause(first);
      await Promise.all(waiting.map(run));

      expect(receiver.received).to.have.length(11);
      expect((await readEndpoint(first)).breaker).to.include({ pause: 60 });
    });

    it('and trusts it again when the probe succeeds', async () => {
      let answer = 500;
      const receiver = await listen({ respond: () => answer });
      await failTenTimes(receiver.url);
      const delivery = await merchant.delivery({ url: receiver.url });
      await endPause(delivery);
      answer = 200;

      expect((await run(delivery)).status).to.equal('delivered');
      expect(await readEndpoint(delivery))
        .to.include({ failures: 0 })
        .and.not.have.property('breaker');
      expect((await run(await merchant.delivery({ url: receiver.url }))).status).to.equal('delivered');
    });

    it('lets a recovered one wait as every other: many of them at once would knock it over', async () => {
      const receiver = await listen({ respond: () => 500 });
      await failTenTimes(receiver.url);
      const delivery = await run(await merchant.delivery({ url: receiver.url, trigger: 'recover' }));
      expect(delivery).to.include({ status: 'pending', failures: 0, trigger: 'recover' });
      expect(receiver.received).to.have.length(10);
    });

    it('does not let an attempt wait that a person asked for', async () => {
      let answer = 500;
      const receiver = await listen({ respond: () => answer });
      await failTenTimes(receiver.url);
      answer = 200;
      const delivery = await run(await merchant.delivery({ url: receiver.url, trigger: 'resend' }));

      expect(delivery).to.include({ status: 'delivered' }).and.not.have.property('trigger');
      expect(delivery.attempts[0]?.trigger).to.equal('resend');
    });
  });

  it('delivers to others at once while an endpoint hangs', async () => {
    const hanging = await listenRaw(() => {});
    const receiver = await listen();
    const stuck = await Promise.all(Array.from({ length: 60 }, () => merchant.delivery({ url: hanging.url })));
    const hangs = Promise.all(stuck.map(({ _id: id, version }) => ipnDelivery({ id, version })));
    await until('the endpoint is called', () => hanging.open() === 2);

    expect((await run(await merchant.delivery({ url: receiver.url }))).status).to.equal('delivered');
    expect(hanging.open(), 'calls that still hang').to.equal(2);

    // The rest finds no room and is postponed without an attempt.
    await until(
      '58 are postponed',
      async () => (await deliveries.countDocuments({ host: hostOf(hanging.url), version: 2 })) === 58,
    );
    expect(hanging.made()).to.equal(2);
    await hanging.close();
    await hangs;
    expect(await deliveries.countDocuments({ host: hostOf(hanging.url), failures: 0, version: 2 })).to.equal(58);
  });

  it('asks the database twice for a notification alone, and less than once each for many at a time', async () => {
    const receiver = await listen({ respond: accept });
    const alone = await merchant.delivery({ url: receiver.url });
    const many = await Promise.all(Array.from({ length: 40 }, () => merchant.delivery({ url: receiver.url })));
    // Learns the secrets and the endpoint's health, for a few seconds: the last thing before they are used.
    await run(await merchant.delivery({ url: receiver.url }));
    let operations = 0;
    const count = () => (operations += 1);
    mongoClient.on('commandStarted', count);
    await ipnDelivery({ id: alone._id, version: alone.version });
    expect(operations).to.equal(2);
    await Promise.all(many.map(({ _id: id, version }) => ipnDelivery({ id, version })));
    mongoClient.off('commandStarted', count);

    expect(receiver.received).to.have.length(42);
    expect(operations).to.be.within(4, 2 + many.length - 1);
  });
});
