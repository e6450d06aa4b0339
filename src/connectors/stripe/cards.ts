import type { About } from '../about.js';
import type { CardAuthorization, CardCapabilities, CardConnector, CardResult } from '../card.js';
import { ConnectorError, NothingTaken } from '../connector.js';
import { answerForm } from '../http/answer.js';
import { timeLimit } from '../http/send.js';
import { asRepetition } from '../repetition.js';
import { tookNothing } from '../took-nothing.js';
import type { StripeAccess } from './access.js';
import { billingDetails } from './billing.js';
import { createClient } from './client.js';
import { refusalOf } from './decline.js';
import { isCardError, type Failure } from './failure.js';
import type { Fields } from './form.js';
import type { Intent } from './intent.js';
import { createIntents } from './intents.js';
import { isStuck, toCardResult, toStuck } from './map-intent.js';
import { readAnswer, text } from './read-answer.js';
import { tokenOf } from './test-cards.js';

/** Without 3-D Secure a card that cannot do without is declined; its page has no button to cancel. */
export const CARD_CAPABILITIES: CardCapabilities = {
  threeDsOff: false,
  tellsCancelled: false,
  asks: 'key',
  closes: 'now',
};

const paymentMethod = answerForm<{ id: string }>({ id: text.required() });

const methodFields = ({ card, payer }: CardAuthorization): Fields => ({
  type: 'card',
  card: { number: card.number, exp_month: card.expiryMonth, exp_year: card.expiryYear, cvc: card.cvv },
  billing_details: billingDetails(card.holder, payer),
});

/** Stripe knows no "off": it may ask for 3-D Secure all the same, and then declines the card instead. */
const confirmFields = ({ threeDs, returnUrl }: CardAuthorization, method: string): Fields => ({
  payment_method: method,
  return_url: returnUrl,
  use_stripe_sdk: false,
  payment_method_options: { card: { request_three_d_secure: threeDs === 'required' ? 'any' : 'automatic' } },
  ...(threeDs === 'off' && { error_on_requires_action: true }),
});

const declined = (failure: Failure, reference?: string): CardResult => ({
  outcome: 'declined',
  ...refusalOf(failure),
  ...(reference !== undefined && { reference }),
});

/** Whether a confirmation that is still on its way could charge the card. */
const isUndecided = ({ outcome }: CardResult, { status }: Intent): boolean =>
  outcome === 'not_charged' && status !== 'canceled';

/**
 * Cards by Stripe: an intent is created, which moves nothing and can be made again to ask for it, and then confirmed with
 * the card. README.md beside it tells why.
 */
export function createStripeCards(access: StripeAccess): CardConnector {
  const client = createClient(access);
  const intents = createIntents(client, 'card');

  /**
   * Hands the card to Stripe, which gives an id for it, or says what is wrong with it. What is wrong with a field or has a
   * code, such as an e-mail address, is this payment's fault; a refusal with neither is about what the account may send.
   */
  async function handIn(request: CardAuthorization, { key }: About, limit: AbortSignal): Promise<string | Failure> {
    const token = access.testTokens ? tokenOf(request.card.number) : undefined;
    if (token !== undefined) return token;
    const call = { path: '/v1/payment_methods', fields: methodFields(request), key: `${key}:pm` };
    const { body, failure } = await client.call({ method: 'POST', ...call }, limit);
    if (!failure) return readAnswer(paymentMethod, body).id;
    if (isCardError(failure)) return failure;
    if (failure.status < 500 && (failure.code || failure.param)) return { ...failure, type: 'api_error' };
    if (failure.status >= 500) throw new NothingTaken(`Stripe answered with HTTP ${failure.status} before`);
    throw client.misconfigured(
      'it may not send card numbers: Stripe must allow raw card data, see docs/gateways/stripe.md',
    );
  }

  /** Both at once: neither moves anything, and no money will move by this call when one of them fails. */
  async function prepare(request: CardAuthorization, about: About, limit: AbortSignal) {
    const [opened, method] = await Promise.allSettled([
      intents.open(about, limit),
      handIn(request, about, limit),
    ] as const);
    if (opened.status === 'rejected') throw tookNothing(opened.reason);
    if (method.status === 'rejected') throw tookNothing(method.reason);
    return { opened: opened.value, method: method.value };
  }

  /** Closes an intent. @throws {ConnectorError} when that was answered, and yet it is open */
  async function close(id: string, about: About, limit: AbortSignal): Promise<CardResult> {
    const intent = await intents.close(id, about, limit);
    const result = toCardResult(intent);
    if (result.outcome !== 'challenge' && !isUndecided(result, intent)) return result;
    throw new ConnectorError(`Stripe has not closed ${id}`);
  }

  /**
   * What an intent has come to, after a confirmation of which no first answer came. One that was not confirmed, or is
   * stuck, is closed: to say that nothing was charged is to say that nothing will be.
   */
  async function lookAgain(id: string, about: About, limit: AbortSignal): Promise<CardResult> {
    const intent = await intents.read(id, about, limit);
    if (isStuck(intent)) return close(id, about, limit);
    const result = toCardResult(intent);
    return isUndecided(result, intent) ? close(id, about, limit) : result;
  }

  return {
    capabilities: CARD_CAPABILITIES,

    async authorizeCard(request, about) {
      const limit = timeLimit(access.timeout);
      const { opened, method } = await prepare(request, about, limit);
      if (opened.failure) return declined({ ...opened.failure, type: 'api_error' });
      const { id } = opened.intent;
      if (typeof method !== 'string') return declined(method, id);
      const said = await intents.confirm(id, confirmFields(request, method), about, limit);
      if (said.failure && !said.replayed && isCardError(said.failure)) return declined(said.failure, id);
      const intent = said.failure || said.replayed ? undefined : intents.ours(said.body, about);
      return intent && !isStuck(intent) ? toCardResult(intent) : asRepetition(lookAgain(id, about, limit));
    },

    async fetchCard(about) {
      const intent = await intents.of(about, timeLimit(access.timeout));
      if (!intent) return { outcome: 'not_charged' };
      return isStuck(intent) ? toStuck(intent) : toCardResult(intent);
    },

    async voidCard(about) {
      const limit = timeLimit(access.timeout);
      const intent = await intents.of(about, limit);
      return intent ? close(intent.id, about, limit) : { outcome: 'not_charged' };
    },
  };
}
