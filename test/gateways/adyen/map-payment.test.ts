import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { fromAdyen, toAdyen } from '../../../src/connectors/adyen/amounts.js';
import { toCardResult, toDebitOrder } from '../../../src/connectors/adyen/map-payment.js';
import { readPayment } from '../../../src/connectors/adyen/payment-answer.js';
import { keyIn, referenceOf } from '../../../src/connectors/adyen/references.js';
import { refusalOf } from '../../../src/connectors/adyen/refusal.js';
import { ConnectorError, NotDecided } from '../../../src/connectors/connector.js';
import { cardAbout } from '../../support/about.js';

const PSP = 'JLCMPCQ8HXSKGK82';
const about = cardAbout(`${randomUUID()}-1`);
const MONEY = { amount: 4990, currency: 'EUR' };
const URL = 'https://checkoutshopper-test.adyen.com/checkoutshopper/threeDS/redirect';
const redirect = (more: object) => ({ action: { type: 'redirect', url: URL, method: 'GET', ...more } });
const CHALLENGE = { outcome: 'challenge', reference: PSP, url: URL };
const REFUSED = { refusalReason: 'Not enough balance', refusalReasonCode: '12' };

/** A class: no answer that decides anything, and which kind of none. */
const ANSWERS: [answer: object, means: object | typeof ConnectorError][] = [
  [{ resultCode: 'Authorised' }, { outcome: 'authorized', reference: PSP, ...MONEY }],
  [
    { resultCode: 'Authorised', amount: { value: 4990, currency: 'EUR' } },
    { outcome: 'authorized', reference: PSP, ...MONEY },
  ],
  [{ resultCode: 'Authorised', amount: { value: 4980, currency: 'EUR' } }, ConnectorError],
  [{ resultCode: 'Authorised', amount: { value: 4990, currency: 'USD' } }, ConnectorError],
  [
    {
      resultCode: 'Authorised',
      amount: null,
      merchantReference: null,
      refusalReason: null,
      refusalReasonCode: null,
      additionalData: null,
      action: null,
    },
    { outcome: 'authorized', reference: PSP, ...MONEY },
  ],
  [{ resultCode: 'Authorised', merchantReference: 'another' }, ConnectorError],
  [{ resultCode: 'Authorised', additionalData: { merchantReference: 'another' } }, ConnectorError],
  [{ resultCode: 'Authorised', pspReference: undefined }, ConnectorError],
  [{ resultCode: 'RedirectShopper', ...redirect({}) }, CHALLENGE],
  [
    { resultCode: 'RedirectShopper', ...redirect({ method: 'POST', data: { MD: 'a', PaReq: 'b' } }) },
    { ...CHALLENGE, form: { MD: 'a', PaReq: 'b' } },
  ],
  [
    { resultCode: 'RedirectShopper', pspReference: undefined, ...redirect({}) },
    { ...CHALLENGE, reference: referenceOf(about.key) },
  ],
  [
    { resultCode: 'RedirectShopper', ...redirect({ url: `${URL}?a[0]=x|y`, method: null, data: null }) },
    { ...CHALLENGE, url: `${URL}?a[0]=x|y` },
  ],
  [{ resultCode: 'RedirectShopper' }, ConnectorError],
  [{ resultCode: 'RedirectShopper', action: { type: 'threeDS2' } }, ConnectorError],
  [
    { resultCode: 'Refused', ...REFUSED },
    { outcome: 'declined', reason: 'insufficient_funds', gatewayCode: '12', reference: PSP },
  ],
  [
    { resultCode: 'Cancelled', refusalReasonCode: '16' },
    { outcome: 'declined', reason: 'authentication_cancelled', gatewayCode: '16', reference: PSP },
  ],
  [
    { resultCode: 'Cancelled' },
    { outcome: 'declined', reason: 'authentication_cancelled', gatewayCode: 'unknown', reference: PSP },
  ],
  [
    { resultCode: 'Refused', refusalReason: 'No '.repeat(200), refusalReasonCode: '2' },
    { outcome: 'declined', reason: 'do_not_honor', gatewayCode: '2', reference: PSP },
  ],
  [
    { resultCode: 'Error', refusalReasonCode: '2' },
    { outcome: 'declined', reason: 'gateway_error', gatewayCode: '2', reference: PSP },
  ],
  [{ resultCode: 'Pending' }, NotDecided],
  [{ resultCode: 'Received' }, NotDecided],
  ...[
    'PartiallyAuthorised',
    'PresentToShopper',
    'IdentifyShopper',
    'ChallengeShopper',
    'AuthenticationFinished',
    'AuthenticationNotRequired',
    'Success',
    'Splendid',
  ].map((resultCode): [object, typeof ConnectorError] => [{ resultCode }, ConnectorError]),
];

const NUMBERS = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, no) => String(from + no));
const KNOWN: Record<string, string> = {
  4: 'gateway_error',
  9: 'gateway_error',
  46: 'gateway_error',
  6: 'expired_card',
  12: 'insufficient_funds',
  24: 'incorrect_cvv',
  11: 'authentication_failed',
  38: 'authentication_failed',
  39: 'authentication_failed',
  42: 'authentication_failed',
  16: 'authentication_cancelled',
};

describe("Adyen's words in ours", () => {
  for (const resultCode of ['Pending', 'Received'])
    it(`"${resultCode}" names the payment that is not decided`, () => {
      const read = () => toCardResult(readPayment({ pspReference: PSP, resultCode }), about);
      expect(read).to.throw(NotDecided).with.property('reference', PSP);
      const again = () => toCardResult(readPayment({ resultCode }), { ...about, reference: 'known' });
      expect(again).to.throw(NotDecided).with.property('reference', 'known');
    });

  for (const [answer, means] of ANSWERS)
    it(`${JSON.stringify(answer)} is ${typeof means === 'function' ? means.name : JSON.stringify(means)}`, () => {
      const read = () => toCardResult(readPayment({ pspReference: PSP, ...answer }), about);
      if (typeof means === 'function') expect(read).to.throw(means);
      else expect(read()).to.deep.equal(means);
    });

  const DEBIT = { reference: PSP, mandate: PSP };
  for (const [answer, means] of [
    [{ resultCode: 'Received' }, DEBIT],
    [{ resultCode: 'Pending' }, DEBIT],
    [
      { resultCode: 'Received', additionalData: { 'sepadirectdebit.mandateId': 'M1', more: 'x' } },
      { ...DEBIT, mandate: 'M1' },
    ],
    [{ resultCode: 'Authorised' }, { ...DEBIT, end: { outcome: 'authorized', reference: PSP, ...MONEY } }],
    [
      { resultCode: 'Refused', ...REFUSED },
      { ...DEBIT, end: { outcome: 'declined', reason: 'insufficient_funds', gatewayCode: '12', reference: PSP } },
    ],
    [
      { resultCode: 'Error' },
      { ...DEBIT, end: { outcome: 'declined', reason: 'gateway_error', gatewayCode: 'unknown', reference: PSP } },
    ],
    [{ resultCode: 'Received', merchantReference: 'another' }, ConnectorError],
    [{ resultCode: 'Received', amount: { value: 4980, currency: 'EUR' } }, ConnectorError],
    [{ resultCode: 'Received', pspReference: undefined }, ConnectorError],
    ...['RedirectShopper', 'PresentToShopper', 'PartiallyAuthorised', 'Splendid'].map(
      (resultCode) => [{ resultCode }, ConnectorError] as const,
    ),
  ] as const)
    it(`${JSON.stringify(answer)} of a debit is ${typeof means === 'function' ? means.name : JSON.stringify(means)}`, () => {
      const read = () => toDebitOrder(readPayment({ pspReference: PSP, ...answer }), about);
      if (typeof means === 'function') expect(read).to.throw(means);
      else expect(read()).to.deep.equal(means);
    });

  for (const code of [...NUMBERS(0, 50), '905_1', 'constructor', '__proto__'])
    it(`the refusal ${code} is ${KNOWN[code] ?? 'do_not_honor'}`, () => {
      const reason = Object.hasOwn(KNOWN, code) ? KNOWN[code] : 'do_not_honor';
      expect(refusalOf({ refusalReasonCode: code })).to.deep.equal({ reason, gatewayCode: code });
    });

  it('a refusal that is told by its text is the same as by its code', () => {
    for (const [text, code] of [
      ['Not enough balance', '12'],
      ['CVC Declined', '24'],
      ['3D Not Authenticated', '11'],
      ['3d-secure: Authentication failed', '11'],
      ['SHOPPER CANCELLED', '16'],
    ] as const)
      expect(refusalOf({ refusalReason: text })).to.deep.equal(refusalOf({ refusalReasonCode: code }));
    expect(refusalOf({ refusalReason: '' })).to.deep.equal({ reason: 'do_not_honor', gatewayCode: 'unknown' });
  });

  it('an answer of another form is none, and no error shows what it holds', () => {
    for (const answer of [
      { resultCode: undefined },
      { resultCode: 1 },
      { amount: { value: '4990', currency: 'EUR' } },
      { amount: { value: 49.9, currency: 'EUR' } },
      { amount: { value: 4990, currency: 'eur' } },
      redirect({ url: 'javascript:alert(1)' }),
    ])
      expect(() => readPayment({ resultCode: 'Authorised', ...answer }))
        .to.throw(ConnectorError)
        .with.property('message')
        .that.matches(/^The Adyen gateway's answer is wrong in [\w.]+$/);
  });

  it('minor units are those of ISO 4217 but for four currencies', () => {
    for (const [amount, currency, value] of [
      [4990, 'EUR', 4990],
      [500, 'JPY', 500],
      [1234, 'KWD', 1234],
      [500, 'CLP', 50_000],
      [500, 'ISK', 50_000],
      [50_000, 'IDR', 500],
      [50_000, 'CVE', 500],
    ] as const) {
      expect(toAdyen(amount, currency)).to.deep.equal({ value, currency });
      expect(fromAdyen({ value, currency })).to.deep.equal({ amount, currency });
    }
    expect(() => toAdyen(50_001, 'IDR')).to.throw(ConnectorError);
    expect(() => fromAdyen({ value: 1, currency: 'CLP' })).to.throw(ConnectorError);
  });

  it('keys lose their hyphens, and are found again', () => {
    const trx = randomUUID();
    for (const [key, isRefund] of [
      [`${trx}-1`, false],
      [`${trx}-12`, false],
      [`${trx}-r3`, true],
      [trx, false],
    ] as const) {
      const reference = referenceOf(key);
      expect(reference).to.match(/^[0-9a-z]{32,80}$/);
      expect(keyIn(reference)).to.deep.equal({ key, trx, isRefund });
    }
    for (const other of ['', 'order-1', trx, `${referenceOf(trx)}x1`, referenceOf(trx).toUpperCase()])
      expect(keyIn(other), other).to.equal(null);
    expect(() => referenceOf('order-1')).to.throw(RangeError);
  });
});
