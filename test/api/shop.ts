import { startReceiver, type ReceivedEvent, type Receiver } from '../../scripts/ipn-receiver/receiver.js';
import { eventIdStart } from '../../src/ipn/event-id.js';
import type { MerchantChoices, MerchantKeys } from '../../src/merchants/manage-merchants.js';
import type { Answer, AnswerBody } from '../support/ask.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';
import { keysOf, withRedis } from '../support/redis-keys.js';
import { until } from '../../scripts/until.js';

/** A merchant with an end for notifications of its own, so that nobody else's declines or numbers get mixed in. */
export interface Shop {
  tollgate: Tollgate;
  keys: MerchantKeys;
  receiver: Receiver;
  /** A body for /h2h/initiate that is accepted; `changes` replace whole fields. */
  body(number: string, changes?: object): Record<string, unknown> & { identifier: string };
  pay(number: string, changes?: object, headers?: Record<string, string>): Promise<Answer>;
  /** The same, of which only the trx is of interest: it must be taken. */
  payFor(number: string, changes?: object): Promise<AnswerBody & { trx: string }>;
  status(trx: string): Promise<AnswerBody>;
  /** The status once it is no longer pending. */
  settled(trx: string): Promise<AnswerBody>;
  /** The notifications of a payment, once there are as many, by their numbers: they may come in any order. */
  notifications(trx: string, count?: number): Promise<ReceivedEvent[]>;
  /** The keys of the sealed cards that lie in Redis. */
  sealedCards(): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens a shop at a Tollgate, the one that all specs share unless it is said which. */
export async function openShop(choices: Partial<MerchantChoices> = {}, at?: Tollgate): Promise<Shop> {
  const tollgate = at ?? (await sharedTollgate());
  const keys = await tollgate.createMerchant(choices);
  const receiver = await startReceiver({ secret: keys.secret_key });

  const shop: Shop = {
    tollgate,
    keys,
    receiver,
    body: (number, changes) =>
      tollgate.cardBody(number, { public_key: keys.public_key, ipn_url: receiver.url, ...changes }),
    pay: (number, changes, headers) => tollgate.api('/h2h/initiate', shop.body(number, changes), headers),
    async payFor(number, changes) {
      const { body, text } = await shop.pay(number, changes);
      const { trx } = body;
      if (trx === undefined) throw new Error(`The payment was not taken: ${text}`);
      return { ...body, trx };
    },
    status: async (trx) => (await tollgate.api('/h2h/status', { public_key: keys.public_key, trx })).body,
    async settled(trx) {
      let body: AnswerBody = {};
      await until(`payment ${trx} is settled`, async () => {
        body = await shop.status(trx);
        return body.payment_status !== undefined && body.payment_status !== 'pending';
      });
      return body;
    },
    async notifications(trx, count = 1) {
      const start = eventIdStart(trx);
      const found = () => receiver.received.filter(({ id }) => id.startsWith(start));
      await until(`${count} notifications of ${trx} are there`, () => found().length >= count);
      return found().sort((a, b) => (a.event?.sequence ?? 0) - (b.event?.sequence ?? 0));
    },
    sealedCards: () => withRedis((redis) => keysOf(redis, `${tollgate.queuePrefix}:sealed-card`)),
    close: () => receiver.close(),
  };
  return shop;
}
