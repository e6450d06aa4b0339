import { expect } from 'chai';
import fc from 'fast-check';
import { generateKeyPairSync } from 'node:crypto';
import { ConnectorError } from '../../../src/connectors/connector.js';
import { dhakaTime } from '../../../src/connectors/nagad/dhaka-time.js';
import { KeyFault, privateKeyOf, publicKeyOf } from '../../../src/connectors/nagad/keys.js';
import { orderIdOf } from '../../../src/connectors/nagad/order-id.js';
import { readPayment, toResult, type Payment } from '../../../src/connectors/nagad/payment.js';
import { momentOf, pairOfKeys, timeOf } from './world.js';

describe("Nagad's fields", () => {
  it('have the time of Dhaka, whatever the clock here is set to', () => {
    for (const [at, time] of [
      ['2026-11-26T12:46:12Z', '20261126184612'],
      ['2026-12-31T18:00:00Z', '20270101000000'],
      ['2028-02-28T17:59:59.999Z', '20280228235959'],
      ['2028-02-28T18:00:00Z', '20280229000000'],
    ] as const)
      expect(dhakaTime(new Date(at)), at).to.equal(time);
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, (at) => {
        expect(dhakaTime(at)).to.equal(timeOf(at));
        expect(momentOf(dhakaTime(at))).to.equal(Math.floor(at.getTime() / 1000) * 1000);
      }),
    );
  });

  it('have an order id of twenty letters and digits for each key, always the same', () => {
    // By coreutils: printf %s KEY | openssl dgst -sha256 -binary | base32 | head -c 20
    expect(orderIdOf('')).to.equal('4OYMIQUY7QOBJGX36TEJ');
    expect(orderIdOf('00000000-0000-4000-8000-000000000000-1')).to.equal('V25X5SLAONT2EAZIB3B5');
    const seen = new Set<string>();
    for (let no = 0; no < 5000; no++) {
      const id = orderIdOf(`00000000-0000-4000-8000-000000000000-${no}`);
      expect(id).to.match(/^[A-Z2-7]{20}$/);
      seen.add(id);
    }
    expect(seen.size).to.equal(5000);
  });
});

describe('what Nagad says of a payment', () => {
  const KEY = 'a-key-1';
  const payment = (changes: Partial<Payment> = {}): Payment => ({
    merchantId: '683002007104225',
    orderId: orderIdOf(KEY),
    status: 'Initiated',
    amount: '499.11',
    currency: 'BDT',
    issuerPaymentRefNo: 'A1B2C3D4',
    ...changes,
  });

  it('is an outcome in every status that it has, and in no other', () => {
    for (const [status, expected] of [
      ['Success', { outcome: 'paid', reference: 'A1B2C3D4', amount: 49_911, currency: 'BDT' }],
      ...['Initiated', 'OrderInitiated', 'Ready', 'InProgress', 'OtpSent', 'OtpVerified'].map(
        (waiting) => [waiting, { outcome: 'waiting' }] as const,
      ),
      ['PinGiven', { outcome: 'in_progress' }],
      ...['Cancelled', 'Canceled', 'Aborted'].map((over) => [over, { outcome: 'cancelled' }] as const),
      ['Expired', { outcome: 'cancelled', expired: true }],
      ...['Failed', 'Declined', 'Rejected', 'InvalidRequest', 'Fraud'].map(
        (no) => [no, { outcome: 'refused', reason: 'do_not_honor', gatewayCode: no }] as const,
      ),
    ] as const)
      expect(toResult(payment({ status })), status).to.deep.equal(expected);
    for (const status of [
      '',
      'success',
      'SUCCESS',
      'Successful',
      'Paid',
      'Unknown',
      'Refunded',
      'UnKnownFailed',
      '000',
    ])
      expect(() => toResult(payment({ status })), status).to.throw(ConnectorError);
  });

  it('is no payment without a transaction, or with an amount that is none', () => {
    const { issuerPaymentRefNo: _none, ...without } = payment({ status: 'Success' });
    expect(() => toResult(without)).to.throw(ConnectorError);
    for (const amount of ['', '-1', '1,250.00', '1.001', '1e3', '٣', ' 1', '1.', '.5', 'NaN'])
      expect(() => toResult(payment({ status: 'Success', amount })), amount).to.throw(ConnectorError);
  });

  it('is about the payment that was asked for, in every currency that it may name', () => {
    const about = { key: KEY, reference: 'REF' };
    const read = (changes: object) => readPayment({ ...payment(), ...changes }, about, '683002007104225');
    for (const [changes, currency] of [
      [{}, 'BDT'],
      [{ currency: undefined }, 'BDT'],
      [{ currency: null, currencyCode: '050' }, 'BDT'],
      [{ currencyCode: '840' }, '840'],
      [{ currency: 'USD', currencyCode: '050' }, 'USD'],
      [{ paymentRefId: 'REF', amount: null, status: 'Ready' }, 'BDT'],
      [{ amount: 499.11 }, 'BDT'],
      [{ merchantId: undefined, statusCode: '000' }, 'BDT'],
      [{ merchantId: null, statusCode: 0 }, 'BDT'],
    ] as const)
      expect(read(changes)).to.include({ currency });
    for (const wrong of [
      { orderId: orderIdOf('a-key-2') },
      { merchantId: '1' },
      { paymentRefId: 'OTHER' },
      { orderId: { $ne: '' } },
      { status: ['Success'] },
      { amount: '9'.repeat(21) },
    ])
      expect(() => read(wrong), JSON.stringify(wrong)).to.throw(ConnectorError);
    for (const body of [null, [], '', 'Success', { status: 'Success' }])
      expect(() => readPayment(body, about, '683002007104225')).to.throw(ConnectorError);
  });
});

describe('the keys of an account at Nagad', () => {
  const { privateKey, publicKey } = pairOfKeys();
  const privatePem = (type: 'pkcs8' | 'pkcs1') => privateKey.export({ type, format: 'pem' }).toString();
  const publicPem = (type: 'spki' | 'pkcs1') => publicKey.export({ type, format: 'pem' }).toString();
  const bare = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const oneLine = (pem: string) => pem.replaceAll('\n', '');

  it('are taken in every form that people have them in', () => {
    for (const pem of [privatePem('pkcs8'), privatePem('pkcs1')])
      for (const text of [pem, bare(pem), oneLine(pem), pem.replaceAll('\n', '\r\n'), ` ${bare(pem)}\n`])
        expect(privateKeyOf(text).equals(privateKey)).to.equal(true);
    for (const pem of [publicPem('spki'), publicPem('pkcs1')])
      for (const text of [pem, bare(pem), oneLine(pem)]) expect(publicKeyOf(text).equals(publicKey)).to.equal(true);
  });

  it('are told from others, and what is wrong is said', () => {
    const small = pairOfKeys(1024);
    const curve = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const locked = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' });
    const pem = (key: typeof privateKey, type: 'pkcs8' | 'spki') => key.export({ type, format: 'pem' }).toString();
    for (const [read, text, says] of [
      [privateKeyOf, publicPem('spki'), 'holds a public key, no private key'],
      [publicKeyOf, privatePem('pkcs8'), 'holds a private key, no public key'],
      [privateKeyOf, locked.toString(), 'locked with a password'],
      [privateKeyOf, pem(small.privateKey, 'pkcs8'), 'has 1024 bits'],
      [publicKeyOf, pem(small.publicKey, 'spki'), 'has 1024 bits'],
      [privateKeyOf, pem(curve.privateKey, 'pkcs8'), 'is no RSA key'],
      [publicKeyOf, bare(pem(curve.publicKey, 'spki')), 'is no RSA key'],
      [privateKeyOf, bare(privatePem('pkcs8')).slice(0, -40), 'is it whole?'],
      [publicKeyOf, bare(privatePem('pkcs8')), 'cannot be read as a public key'],
      [privateKeyOf, bare(publicPem('spki')), 'is it whole?'],
      [privateKeyOf, 'secret!', 'neither PEM nor'],
      [publicKeyOf, '', 'neither PEM nor'],
    ] as const)
      expect(() => read(text), text.slice(0, 40)).to.throw(KeyFault, says);
  });
});
