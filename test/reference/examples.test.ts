import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Client } from 'openapi-fetch';
import { EXAMPLES, SIMULATED_TRX, type ExampleName } from '../../src/reference/examples.js';
import { openShop, type Shop } from '../api/shop.js';
import type { paths } from '../support/api-types.js';
import { apiClient } from '../support/client.js';
import { answerOf, differences, schemaNamed } from './described.js';

/** The fees of the merchant that ./scripts/up makes, which the examples' figures come from. */
const FEES = [
  { currency: 'EUR', basisPoints: 250, fixed: 30 },
  { basisPoints: 200, fixed: 0 },
];

/** The ids of the examples, and those that they have in this run. */
class Names {
  private readonly real = new Map<string, string>();
  private readonly run = randomUUID();

  constructor(private readonly shop: Shop) {}

  /** A request of the examples as this run sends it. */
  own = <T extends object>(request: T): T => {
    const fields = Object.entries(request).map(([name, value]: [string, unknown]) => [name, this.field(name, value)]);
    return Object.fromEntries(fields) as T; // only texts change
  };

  trx = (example: string): string => this.real.get(example) ?? example;

  private field(name: string, value: unknown): unknown {
    if (name === 'public_key' && value === EXAMPLES.card.request.public_key) return this.shop.keys.public_key;
    if (name === 'ipn_url') return this.shop.receiver.url;
    if (name === 'identifier' || name === 'refund_identifier') return `${String(value)}-${this.run}`;
    return name === 'trx' ? this.trx(String(value)) : value;
  }

  learn(example: object, answer: object): void {
    if ('trx' in example && 'trx' in answer) this.real.set(String(example.trx), String(answer.trx));
  }

  /** A text that is the same for both but for ids, times, links and the QR code. */
  comparable = (answer: object): string =>
    JSON.stringify(answer)
      .replaceAll(`-${this.run}`, '')
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'trx')
      .replace(/(req_|evt_|tr=)[\da-f]{32}/g, '$1…')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]{12}Z/g, 'time')
      .replace(/"https?:[^"]+"/g, '"link"')
      .replace(/"qr_code":"iVBOR[^"]+"/, '"qr_code":"png"');
}

const wrong = (request: object) => request as never; // so wrong that it does not compile

type Step = (client: Client<paths>, names: Names) => Promise<{ response: Response; data?: object; error?: object }>;

/** Each with the types of the description. */
const STEPS: Record<ExampleName, Step> = {
  card: (client, { own }) => client.POST('/h2h/initiate', { body: own(EXAMPLES.card.request) }),
  cardWith3ds: (client, { own }) => client.POST('/h2h/initiate', { body: own(EXAMPLES.cardWith3ds.request) }),
  cardDeclined: (client, { own }) => client.POST('/h2h/initiate', { body: own(EXAMPLES.cardDeclined.request) }),
  upi: (client, { own }) => client.POST('/h2h/initiate', { body: own(EXAMPLES.upi.request) }),
  wallet: (client, { own }) => client.POST('/h2h/initiate', { body: own(EXAMPLES.wallet.request) }),
  cancelled: (client, { own }) => client.POST('/h2h/cancel', { body: own(EXAMPLES.cancelled.request) }),
  cancelledTwice: (client, { own }) => client.POST('/h2h/cancel', { body: own(EXAMPLES.cancelledTwice.request) }),
  wrongFields: (client, { own }) => client.POST('/h2h/initiate', { body: wrong(own(EXAMPLES.wrongFields.request)) }),
  usedIdentifier: (client, { own }) => client.POST('/h2h/initiate', { body: own(EXAMPLES.usedIdentifier.request) }),
  noRoute: (client, { own }) => client.POST('/h2h/initiate', { body: own(EXAMPLES.noRoute.request) }),
  statusByTrx: (client, { own }) => client.POST('/h2h/status', { body: own(EXAMPLES.statusByTrx.request) }),
  unknownTrx: (client, { own }) => client.POST('/h2h/status', { body: own(EXAMPLES.unknownTrx.request) }),
  unknownKey: (client, { own }) => client.POST('/h2h/status', { body: own(EXAMPLES.unknownKey.request) }),
  proof: (client, { own }) => client.POST('/h2h/confirm', { body: own(EXAMPLES.proof.request) }),
  statusByIdentifier: (client, { own }) =>
    client.POST('/h2h/status', { body: own(EXAMPLES.statusByIdentifier.request) }),
  proofForCard: (client, { own }) => client.POST('/h2h/confirm', { body: own(EXAMPLES.proofForCard.request) }),
  refund: (client, { own }) => client.POST('/h2h/refund', { body: own(EXAMPLES.refund.request) }),
  refundTooMuch: (client, { own }) => client.POST('/h2h/refund', { body: own(EXAMPLES.refundTooMuch.request) }),
  refundOfUnpaid: (client, { own }) => client.POST('/h2h/refund', { body: own(EXAMPLES.refundOfUnpaid.request) }),
  refundStatus: (client, { own }) => client.POST('/h2h/refund/status', { body: own(EXAMPLES.refundStatus.request) }),
  events: (client, { own }) => client.POST('/h2h/events', { body: own(EXAMPLES.events.request) }),
  hosted: (client, { own }) => client.POST('/payment/initiate', { body: own(EXAMPLES.hosted.request) }),
  hostedStatus: (client, { own }) => client.POST('/payment/status', { body: own(EXAMPLES.hostedStatus.request) }),
  simulated: (client, { own, trx }) =>
    client.POST('/sandbox/payments/{trx}/simulate', {
      params: { path: { trx: trx(SIMULATED_TRX) } },
      body: own(EXAMPLES.simulated.request),
    }),
  simulatedNothing: (client, { own, trx }) =>
    client.POST('/sandbox/payments/{trx}/simulate', {
      params: { path: { trx: trx(SIMULATED_TRX) } },
      body: own(EXAMPLES.simulatedNothing.request),
    }),
};

describe('the examples of the reference', () => {
  let shop: Shop;
  let names: Names;
  let client: Client<paths>;
  before(async () => {
    shop = await openShop({ fees: FEES });
    names = new Names(shop);
    client = apiClient(shop.tollgate.urls.api);
  });
  after(() => shop.close());

  for (const [name, { path, status, answer }] of Object.entries(EXAMPLES))
    it(`are what a real Tollgate answers: ${name}`, async () => {
      const { response, data, error } = await STEPS[name as ExampleName](client, names); // a key of EXAMPLES
      const real = data ?? error ?? {};
      names.learn(answer, real);
      expect(JSON.parse(names.comparable(real))).to.deep.equal(JSON.parse(names.comparable(answer)));
      expect(response.status).to.equal(status);
      for (const each of [real, answer]) expect(differences(answerOf(path, 'post', status), each)).to.deep.equal([]);
    });

  it('are followed by notifications as they are described', async () => {
    const { received } = shop.receiver;
    await shop.notifications(names.trx(EXAMPLES.card.answer.trx));
    for (const { event, verified } of received) {
      expect(verified).to.equal(true);
      expect(differences(schemaNamed('Notification'), event)).to.deep.equal([]);
    }
  });
});
