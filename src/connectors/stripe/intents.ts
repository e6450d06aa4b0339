import { config } from '../../../config/index.js';
import { HOUR_MS } from '../../time.js';
import type { About } from '../about.js';
import { ConnectorError } from '../connector.js';
import type { Call, Client, Said } from './client.js';
import type { Failure } from './failure.js';
import { findInList, pageForm } from './find-in-list.js';
import type { Fields } from './form.js';
import { intentForm, readIntent, type Intent } from './intent.js';

/** Stripe remembers a key for 24 hours and then takes it for a new one. */
const OLDEST_KEY_MS = 23 * HOUR_MS;

/** Whether a key may have been forgotten. Such a one is never sent again. */
export const isForgotten = ({ since }: Pick<About, 'since'>): boolean => Date.now() - since.getTime() > OLDEST_KEY_MS;

/** What an intent is built of: only what is known again when the same key is asked about, or it would be another request. */
const fieldsOf = ({ key, trx, amount, currency }: About, method: PaymentMethodType): Fields => ({
  amount,
  currency: currency.toLowerCase(),
  payment_method_types: [method],
  description: trx,
  metadata: { key, trx },
});

export type PaymentMethodType = 'card' | 'sepa_debit';

/** How Stripe takes a request for an intent. Refused: there is none, and there never was. */
export type Opened = { intent: Intent; failure?: never } | { failure: Failure; intent?: never };

const EXPANDED = ['latest_charge'];
const page = pageForm(intentForm);

const pathOf = (id: string): string => `/v1/payment_intents/${encodeURIComponent(id)}`;

/** PaymentIntents: each stands for one key. Until it is confirmed it moves nothing, so that it may be made in order to ask. */
export function createIntents(client: Client, method: PaymentMethodType) {
  /** The intent in an answer. @throws {ConnectorError} when it is an answer about another payment */
  function ours(body: unknown, { key }: About): Intent {
    const intent = readIntent(body);
    if (intent.metadata.key !== key) throw new ConnectorError(`Stripe answered about another payment: ${intent.id}`);
    return intent;
  }

  async function answerTo(call: Call, about: About, limit: AbortSignal): Promise<Intent> {
    const { body, failure } = await client.call(call, limit);
    if (failure) throw new ConnectorError(`Stripe answered with HTTP ${failure.status} about an intent`);
    return ours(body, about);
  }

  const read = (id: string, about: About, limit: AbortSignal): Promise<Intent> =>
    answerTo({ method: 'GET', path: pathOf(id), fields: { expand: EXPANDED } }, about, limit);

  const make = (about: About, limit: AbortSignal): Promise<Said> =>
    client.call(
      { method: 'POST', path: '/v1/payment_intents', fields: fieldsOf(about, method), key: about.key },
      limit,
    );

  /**
   * The intent of a key among all of its time, as it is now. It was made while the card was kept.
   * @returns undefined: there is none
   */
  async function findNow(about: About, limit: AbortSignal): Promise<Intent | undefined> {
    const since = Math.floor(about.since.getTime() / 1000);
    const created = { gte: since - 60, lte: since + config.card.sealTtl + 120 };
    const list = { path: '/v1/payment_intents', fields: { created }, form: page };
    const found = await findInList(client, list, ({ metadata }) => metadata.key === about.key, limit);
    return found && read(found.id, about, limit); // with its charge
  }

  return {
    /**
     * Makes the intent of a key, or finds the one that was made: as it was then.
     * @throws {ConnectorError} also when the key is too old to be sent, or Stripe has failed with it before
     */
    async open(about: About, limit: AbortSignal): Promise<Opened> {
      if (isForgotten(about)) throw new ConnectorError('The key is too old for Stripe to know it still');
      const { body, failure } = await make(about, limit);
      if (failure && failure.status >= 500)
        throw new ConnectorError(`Stripe answered with HTTP ${failure.status} before`);
      if (failure) return { failure };
      const intent = ours(body, about);
      const isAsked = intent.amount === about.amount && intent.currency === about.currency.toLowerCase();
      if (!isAsked) throw new ConnectorError(`Stripe answered about another amount: ${intent.id}`);
      return { intent };
    },

    /** An intent as it is now. */
    read,

    ours,

    /** The intent of a key, without making one; undefined when there is none. */
    find: (about: About, limit: AbortSignal): Promise<Intent | undefined> =>
      about.reference === undefined ? findNow(about, limit) : read(about.reference, about, limit),

    /**
     * The intent of a key as it is now; undefined when there is none and there never will be: what refused it once, or
     * failed, is what open() would hear again. What is refused today may have been taken before, so it is looked for.
     */
    async of(about: About, limit: AbortSignal): Promise<Intent | undefined> {
      if (about.reference !== undefined) return read(about.reference, about, limit);
      if (isForgotten(about)) return findNow(about, limit);
      const { body, failure } = await make(about, limit);
      return failure ? findNow(about, limit) : read(ours(body, about).id, about, limit);
    },

    /** Confirms an intent: the one step that moves money. Its first answer is given again for its key. */
    confirm: (id: string, fields: Fields, { key }: About, limit: AbortSignal): Promise<Said> =>
      client.call(
        {
          method: 'POST',
          path: `${pathOf(id)}/confirm`,
          fields: { ...fields, expand: EXPANDED },
          key: `${key}:confirm`,
        },
        limit,
      ),

    /**
     * Makes sure that an intent moves nothing any more, unless it has already. Without a key, since to cancel twice is
     * to cancel once, and an answer of yesterday would not help.
     * @returns the intent as it is then
     */
    async close(id: string, about: About, limit: AbortSignal): Promise<Intent> {
      const fields = { cancellation_reason: 'abandoned', expand: EXPANDED };
      const { body, failure } = await client.call({ method: 'POST', path: `${pathOf(id)}/cancel`, fields }, limit);
      return failure ? read(id, about, limit) : ours(body, about);
    },
  };
}
