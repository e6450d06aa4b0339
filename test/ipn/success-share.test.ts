import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import type { DeliveryAttempt, DeliveryError } from '../../src/ipn/delivery.model.js';
import type { EndpointRecord } from '../../src/ipn/endpoint.model.js';
import { endpointId } from '../../src/ipn/endpoint.model.js';
import { noteStored } from '../../src/ipn/sequence.js';
import { successShares } from '../../src/ipn/success-share.js';
import { deliveries } from '../../src/ipn/delivery.model.js';
import { aDelivery, TestMerchant } from './a-delivery.js';

const HOUR_MS = 3_600_000;
const NOW = new Date();
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * HOUR_MS);

const attempt = (hours: number, error: DeliveryError | null = null): DeliveryAttempt => ({
  id: `a-${hours}-${error}`,
  at: hoursAgo(hours),
  durationMs: 3,
  status: error ? null : 200,
  error,
  response: null,
  trigger: 'automatic',
});

describe("an endpoint's share of success", () => {
  let merchant: TestMerchant;
  before(connectDatabase);
  beforeEach(async () => {
    merchant = await new TestMerchant().save();
  });
  afterEach(() => merchant.remove());

  function endpoint(host: string, times: Partial<EndpointRecord>): EndpointRecord {
    const target = { merchantId: merchant.id, mode: 'test' as const, host };
    return { _id: endpointId(target), ...target, disabled: false, failures: 0, recentFailures: [], ...times };
  }
  const shareOf = async (one: EndpointRecord) => (await successShares([one], NOW)).get(one._id);

  it('is counted by attempts of the last day, and by its own alone', async () => {
    const [host, url] = ['shop.example:443', 'https://shop.example/ipn'];
    await merchant.delivery({ url, host, attempts: [attempt(30, 'timeout'), attempt(2, 'timeout'), attempt(1)] });
    await merchant.delivery({ url, host, attempts: [attempt(3, 'http'), attempt(2, 'http')] });
    await merchant.delivery({ attempts: [attempt(1)] });
    const other = endpoint('127.0.0.1:9', { lastFailureAt: hoursAgo(1) });
    const failing = endpoint(host, { lastFailureAt: hoursAgo(2), lastSuccessAt: hoursAgo(1) });
    const shares = await successShares([failing, other], NOW);
    expect([shares.get(failing._id), shares.get(other._id)]).to.deep.equal([0.25, 1]);
  });

  const WITHOUT_A_FAILURE: [what: string, times: Partial<EndpointRecord>, share: number | null][] = [
    [
      'all of it when there was a success and no failure',
      { lastSuccessAt: hoursAgo(1), lastFailureAt: hoursAgo(25) },
      1,
    ],
    ['unknown when nothing was sent', { lastSuccessAt: hoursAgo(25), lastFailureAt: hoursAgo(26) }, null],
    ['unknown of one that nothing was heard of', {}, null],
    ['unknown when what failed is gone', { lastFailureAt: hoursAgo(1) }, null],
  ];
  for (const [what, times, share] of WITHOUT_A_FAILURE)
    it(`is ${what}`, async () => {
      expect(await shareOf(endpoint('shop.example:443', times))).to.equal(share);
    });

  it("is read from the merchant's latest notifications, and not from all of many", async () => {
    const failing = endpoint('127.0.0.1:9', { lastFailureAt: hoursAgo(1) });
    const made = Array.from({ length: 205 }, (_, index) =>
      aDelivery({
        merchantId: merchant.id,
        sequence: index + 1,
        attempts: [attempt(1, index < 151 ? 'timeout' : null)],
      }),
    );
    await deliveries.insertMany(made);
    await noteStored(made.slice(0, 200));
    expect(await shareOf(failing)).to.equal(54 / 55);
  });

  it('is kept for some seconds, but not when it failed again', async () => {
    const failing = (hours: number) => endpoint('127.0.0.1:9', { lastFailureAt: hoursAgo(hours) });
    await merchant.delivery({ attempts: [attempt(2, 'timeout'), attempt(1)] });
    const first = await shareOf(failing(2));
    await merchant.delivery({ attempts: [attempt(1, 'timeout'), attempt(1, 'timeout')] });
    expect([first, await shareOf(failing(2)), await shareOf(failing(1))]).to.deep.equal([0.5, 0.5, 0.25]);
  });
});
