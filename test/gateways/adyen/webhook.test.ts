import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { signatureOf } from '../../../src/connectors/adyen/hmac.js';
import { createWebhookReader } from '../../../src/connectors/adyen/webhook.js';
import type { AdyenAccess } from '../../../src/connectors/adyen/access.js';
import { adyenAccess } from './access.js';
import { HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in.js';
import { bodyOf, itemOf } from './webhooks.js';
import type { Event } from './world.js';

const PSP = 'V4HZ4RBFJGXXGN82';
const OTHER_KEY = '1'.repeat(64);

/** An item that was changed after it was signed. */
interface Changed {
  NotificationRequestItem: Record<string, unknown> & { additionalData: object };
}

describe("the Adyen connector's webhooks", () => {
  const trx = randomUUID();
  const [key, refundKey] = [`${trx}-2`, `${trx}-r1`];
  const [reference, refundReference] = [`${trx.replaceAll('-', '')}n2`, `${trx.replaceAll('-', '')}r1`];
  const event: Event = {
    eventCode: 'AUTHORISATION',
    success: true,
    pspReference: PSP,
    merchantReference: reference,
    amount: { value: 4990, currency: 'EUR' },
  };
  const money = { amount: 4990, currency: 'EUR' };
  const news = { key, reference: trx, ...money, result: { outcome: 'authorized', reference: PSP, ...money } };

  const read = (body: string, changes: Partial<AdyenAccess> = {}) =>
    createWebhookReader(adyenAccess({ url: '', ...changes })).readCallback({}, body);
  const item = (changes: Partial<Event> = {}, secret = HMAC_KEY, account = MERCHANT_ACCOUNT) =>
    itemOf(secret, account, { ...event, ...changes });

  it('are signed as Adyen signs', () => {
    // The vector that Adyen's own library for Node.js is tested with.
    const signed = {
      pspReference: 'pspReference',
      originalReference: 'originalReference',
      merchantAccountCode: 'merchantAccount',
      merchantReference: 'reference',
      amount: { value: 1000, currency: 'EUR' },
      eventCode: 'CAPTURE',
      success: 'true',
    };
    expect(signatureOf(HMAC_KEY, signed)).to.equal('xhpHvYq2u2Np0rstbZ6QjLGu7JWhvf7Iwaa6EviJSX0=');
  });

  const DECLINED = { outcome: 'declined', reference: PSP };
  const REFUND = { about: 'refund', key: refundKey, reference: trx };
  const MEANINGS: [changes: Partial<Event>, news: object | null][] = [
    [{}, news],
    [
      { success: false, reason: 'Not enough balance' },
      { key, reference: trx, result: { ...DECLINED, reason: 'insufficient_funds', gatewayCode: '12' } },
    ],
    [
      { success: false, reason: 'Something new <b>4111111111111111' },
      { key, reference: trx, result: { ...DECLINED, reason: 'do_not_honor', gatewayCode: 'Something new b' } },
    ],
    [{ eventCode: 'CANCELLATION' }, { key, reference: trx, closed: true }],
    [{ eventCode: 'TECHNICAL_CANCEL' }, { key, reference: trx, closed: true }],
    [
      { eventCode: 'TECHNICAL_CANCEL', success: false },
      { key, reference: trx, closed: false },
    ],
    [
      { eventCode: 'REFUND', merchantReference: refundReference },
      { ...REFUND, refund: { outcome: 'refunded', reference: PSP, ...money } },
    ],
    [
      { eventCode: 'REFUND', merchantReference: reference },
      { ...REFUND, key, refund: { outcome: 'refunded', reference: PSP, ...money } },
    ],
    [
      { eventCode: 'REFUND', success: false, reason: 'Refused', merchantReference: refundReference },
      { ...REFUND, refund: { outcome: 'refused', reason: 'refused', gatewayCode: '2', reference: PSP } },
    ],
    [
      { eventCode: 'REFUND_FAILED', merchantReference: refundReference },
      { ...REFUND, refund: { outcome: 'refused', reason: 'refused', gatewayCode: 'REFUND_FAILED', reference: PSP } },
    ],
    [{ eventCode: 'CAPTURE_FAILED' }, { key, reference: trx, closed: true }],
    [{ eventCode: 'EXPIRE' }, { key, reference: trx, closed: true }],
    [{ eventCode: 'CANCEL_OR_REFUND' }, { key, reference: trx, closed: true }],
    [{ eventCode: 'CANCEL_OR_REFUND', success: false }, null],
    [
      { eventCode: 'OFFER_CLOSED' },
      {
        key,
        reference: trx,
        result: { ...DECLINED, reason: 'authentication_timeout', gatewayCode: 'OFFER_CLOSED' },
      },
    ],
    [{ eventCode: 'PENDING' }, null],
    [{ eventCode: 'NOTIFICATION_OF_FRAUD' }, null],
    [{ eventCode: 'ISSUER_COMMENTS' }, null],
    [{ eventCode: 'CAPTURE' }, null],
    [{ eventCode: 'REPORT_AVAILABLE', merchantReference: '' }, null],
    [{ eventCode: 'constructor' }, null],
    [{ merchantReference: 'order-of-another-shop' }, null],
    [{ merchantReference: `${reference}:x` }, null],
    [{ amount: { value: -1, currency: 'EUR' } }, null],
  ];
  for (const [changes, means] of MEANINGS)
    it(`of ${JSON.stringify(changes)} mean ${means ? JSON.stringify(means).replaceAll(trx, '…') : 'nothing here'}`, () => {
      expect(read(bodyOf(item(changes)))).to.deep.equal(means ? [means] : []);
    });

  for (const [state, events] of [
    ['open', ['REQUEST_FOR_INFORMATION', 'NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK', 'INFORMATION_SUPPLIED']],
    ['open', ['DISPUTE_OPENED_WITH_CHARGEBACK']],
    ['open', ['PREARBITRATION_OPEN', 'PREARBITRATION_ACCEPTED', 'PREARBITRATION_DECLINED', 'SCHEME_ARBITRATION']],
    ['won', ['CHARGEBACK_REVERSED', 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 'PREARBITRATION_WON']],
    ['won', ['PREARBITRATION_ISSUER_WITHDRAWN', 'SCHEME_ARBITRATION_WON']],
    ['lost', ['SECOND_CHARGEBACK', 'DISPUTE_DEFENSE_PERIOD_ENDED', 'PREARBITRATION_LOST', 'SCHEME_ARBITRATION_LOST']],
  ] as const)
    it(`of ${events.join(', ')} mean a dispute that is ${state}`, () => {
      for (const eventCode of events)
        expect(read(bodyOf(item({ eventCode })))?.[0], eventCode)
          .to.deep.include({ about: 'dispute', key })
          .and.nested.include({
            'dispute.state': state,
            'dispute.id': PSP,
          });
    });

  for (const [eventCode, disputeStatus, state] of [
    ['REQUEST_FOR_INFORMATION', 'Unresponded', 'open'],
    ['REQUEST_FOR_INFORMATION', 'Responded', 'won'],
    ['REQUEST_FOR_INFORMATION', 'Expired', 'won'],
    ['CHARGEBACK', 'Expired', 'open'], // nobody has signed it
  ] as const)
    it(`of a ${eventCode} that is ${disputeStatus} mean a dispute that is ${state}`, () => {
      const additionalData = { disputeStatus };
      expect(read(bodyOf(item({ eventCode, additionalData })))?.[0]).to.have.nested.property('dispute.state', state);
    });

  for (const [reason, codes] of [
    ['fraudulent', ['10.4', '4837', 'F24', 'F29', 'FR2']],
    ['product_not_received', ['13.1', '4855', 'C08']],
    ['product_unacceptable', ['13.3', '4853', 'C31', 'C32']],
    ['subscription_cancelled', ['13.2', '4841', 'C28']],
    ['duplicate', ['12.6.1', '4834', 'AM05', 'P08', 'C14']],
    ['unrecognized', ['MD01']],
    ['credit_not_processed', ['13.6', '13.7', '4860', 'C02', 'C04', 'C05', 'C18']],
    ['other', ['11.3', '4808', 'A02', 'P05', 'R13', 'MD06', 'FF05', 'FOCR', '']],
  ] as const)
    it(`of a dispute for ${codes.join(', ')} say that it is ${reason}`, () => {
      for (const chargebackReasonCode of codes) {
        const told = item({ eventCode: 'CHARGEBACK', additionalData: { chargebackReasonCode } });
        expect(read(bodyOf(told))?.[0], chargebackReasonCode).to.have.nested.property('dispute.reason', reason);
      }
    });

  it('may lack what they need not hold, and say it in any way: only what is signed must be right', () => {
    const { NotificationRequestItem: signed } = item() as Changed; // made above
    for (const changes of [
      { originalReference: null },
      { reason: null, eventDate: null },
      { eventDate: '' },
      { eventDate: 1_700_000_000 },
      { reason: 'x'.repeat(2000) },
      { operations: null, paymentMethod: null },
      { additionalData: { ...signed.additionalData, defensePeriodEndsAt: null, chargebackReasonCode: 4853 } },
    ]) {
      const body = bodyOf({ NotificationRequestItem: { ...signed, ...changes } });
      expect(read(body), JSON.stringify(changes).slice(0, 80)).to.deep.equal([news]);
    }
  });

  it('of an item without money are signed without it', () => {
    const { amount: _, ...rest } = event;
    const unsigned = { ...rest, originalReference: '', merchantAccountCode: MERCHANT_ACCOUNT, success: 'true' };
    const made = { ...unsigned, eventCode: 'CANCELLATION' };
    const hmacSignature = signatureOf(HMAC_KEY, made);
    for (const amount of [undefined, null, {}, { value: null, currency: null }])
      expect(
        read(bodyOf({ NotificationRequestItem: { ...made, amount, additionalData: { hmacSignature } } })),
        JSON.stringify(amount),
      ).to.deep.equal([{ key, reference: trx, closed: true }]);
  });

  it('are not lost with one beside them that is of another form', () => {
    for (const other of [{}, { NotificationRequestItem: null }, { NotificationRequestItem: { eventCode: 7 } }, null, 1])
      expect(read(bodyOf(other as object, item())), JSON.stringify(other)).to.deep.equal([news]);
  });

  it('come in batches, of which only what is signed and ours is news', () => {
    const others = [item({ merchantReference: 'theirs' }), item({}, HMAC_KEY, 'AnotherAccount'), item({}, OTHER_KEY)];
    expect(read(bodyOf(...others, item()))).to.deep.equal([news]);
    expect(read(bodyOf(...others.slice(0, 2)))).to.deep.equal([]);
    expect(read(bodyOf(item({}, OTHER_KEY)))).to.equal(null);
  });

  it('are read with either key while one is exchanged', () => {
    expect(read(bodyOf(item({}, OTHER_KEY)), { hmacKeys: [HMAC_KEY, OTHER_KEY] })).to.deep.equal([news]);
  });

  it('are nothing when a field that is signed was changed', () => {
    const changes: Record<string, unknown> = {
      pspReference: 'AAAAAAAAAAAAAAAA',
      originalReference: 'x',
      merchantAccountCode: 'x',
      merchantReference: `${reference}1`,
      amount: { value: 4991, currency: 'EUR' },
      eventCode: 'CANCELLATION',
      success: 'false',
      additionalData: { hmacSignature: '' },
    };
    for (const [name, value] of Object.entries(changes)) {
      const { NotificationRequestItem: signed } = item() as Changed; // made above
      expect(read(bodyOf({ NotificationRequestItem: { ...signed, [name]: value } })), name).to.equal(null);
    }
    const dollars = { ...(item() as Changed).NotificationRequestItem, amount: { value: 4990, currency: 'USD' } };
    expect(read(bodyOf({ NotificationRequestItem: dollars }))).to.equal(null);
  });

  it('of the other mode, or of another form, are nothing', () => {
    expect(read(bodyOf(item()).replace('"live":"false"', '"live":"true"'))).to.equal(null);
    expect(read(bodyOf(item()), { mode: 'live' })).to.equal(null);
    for (const text of [
      '',
      'null',
      '[]',
      '{',
      '{"live":"false"}',
      bodyOf(),
      '{"live":"false","notificationItems":[1]}',
    ])
      expect(read(text), text).to.equal(null);
  });
});
