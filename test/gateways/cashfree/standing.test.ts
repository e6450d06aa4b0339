import { expect } from 'chai';
import { ConnectorError, NotDecided } from '../../../src/connectors/connector.js';
import type { Attempt } from '../../../src/connectors/cashfree/attempt.js';
import { readAttempts } from '../../../src/connectors/cashfree/attempt.js';
import { refusalOf } from '../../../src/connectors/cashfree/decline.js';
import { toCardResult } from '../../../src/connectors/cashfree/map-card.js';
import { toOrderResult } from '../../../src/connectors/cashfree/map-order.js';
import { standingOf } from '../../../src/connectors/cashfree/standing.js';
import { toPaise, toRupees } from '../../../src/connectors/cashfree/rupees.js';

const order = (order_status: string) => ({
  order_id: 'key',
  order_status,
  order_amount: 499.99,
  order_currency: 'INR',
});
const attempt = (payment_status: string, more: Partial<Attempt> = {}): Attempt => ({
  cf_payment_id: '5114910000001',
  payment_status,
  payment_amount: 499.99,
  payment_currency: 'INR',
  bank_reference: '412345678901',
  error_details: payment_status === 'FAILED' ? { error_code: 'TRANSACTION_DECLINED', error_code_raw: 'ZA' } : null,
  ...more,
});

const NO = { reason: 'do_not_honor', gatewayCode: 'TRANSACTION_DECLINED ZA' };
const REFUSED = { outcome: 'refused', ...NO };
const DECLINED = { outcome: 'declined', ...NO, reference: '5114910000001' };
const LEFT = { outcome: 'declined', reason: 'authentication_cancelled', gatewayCode: 'USER_DROPPED' };
const MONEY = { amount: 49_999, currency: 'INR' };
const PAID = { outcome: 'paid', reference: '412345678901', ...MONEY };
const AUTHORIZED = { outcome: 'authorized', reference: '5114910000001', ...MONEY };
const WAITING = { outcome: 'waiting' };
const AT_IT = { outcome: 'in_progress' };
const GONE = { outcome: 'cancelled' };
const RAN_OUT = { outcome: 'cancelled', expired: true };
const OPEN = { open: true };
const NOTHING = { outcome: 'not_charged' };

/** By the order's status and the attempts', the oldest first: what it is for UPI, and for a card whose page is known. */
const TABLE: [string, string[], object, object][] = [
  ['PAID', ['SUCCESS'], PAID, AUTHORIZED],
  ['PAID', ['FAILED', 'SUCCESS'], PAID, AUTHORIZED],
  ['PAID', ['SUCCESS', 'FAILED'], PAID, AUTHORIZED],
  ['ACTIVE', ['SUCCESS'], PAID, AUTHORIZED],
  ['EXPIRED', ['SUCCESS'], PAID, AUTHORIZED],
  ['TERMINATED', ['SUCCESS'], PAID, AUTHORIZED],
  ['TERMINATION_REQUESTED', ['SUCCESS'], PAID, AUTHORIZED],
  ['PAID', [], NotDecided, NotDecided],
  ['PAID', ['PENDING'], NotDecided, NotDecided],
  ['ACTIVE', [], WAITING, NotDecided],
  ['ACTIVE', ['NOT_ATTEMPTED'], WAITING, NotDecided],
  ['ACTIVE', ['PENDING'], AT_IT, NotDecided],
  ['ACTIVE', ['PENDING', 'FAILED'], AT_IT, NotDecided],
  ['ACTIVE', ['FAILED'], { ...REFUSED, ...OPEN }, { ...DECLINED, ...OPEN }],
  ['ACTIVE', ['CANCELLED'], { ...GONE, ...OPEN }, { ...LEFT, ...OPEN }],
  ['ACTIVE', ['USER_DROPPED'], { ...GONE, ...OPEN }, { ...LEFT, ...OPEN }],
  ['ACTIVE', ['FAILED', 'NOT_ATTEMPTED'], WAITING, NotDecided],
  ['EXPIRED', [], RAN_OUT, NOTHING],
  ['EXPIRED', ['NOT_ATTEMPTED'], RAN_OUT, NOTHING],
  ['EXPIRED', ['FAILED'], REFUSED, DECLINED],
  ['EXPIRED', ['USER_DROPPED'], GONE, LEFT],
  ['EXPIRED', ['PENDING'], AT_IT, NotDecided],
  ['TERMINATED', [], GONE, NOTHING],
  ['TERMINATED', ['NOT_ATTEMPTED'], GONE, NOTHING],
  ['TERMINATED', ['FAILED'], REFUSED, DECLINED],
  ['TERMINATED', ['USER_DROPPED'], GONE, LEFT],
  ['TERMINATION_REQUESTED', [], WAITING, NotDecided],
  ['TERMINATION_REQUESTED', ['PENDING'], AT_IT, NotDecided],
  ['TERMINATION_REQUESTED', ['FAILED'], WAITING, NotDecided],
  ['ACTIVE', ['VOID'], NotDecided, NotDecided],
  ['ACTIVE', ['FLAGGED'], NotDecided, NotDecided],
  ['TERMINATED', ['FLAGGED'], NotDecided, NotDecided],
  ['ACTIVE', ['FLAGGED', 'SUCCESS'], PAID, AUTHORIZED],
  ['PARTIALLY_PAID', ['SUCCESS'], PAID, AUTHORIZED],
  ['PARTIALLY_PAID', ['PENDING'], NotDecided, NotDecided],
  ['ACTIVE', ['SPLENDID'], NotDecided, NotDecided],
  ['SPLENDID', [], NotDecided, NotDecided],
];

const isKind = (expected: object): expected is typeof ConnectorError => typeof expected === 'function';

describe('what the statuses of Cashfree mean', () => {
  for (const [status, attempts, local, card] of TABLE)
    it(`${status} with ${attempts.join(', ') || 'no attempt'}`, () => {
      const standing = () =>
        standingOf(
          order(status),
          attempts.map((each) => attempt(each)),
        );
      const upi = () => toOrderResult(standing());
      const byCard = () => toCardResult(standing(), { key: 'key', reference: '5114910000001' });
      for (const [mapped, expected] of [
        [upi, local],
        [byCard, card],
      ] as const)
        if (isKind(expected)) expect(mapped).to.throw(expected);
        else expect(mapped()).to.deep.equal(expected);
    });

  it('a link or a page that was given before may be used for a while after its order has expired', () => {
    for (const [minutes, local, card] of [
      [59, WAITING, NotDecided],
      [61, RAN_OUT, NOTHING],
    ] as const) {
      const order_expiry_time = new Date(Date.now() - minutes * 60_000).toISOString();
      const standing = standingOf({ ...order('EXPIRED'), order_expiry_time }, [attempt('NOT_ATTEMPTED')]);
      const byCard = () => toCardResult(standing, { key: 'key', reference: '5114910000001' });
      expect(toOrderResult(standing)).to.deep.equal(local);
      if (isKind(card)) expect(byCard).to.throw(card);
      else expect(byCard()).to.deep.equal(card);
      const unbegun = standingOf({ ...order('EXPIRED'), order_expiry_time }, []);
      expect(toOrderResult(unbegun)).to.deep.equal(RAN_OUT);
    }
  });

  it('nobody can pass a challenge whose page has reached nobody', () => {
    for (const attempts of [[attempt('NOT_ATTEMPTED')], []])
      expect(toCardResult(standingOf(order('ACTIVE'), attempts), { key: 'key' })).to.deep.equal(NOTHING);
  });

  it('money that is only held is no money', () => {
    expect(() => standingOf(order('PAID'), [attempt('SUCCESS', { is_captured: false })])).to.throw(NotDecided);
  });

  it('what came is said, or it is no answer', () => {
    for (const wrong of [{ payment_amount: null }, { payment_amount: 1.005 }, { payment_amount: 0 }])
      expect(() => toOrderResult(standingOf(order('PAID'), [attempt('SUCCESS', wrong)]))).to.throw(ConnectorError);
    const other = standingOf(order('PAID'), [attempt('SUCCESS', { payment_amount: 1, payment_currency: 'USD' })]);
    expect(toOrderResult(other)).to.include({ amount: 100, currency: 'USD' });
    const nameless = standingOf(order('PAID'), [attempt('SUCCESS', { bank_reference: null })]);
    expect(toOrderResult(nameless)).to.include({ reference: '5114910000001' });
  });

  it('attempts are taken in the order of their time, whatever the list has', () => {
    const at = (minute: number, id: number | string) => ({
      cf_payment_id: id,
      payment_status: 'FAILED',
      payment_time: `2026-11-26T10:0${minute}:00+05:30`,
    });
    const read = readAttempts([at(2, '9'), at(1, 10), at(2, '10')], { key: 'key' });
    expect(read.map(({ cf_payment_id }) => cf_payment_id)).to.deep.equal([10, '9', '10']);
    expect(() => readAttempts([{ ...at(1, '9'), order_id: 'other' }], { key: 'key' })).to.throw(ConnectorError);
  });
});

describe('what the codes of Cashfree mean', () => {
  for (const [raw, reason] of [
    ['U30', 'insufficient_funds'],
    ['Z9', 'insufficient_funds'],
    ['51', 'insufficient_funds'],
    ['ZM', 'do_not_honor'],
    ['ZA', 'do_not_honor'],
    ['U69', 'do_not_honor'],
    ['54', 'expired_card'],
    ['05', 'do_not_honor'],
    ['41', 'do_not_honor'],
    ['43', 'do_not_honor'],
    ['whatever', 'do_not_honor'],
  ] as const)
    it(`${raw} is ${reason}`, () => {
      const details = { error_code: 'TRANSACTION_DECLINED', error_reason: 'auth_declined', error_code_raw: raw };
      expect(refusalOf(details)).to.deep.equal({ reason, gatewayCode: `TRANSACTION_DECLINED ${raw}` });
    });

  for (const [error_code, error_reason, reason] of [
    ['AUTHENTICATION_FAILED', 'authentication_failed', 'authentication_failed'],
    ['TRANSACTION_DECLINED', 'invalid_otp', 'authentication_failed'],
    ['INSUFFICIENT_FUNDS', '', 'insufficient_funds'],
    ['CARD_EXPIRED', '', 'expired_card'],
    ['TRANSACTION_DECLINED', 'invalid_cvv', 'incorrect_cvv'],
    ['TRANSACTION_DECLINED', 'auth_declined', 'do_not_honor'],
  ] as const)
    it(`${error_code} ${error_reason} without a bank's code is ${reason}`, () => {
      expect(refusalOf({ error_code, error_reason })).to.deep.equal({ reason, gatewayCode: error_code });
    });

  it('a refusal without any is one all the same', () => {
    expect(refusalOf(null)).to.deep.equal({ reason: 'do_not_honor', gatewayCode: 'FAILED' });
  });
});

describe('rupees and paise', () => {
  it('are the same money, to the last paisa', () => {
    const some = Array.from({ length: 20_000 }, (_, at) => 1 + at * 7_919_993);
    for (const paise of [1, 10, 99, 100, 49_999, 1_005, 1_000_000_000, 999_999_999_999_999, ...some]) {
      const written = JSON.stringify({ order_amount: toRupees({ amount: paise, currency: 'INR' }) });
      expect(written).to.match(/^\{"order_amount":\d+(\.\d{1,2})?\}$/);
      const read = JSON.parse(written) as { order_amount: number };
      expect(toPaise(read.order_amount, 'INR')).to.equal(paise);
    }
  });

  it('are read however they are written, and never rounded', () => {
    for (const [text, paise] of [
      ['0.01', 1],
      ['499.99', 49_999],
      ['10000000', 1_000_000_000],
      ['1e7', 1_000_000_000],
      ['170.00', 17_000],
      ['1.10', 110],
    ] as const)
      expect(toPaise(JSON.parse(text) as number, 'INR'), text).to.equal(paise);
    for (const wrong of [0, -1, 1.005, 0.001, NaN, Infinity])
      expect(() => toPaise(wrong, 'INR')).to.throw(ConnectorError);
    expect(() => toPaise(1, 'XXQ')).to.throw(ConnectorError);
  });
});
