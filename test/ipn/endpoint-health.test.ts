import { expect } from 'chai';
import type { CommandStartedEvent } from 'mongodb';
import { mock } from 'node:test';
import { config } from '../../config/index.js';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { learn } from '../../src/ipn/endpoint-gate.js';
import { changeEndpoint, readEndpoint } from '../../src/ipn/endpoint-health.js';
import { deliveries } from '../../src/ipn/delivery.model.js';
import { endpointId, endpoints, type Target } from '../../src/ipn/endpoint.model.js';
import { enableEndpoint, releaseLeftHeld } from '../../src/ipn/endpoints.js';
import { hold } from '../../src/ipn/held.js';
import { recoverDeliveries } from '../../src/ipn/resend.js';
import { inSeconds } from '../../src/time.js';
import { redis } from '../../src/redis/client.js';
import { justBefore } from '../support/just-before.js';
import { stored, TestMerchant } from './a-delivery.js';
import { disableEndpoint, learnFailure, learnSuccess } from './lessons.js';
import { logLines } from './log-lines.js';

const { failures: ENOUGH, window: WINDOW, pause: PAUSE } = config.ipn.breaker;

describe("an endpoint's health", () => {
  let merchant: TestMerchant;
  before(connectDatabase);
  beforeEach(async () => {
    merchant = await new TestMerchant().save();
  });
  afterEach(() => merchant.remove());

  /** As many failures as are one too few to leave the host alone, the first of them so many seconds ago. */
  async function failedSince(seconds: number, count = ENOUGH - 1) {
    const target = await merchant.delivery();
    const recentFailures = Array.from({ length: count }, (_, index) => inSeconds(index === 0 ? -seconds : -1));
    await changeEndpoint(target, { $set: { disabled: false, failures: count, recentFailures } });
    return target;
  }

  for (const [what, seconds, count, pause] of [
    ['is left alone after enough failures within the window', WINDOW - 5, ENOUGH - 1, PAUSE],
    ['is left alone after enough of them, though one before was long ago', WINDOW + 5, ENOUGH, PAUSE],
    ['goes on being called when they took longer than the window', WINDOW + 5, ENOUGH - 1, undefined],
    ['goes on being called when one failure is missing', 5, ENOUGH - 2, undefined],
  ] as const)
    it(what, async () => {
      const target = await failedSince(seconds, count);
      await learnFailure(target);
      expect((await readEndpoint(target)).breaker?.pause).to.equal(pause);
    });

  for (const [which, lastSuccessAt] of [
    ['its first success', undefined],
    ['a success, though one was written down a moment before', new Date()],
  ] as const)
    it(`begins anew with ${which}: failures before it count no more`, async () => {
      const target = await failedSince(5);
      await changeEndpoint(target, { $set: { ...(lastSuccessAt && { lastSuccessAt }) } });
      await learnSuccess(target);
      await learnFailure(target);
      const { breaker, failures } = await readEndpoint(target);
      expect({ breaker, failures }).to.deep.equal({ breaker: undefined, failures: 1 });
    });

  it('begins anew with a success that could not be written down at first', async () => {
    const target = await failedSince(5);
    await learnFailure(target);
    const { mock: away } = mock.method(endpoints, 'findOneAndUpdate', () => {
      throw new Error('away');
    });
    await learnSuccess(target).catch(() => undefined);
    away.restore();
    await learnSuccess(target);
    const { breaker, failures } = await readEndpoint(target);
    expect({ breaker, failures }).to.deep.equal({ breaker: undefined, failures: 0 });
  });

  for (const [what, ago, isWritten] of [
    ['shows a success when the one that it shows is more than ten minutes old', 601, true],
    ['does not write down every success', 590, false],
  ] as const)
    it(what, async () => {
      const target = await merchant.delivery();
      const lastSuccessAt = inSeconds(-ago);
      await changeEndpoint(target, { $set: { lastSuccessAt, failures: 0 } });
      await learnSuccess(target);
      const shown = (await endpoints.findOne({ _id: endpointId(target) }))?.lastSuccessAt;
      expect(Number(shown) > Number(lastSuccessAt)).to.equal(isWritten);
    });

  it('shows its first success after it was enabled, though another was written down shortly before', async () => {
    const target = await merchant.delivery();
    await learnSuccess(target);
    await learnFailure(target);
    await enableEndpoint(endpointId(target));
    await learnSuccess(target);
    const { lastSuccessAt, lastFailureAt } = (await endpoints.findOne({ _id: endpointId(target) })) ?? {};
    expect(Number(lastSuccessAt)).to.be.at.least(Number(lastFailureAt));
  });

  it('goes on being called when it has answered between its last failure and the decision', async () => {
    const target = await failedSince(5);
    justBefore(endpoints.collection, 'updateOne', () => learnSuccess(target));
    await learnFailure(target);
    const { failures, breaker } = await readEndpoint(target);
    expect({ failures, breaker }).to.deep.equal({ failures: 0, breaker: undefined });
  });

  for (const [pause, next] of [
    [30, 60],
    [400, 600],
  ] as const)
    it(`is left alone for ${next} s when the probe after ${pause} s fails`, async () => {
      const target = await merchant.delivery();
      await learnFailure(target, { until: new Date(), pause });
      expect((await readEndpoint(target)).breaker?.pause).to.equal(next);
    });

  it('is left alone once when two attempts fail at the same moment', async () => {
    const target = await failedSince(5);
    justBefore(endpoints.collection, 'updateOne', () => learnFailure(target));
    const lines = await logLines(() => learnFailure(target));
    expect(lines.filter(({ message }) => message === 'endpoint.paused')).to.have.length(1);
  });

  it('is left alone for as long as before when an attempt fails that somebody asked for', async () => {
    const target = await failedSince(5, ENOUGH);
    const breaker = { until: inSeconds(300), pause: 600 };
    await changeEndpoint(target, { $set: { breaker } });
    await learnFailure(target);
    expect((await readEndpoint(target)).breaker).to.deep.equal(breaker);
  });

  it('has a clean record when it is enabled', async () => {
    const target = await failedSince(5, ENOUGH);
    await changeEndpoint(target, { $set: { breaker: { until: inSeconds(300), pause: 600 } } });
    await disableEndpoint(target);
    await enableEndpoint(endpointId(target));
    const record = await readEndpoint(target);
    expect(record).to.deep.include({ disabled: false, failures: 0, recentFailures: [] });
    expect(record).to.not.have.any.keys('breaker', 'disabledAt', 'disabledReason');
  });

  for (const [what, change] of [
    ['disabled', disableEndpoint],
    ['enabled', (target: Target) => enableEndpoint(endpointId(target))],
    ['trusted again by a recovery', ({ merchantId }: Target) => recoverDeliveries(merchantId, new Date())],
  ] as const)
    it(`has every process forget what it believes of it when it is ${what}`, async () => {
      const target = await failedSince(5);
      const { mock: told } = mock.method(redis, 'publish');
      await change(target);
      told.restore();
      expect(told.calls.map(({ arguments: [, about] }) => about)).to.deep.equal([merchant.id]);
    });

  for (const then of ['delivered', 'retry', 'disable_endpoint'] as const)
    it(`takes what one attempt has shown in one update (${then})`, async () => {
      const target = await failedSince(5, 1);
      const commands: string[] = [];
      const count = ({ commandName }: CommandStartedEvent) => commands.push(commandName);
      mongoClient.on('commandStarted', count);
      const answer = then === 'delivered' ? { status: 204, error: null } : { status: null, error: 'timeout' as const };
      await learn(target, { then, answer, halfOpen: null, certificateValidTo: inSeconds(90 * 86_400) });
      mongoClient.off('commandStarted', count);
      expect(commands).to.deep.equal(['findAndModify']);
      const { certificateExpiresAt, disabled, failures, lastError } = await readEndpoint(target);
      expect(lastError).to.deep.equal(then === 'delivered' ? undefined : { error: 'timeout', status: null });
      expect(certificateExpiresAt).to.be.above(new Date());
      expect({ disabled, failures }).to.deep.equal({
        disabled: then === 'disable_endpoint',
        failures: then === 'delivered' ? 0 : 2,
      });
    });

  for (const [what, disabled, status] of [
    ['holds a delivery while it is disabled', true, 'held'],
    ['holds none that was to be held when it was enabled at that moment', false, 'pending'],
  ] as const)
    it(what, async () => {
      const delivery = await merchant.delivery();
      await changeEndpoint(delivery, { $set: { disabled, failures: 0, recentFailures: [] } });
      await hold(delivery);
      expect((await stored(delivery)).status).to.equal(status);
    });

  it('holds none that has moved on since it was read', async () => {
    const delivery = await merchant.delivery({ status: 'delivered', version: 2 });
    await changeEndpoint(delivery, { $set: { disabled: true, failures: 0, recentFailures: [] } });
    await hold({ ...delivery, status: 'pending', version: 1 });
    expect(await stored(delivery)).to.include({ status: 'delivered', version: 2 });
  });

  it('lets go what is held for it, and nothing that is held for another of the merchant', async () => {
    const [one, other] = [
      await merchant.delivery({ status: 'held', next: null }),
      await merchant.delivery({ status: 'held', next: null, url: 'http://127.0.0.1:10/ipn' }),
    ];
    for (const target of [one, other]) await disableEndpoint(target);
    expect(await enableEndpoint(endpointId(one))).to.include({ released: 1 });
    expect([(await stored(one)).status, (await stored(other)).status]).to.deep.equal(['pending', 'held']);
  });

  describe('enabled by a process that dies before it lets a delivery go', () => {
    const later = () => inSeconds(120);
    /** What such a process leaves. */
    async function leftHeld() {
      const delivery = await merchant.delivery({ status: 'pending' });
      await disableEndpoint(delivery);
      await enableEndpoint(endpointId(delivery));
      await deliveries.updateOne({ _id: delivery._id }, { $set: { status: 'held' }, $unset: { next: true } });
      return delivery;
    }

    it('has it let go a little later, once', async () => {
      const delivery = await leftHeld();
      await releaseLeftHeld();
      expect((await stored(delivery)).status, 'while the process may be alive').to.equal('held');
      await Promise.all([releaseLeftHeld(later()), releaseLeftHeld(later())]);
      const released = await stored(delivery);
      expect(released).to.include({ status: 'pending', version: 2 });
      expect(released.next?.job).to.equal('ipn-delivery');
      expect(await readEndpoint(delivery)).to.not.have.property('lookAgainAt');
    });

    it('is looked at once more when it was enabled again during that look', async () => {
      const delivery = await leftHeld();
      const _id = endpointId(delivery);
      await endpoints.updateOne({ _id }, { $set: { lookAgainAt: inSeconds(-1) } });
      justBefore(endpoints.collection, 'updateOne', () => enableEndpoint(_id));
      await releaseLeftHeld();
      expect((await readEndpoint(delivery)).lookAgainAt).to.be.above(new Date());
    });

    it('has it held on when it was disabled again meanwhile', async () => {
      const delivery = await leftHeld();
      await disableEndpoint(delivery);
      await releaseLeftHeld(later());
      expect((await stored(delivery)).status).to.equal('held');
    });
  });
});
