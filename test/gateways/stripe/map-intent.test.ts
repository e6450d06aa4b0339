import { expect } from 'chai';
import { ConnectorError } from '../../../src/connectors/connector.js';
import { refusalOf } from '../../../src/connectors/stripe/decline.js';
import { readIntent } from '../../../src/connectors/stripe/intent.js';
import { toCardResult, toDebitResult } from '../../../src/connectors/stripe/map-intent.js';

const URL = 'https://hooks.stripe.com/redirect/authenticate/src_1';
const ERROR = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' };
const REFUSED = { reason: 'insufficient_funds', gatewayCode: 'insufficient_funds' };

const intent = (status: string, more: object = {}) =>
  readIntent({
    id: 'pi_1',
    object: 'payment_intent',
    status,
    amount: 4990,
    amount_received: status === 'succeeded' ? 4980 : 0,
    currency: 'eur',
    created: 1_700_000_000,
    metadata: { key: 'k', trx: 't' },
    next_action: null,
    last_payment_error: null,
    latest_charge: null,
    ...more,
  });

const MONEY = { reference: 'pi_1', amount: 4980, currency: 'EUR' }; // what came, not what was asked
const REDIRECT = { next_action: { type: 'redirect_to_url', redirect_to_url: { url: URL } } };
const SDK = { next_action: { type: 'use_stripe_sdk' } };
const UNSAID = { amount_received: undefined };
const NO_URL = { next_action: { type: 'redirect_to_url', redirect_to_url: { url: null, return_url: null } } };
const FAILED = { last_payment_error: ERROR };

/** null: no last word yet. */
const STATUSES: [status: string, more: object, card: object | null, debit: object | null][] = [
  ['succeeded', {}, { outcome: 'authorized', ...MONEY }, { outcome: 'paid', ...MONEY }],
  ['requires_action', REDIRECT, { outcome: 'challenge', reference: 'pi_1', url: URL }, null],
  ['succeeded', UNSAID, { outcome: 'authorized', ...MONEY, amount: 4990 }, { outcome: 'paid', ...MONEY, amount: 4990 }],
  ['requires_action', SDK, null, null],
  ['requires_action', NO_URL, null, null],
  ['requires_action', {}, null, null],
  [
    'requires_payment_method',
    FAILED,
    { outcome: 'declined', ...REFUSED, reference: 'pi_1' },
    { outcome: 'refused', ...REFUSED },
  ],
  ['canceled', FAILED, { outcome: 'declined', ...REFUSED, reference: 'pi_1' }, { outcome: 'refused', ...REFUSED }],
  ['requires_payment_method', {}, { outcome: 'not_charged' }, { outcome: 'waiting' }],
  ['requires_confirmation', {}, { outcome: 'not_charged' }, { outcome: 'waiting' }],
  ['canceled', {}, { outcome: 'not_charged' }, { outcome: 'cancelled' }],
  ['processing', {}, null, { outcome: 'waiting', debit: 'pi_1' }],
  ['requires_capture', {}, null, null],
  ['splendid', {}, null, null],
];

/** By decline code, else code. */
const DECLINES: [codes: string[], reason: string][] = [
  [['insufficient_funds'], 'insufficient_funds'],
  [['card_velocity_exceeded', 'withdrawal_count_limit_exceeded'], 'do_not_honor'],
  [['expired_card', 'invalid_expiry_month', 'invalid_expiry_year'], 'expired_card'],
  [['incorrect_cvc', 'invalid_cvc'], 'incorrect_cvv'],
  [['authentication_required', 'payment_intent_authentication_failure'], 'authentication_failed'],
  [['authentication_not_handled', 'mobile_device_authentication_required'], 'authentication_failed'],
  [['payment_intent_action_required'], 'authentication_failed'],
  [['processing_error', 'issuer_not_available', 'try_again_later', 'reenter_transaction'], 'gateway_error'],
  [
    ['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'generic_decline', 'do_not_honor', 'call_issuer'],
    'do_not_honor',
  ],
  [['incorrect_number', 'card_not_supported', 'currency_not_supported', 'transaction_not_allowed'], 'do_not_honor'],
  [['debit_not_authorized', 'account_closed', 'bank_account_restricted'], 'do_not_honor'],
  [['moon_phase', 'constructor', '__proto__'], 'do_not_honor'],
];

describe("Stripe's words in ours", () => {
  for (const [status, more, card, debit] of STATUSES) {
    const what = `${status}${Object.keys(more).length > 0 ? ` with ${JSON.stringify(more)}` : ''}`;
    it(`a card that is ${what} is ${card ? JSON.stringify(card) : 'no answer'}`, () => {
      if (card) expect(toCardResult(intent(status, more))).to.deep.equal(card);
      else expect(() => toCardResult(intent(status, more))).to.throw(ConnectorError);
    });
    it(`a debit that is ${what} is ${debit ? JSON.stringify(debit) : 'no answer'}`, () => {
      if (debit) expect(toDebitResult(intent(status, more))).to.deep.equal(debit);
      else expect(() => toDebitResult(intent(status, more))).to.throw(ConnectorError);
    });
  }

  for (const [codes, reason] of DECLINES)
    for (const code of codes)
      it(`the code ${code} is ${reason}`, () => {
        for (const error of [
          { type: 'card_error', code: 'card_declined', decline_code: code },
          { type: 'card_error', code },
        ])
          expect(refusalOf(error)).to.deep.equal({ reason, gatewayCode: code });
      });

  it('a fault of its own is a fault of the gateway', () => {
    expect(refusalOf({ type: 'api_error' })).to.deep.equal({ reason: 'gateway_error', gatewayCode: 'api_error' });
  });

  const ODD: [what: string, more: object][] = [
    ['a fraction of a minor unit', { amount_received: 49.9 }],
    ['less than nothing', { amount_received: -1 }],
    ['an amount that is a text', { amount_received: '4990' }],
    ['no currency', { currency: undefined }],
    ['a currency in capitals', { currency: 'EUR' }],
    [
      'a page that is none',
      { next_action: { type: 'redirect_to_url', redirect_to_url: { url: 'javascript:alert(1)' } } },
    ],
    ['metadata that are a list', { metadata: [1] }],
  ];
  for (const [what, more] of ODD)
    it(`an intent with ${what} is no answer, and no error shows what it holds`, () => {
      expect(() => intent('succeeded', more))
        .to.throw(ConnectorError)
        .with.property('message')
        .that.matches(/^The Stripe gateway's answer is wrong in [\w.]+$/);
    });
});
