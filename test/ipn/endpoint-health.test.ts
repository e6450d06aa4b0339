import { expect } from 'chai';
import { mock } from 'node:test';
import { config } from '../../config/index.js';
import { connectDatabase } from '../../src/database.js';
import { changeEndpoint, readEndpoint, recordFailure, recordSuccess } from '../../src/ipn/endpoint-health.js';
import { deliveries } from '../../src/ipn/delivery.model.js';
import { endpointId, endpoints } from '../../src/ipn/endpoint.model.js';
import { disableEndpoint, enableEndpoint, releaseLeftHeld } from '../../src/ipn/endpoints.js';
import { hold } from '../../src/ipn/held.js';
import { inSeconds } from '../../src/obligation.js';
import { stored, TestMerchant } from './a-delivery.js';

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
    ['goes on being called when they took longer than the window', WINDOW + 5, ENOUGH - 1, undefined],
    ['goes on being called when one failure is missing', 5, ENOUGH - 2, undefined],
  ] as const)
    it(what, async () => {
      const target = await failedSince(seconds, count);
      await recordFailure(target, null);
      expect((await readEndpoint(target)).breaker?.pause).to.equal(pause);
    });

  for (const [which, lastSuccessAt] of [
    ['its first success', undefined],
    ['a success, though one was written down a moment before', new Date()],
  ] as const)
    it(`begins anew with ${which}: failures before it count no more`, async () => {
      const target = await failedSince(5);
      await changeEndpoint(target, { $set: { ...(lastSuccessAt && { lastSuccessAt }) } });
      await recordSuccess(target);
      await recordFailure(target, null);
      const { breaker, failures } = await readEndpoint(target);
      expect({ breaker, failures }).to.deep.equal({ breaker: undefined, failures: 1 });
    });

  it('shows its first success after it was enabled, though another was written down shortly before', async () => {
    const target = await merchant.delivery();
    await recordSuccess(target);
    await recordFailure(target, null);
    await enableEndpoint(endpointId(target));
    await recordSuccess(target);
    const { lastSuccessAt, lastFailureAt } = (await endpoints.findOne({ _id: endpointId(target) })) ?? {};
    expect(Number(lastSuccessAt)).to.be.at.least(Number(lastFailureAt));
  });

  it('goes on being called when it has answered between its last failure and the decision', async () => {
    const target = await failedSince(5);
    const decide = endpoints.updateOne.bind(endpoints);
    const decided = mock.method(endpoints, 'updateOne', async (...given: Parameters<typeof decide>) => {
      await recordSuccess(target);
      return decide(...given);
    });
    await recordFailure(target, null);
    decided.mock.restore();
    expect(decided.mock.callCount()).to.equal(1);
    expect(await readEndpoint(target)).to.not.have.property('breaker');
  });

  for (const [pause, next] of [
    [30, 60],
    [400, 600],
  ] as const)
    it(`is left alone for ${next} s when the probe after ${pause} s fails`, async () => {
      const target = await merchant.delivery();
      await recordFailure(target, { until: new Date(), pause });
      expect((await readEndpoint(target)).breaker?.pause).to.equal(next);
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
    const delivery = await merchant.delivery({ status: 'delivered', gen: 2 });
    await changeEndpoint(delivery, { $set: { disabled: true, failures: 0, recentFailures: [] } });
    await hold({ ...delivery, status: 'pending', gen: 1 });
    expect(await stored(delivery)).to.include({ status: 'delivered', gen: 2 });
  });

  describe('enabled by a process that dies before it lets a delivery go', () => {
    const later = () => inSeconds(120);
    /** What such a process leaves. */
    async function leftHeld() {
      const delivery = await merchant.delivery({ status: 'pending' });
      await disableEndpoint(delivery, 'spec');
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
      expect(released).to.include({ status: 'pending', gen: 2 });
      expect(released.next?.job).to.equal('ipn-delivery');
      expect(await readEndpoint(delivery)).to.not.have.property('lookAgainAt');
    });

    it('has it held on when it was disabled again meanwhile', async () => {
      const delivery = await leftHeld();
      await disableEndpoint(delivery, 'spec');
      await releaseLeftHeld(later());
      expect((await stored(delivery)).status).to.equal('held');
    });
  });
});
