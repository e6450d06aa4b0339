import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { createClient, type Said } from '../../../src/connectors/bkash/client.js';
import { readCreated } from '../../../src/connectors/bkash/create.js';
import { failureIn } from '../../../src/connectors/bkash/failure.js';
import { readPayment, toResult } from '../../../src/connectors/bkash/payment.js';
import { toPaisa } from '../../../src/connectors/bkash/read-answer.js';
import { createBkashRefunds } from '../../../src/connectors/bkash/refunds.js';
import { claims } from '../../../src/connectors/bkash/claims.js';
import { createBkashWallet } from '../../../src/connectors/bkash/wallet.js';
import {
  ConnectorError,
  Misconfigured,
  NotDecided,
  NothingTaken,
  RequestRefused,
} from '../../../src/connectors/connector.js';
import { connectDatabase } from '../../../src/database/client.js';
import { walletAbout } from '../../support/about.js';
import { walletRequest } from '../../support/local-requests.js';
import { bkashAccess, fixedToken } from './access.js';

const from = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, no) => String(first + no));
/** Every code that documents name, and some that none does. */
const CODES = [...from(2001, 2069), ...from(2071, 2082), ...from(2116, 2119), '2127', '503', '9999', 'NEW_1'];

const REFUSED: Record<string, string[]> = {
  insufficient_funds: ['2023'],
  authentication_failed: ['2010', '2011', '2013', ...from(2014, 2019)],
  do_not_honor: [...from(2035, 2046), '2057', '2058'],
};
const OURS = ['2001', '2006', '2007', '2008', '2025', '2031', '2048', '2049', '2063', '2064', '2065', '2067', '2082'];
const STATES = ['2054', '2056', '2059', '2060', '2069', '2127'];
/** Somebody has executed it before: whatever a question says at this moment. */
const EXECUTED = ['2029', '2062', '2068', '2117'];

const access = bkashAccess({ apiUrl: 'http://127.0.0.1:9' });
const reasonOf = (code: string) => Object.entries(REFUSED).find(([, codes]) => codes.includes(code))?.[0];

/** A client that is answered as it is told. */
const answering = (answerTo: (path: string) => Said) => ({
  ...createClient(access, fixedToken()),
  call: (path: string) => Promise.resolve(answerTo(path)),
});

const payment = (changes: object = {}) => ({
  paymentID: 'TR0011A',
  transactionStatus: 'Initiated',
  amount: '499.11',
  currency: 'BDT',
  ...changes,
});
const outcomeOf = (call: Promise<object>): Promise<object> =>
  call.catch((error: unknown) => (error instanceof Error ? error : new Error('thrown')));

describe('what bKash answers', () => {
  before(connectDatabase);

  it('is a payment in every status that it has', () => {
    for (const [status, expected] of [
      ['Completed', { outcome: 'paid', reference: 'TRX1', amount: 49_911, currency: 'BDT' }],
      ['Initiated', { outcome: 'waiting' }],
      ['Cancelled', { outcome: 'cancelled' }],
      ['Canceled', { outcome: 'cancelled' }],
      ['Expired', { outcome: 'cancelled', expired: true }],
      ['Failed', { outcome: 'refused', reason: 'do_not_honor', gatewayCode: 'Failed' }],
      ['Declined', { outcome: 'refused', reason: 'do_not_honor', gatewayCode: 'Declined' }],
    ] as const)
      expect(toResult(payment({ transactionStatus: status, trxID: 'TRX1' })), status).to.deep.equal(expected);
    for (const verificationStatus of ['Incomplete', 'complete', 'Anything'])
      expect(toResult(payment({ verificationStatus }))).to.deep.equal({ outcome: 'waiting' });
    expect(toResult(payment({ verificationStatus: 'Complete' }))).to.include({ outcome: 'agreed', amount: 49_911 });
    for (const transactionStatus of ['Authorized', 'completed', 'Splendid', 'Pending Authorized'])
      expect(() => toResult(payment({ transactionStatus }))).to.throw(ConnectorError);
    expect(() => toResult(payment({ transactionStatus: 'Completed' })), 'no transaction').to.throw(ConnectorError);
  });

  it('is a payment that nobody pays without its amount, too', () => {
    const about = { key: 'a-key', reference: 'TR0011A' };
    const read = (changes: object) => toResult(readPayment(payment({ amount: undefined, ...changes }), about));
    for (const [transactionStatus, outcome] of [
      ['Initiated', 'waiting'],
      ['Cancelled', 'cancelled'],
      ['Failed', 'refused'],
    ] as const)
      for (const nothing of [{}, { amount: '' }, { amount: null, currency: null }])
        expect(read({ transactionStatus, ...nothing })).to.include({ outcome });
    for (const taken of [
      { transactionStatus: 'Completed', trxID: 'TRX1' },
      { transactionStatus: 'Initiated', verificationStatus: 'Complete' },
    ])
      expect(() => read(taken), taken.transactionStatus).to.throw(ConnectorError);
  });

  it('to "create" names the page, and perhaps no more', () => {
    const about = walletAbout('a-key');
    const created = { paymentID: 'TR0011A', bkashURL: 'https://sandbox.payment.bkash.com/?paymentId=TR0011A' };
    for (const more of [{}, { amount: '', currency: '' }, { amount: null, currency: null }, { amount: 499.11 }])
      expect(readCreated({ ...created, ...more }, about)).to.include({ reference: 'TR0011A', url: created.bkashURL });
    for (const other of [{ amount: '499.12' }, { currency: 'USD' }, { bkashURL: 'upi://pay' }, { bkashURL: 'a page' }])
      expect(() => readCreated({ ...created, ...other }, about), JSON.stringify(other)).to.throw(ConnectorError);
  });

  it('is an amount of taka, exactly', () => {
    for (const [text, paisa] of [
      ['0.01', 1],
      ['15', 1500],
      ['15.5', 1550],
      ['499.99', 49_999],
      ['1250.000', 125_000],
      ['10000000', 1_000_000_000],
    ] as const)
      expect(toPaisa(text), text).to.equal(paisa);
    for (const wrong of ['', '-1', '1,250.00', '1.001', '1e3', '٣', ' 1', '1.', '.5', 'NaN', '9'.repeat(13)])
      expect(() => toPaisa(wrong), wrong).to.throw(ConnectorError);
  });

  it('is well, or has a code, or says neither', () => {
    for (const [body, code] of [
      [{ statusCode: '0000', statusMessage: 'Successful' }, null],
      [{ paymentID: 'TR0011A' }, null],
      [{ statusCode: '2062', statusMessage: 'Done' }, '2062'],
      [{ statusCode: 2062 }, '2062'],
      [{ errorCode: '2001', errorMessage: 'No' }, '2001'],
      [{ statusCode: '0000', errorCode: '' }, null],
      [{ internalCode: 'x', externalCode: '2072', errorMessageEn: 'No' }, '2072'],
      [{ message: 'Endpoint request timed out' }, undefined],
      [[], undefined],
      [null, undefined],
      ['0000', undefined],
      [{ statusCode: { $ne: '' } }, undefined],
    ] as const)
      expect(failureIn(body), JSON.stringify(body)).to.equal(code);
  });

  it('to "create" with any code has taken nothing, and is for a person when it is our fault, and an answer unless bKash is at fault', async () => {
    for (const failure of CODES) {
      const wallet = createBkashWallet(
        access,
        answering(() => ({ failure })),
      );
      const error = await outcomeOf(wallet.createWallet(walletRequest(), walletAbout(randomUUID())));
      expect(error, failure).to.be.instanceOf(NothingTaken);
      expect(error instanceof Misconfigured, failure).to.equal(OURS.includes(failure));
      const isOfSystem = ['503', '9999', 'NEW_1'].includes(failure);
      expect(error instanceof RequestRefused, failure).to.equal(!isOfSystem && !OURS.includes(failure));
    }
  });

  it('to "execute" with any code is a refusal, a wait or nothing that decides, and never paid', async () => {
    for (const failure of CODES) {
      const reference = `TR0011${randomUUID()}`;
      const said = (path: string): Said =>
        path.endsWith('/status') ? { body: payment({ paymentID: reference }) } : { failure };
      const wallet = createBkashWallet(access, answering(said));
      const result = await outcomeOf(wallet.executeWallet(walletAbout(randomUUID(), { reference })));
      const reason = reasonOf(failure);
      if (reason !== undefined) expect(result).to.deep.equal({ outcome: 'refused', reason, gatewayCode: failure });
      else if (STATES.includes(failure)) expect(result, failure).to.deep.equal({ outcome: 'waiting' });
      else expect(result, failure).to.be.instanceOf(ConnectorError);
      expect(result instanceof Misconfigured, failure).to.equal(OURS.includes(failure));
    }
  });

  it('to "execute" that it was too early is a wait, also when the customer has agreed by the time of the question', async () => {
    for (const failure of STATES) {
      const reference = `TR0011${randomUUID()}`;
      const about = walletAbout(randomUUID(), { reference });
      const agreed = payment({ paymentID: reference, verificationStatus: 'Complete' });
      const wallet = createBkashWallet(
        access,
        answering((path) => (path.endsWith('/status') ? { body: agreed } : { failure })),
      );
      expect(await outcomeOf(wallet.executeWallet(about)), failure).to.deep.equal({ outcome: 'waiting' });
      expect((await claims.of(reference)).calls, failure).to.deep.equal([]);
    }
  });

  it('to "execute" with a code of our own fault leaves it to be closed at once, and with one that decides nothing does not', async () => {
    for (const failure of CODES.filter((code) => reasonOf(code) === undefined && !STATES.includes(code)))
      for (const verificationStatus of ['Incomplete', 'Complete']) {
        const reference = `TR0011${randomUUID()}`;
        const about = walletAbout(randomUUID(), { reference });
        const said = (path: string): Said =>
          path.endsWith('/status') ? { body: payment({ paymentID: reference, verificationStatus }) } : { failure };
        const wallet = createBkashWallet(access, answering(said));
        expect(await outcomeOf(wallet.executeWallet(about)), failure).to.be.instanceOf(ConnectorError);
        const closed = await outcomeOf(wallet.cancelOrder(about));
        if (OURS.includes(failure)) expect(closed, failure).to.deep.equal({ outcome: 'cancelled' });
        else expect(closed, failure).to.be.instanceOf(NotDecided);
      }
  });

  it('to "execute" with a refusal is that refusal, also when bKash then says no more than that it failed', async () => {
    for (const [transactionStatus, outcome] of [
      ['Failed', 'refused'],
      ['Declined', 'refused'],
      ['Cancelled', 'cancelled'],
      ['Expired', 'cancelled'],
    ])
      for (const failure of CODES) {
        const reference = `TR0011${randomUUID()}`;
        const over = { body: payment({ paymentID: reference, transactionStatus }) };
        const wallet = createBkashWallet(
          access,
          answering((path) => (path.endsWith('/status') ? over : { failure })),
        );
        const result = await outcomeOf(wallet.executeWallet(walletAbout(randomUUID(), { reference })));
        const reason = reasonOf(failure);
        const saysWhy = reason !== undefined && outcome === 'refused';
        const why = saysWhy ? { reason, gatewayCode: failure } : {};
        expect(result, `${failure}, ${transactionStatus}`).to.include({ outcome, ...why });
        if (outcome === 'refused' && !saysWhy) expect(result).to.include({ gatewayCode: transactionStatus });
      }
  });

  it('to "execute" that it was executed already, while a question does not say so yet, is not over', async () => {
    for (const failure of EXECUTED) {
      const reference = `TR0011${randomUUID()}`;
      const about = walletAbout(randomUUID(), { reference });
      const said = (path: string): Said =>
        path.endsWith('/status') ? { body: payment({ paymentID: reference }) } : { failure };
      const wallet = createBkashWallet(access, answering(said));
      expect(await outcomeOf(wallet.executeWallet(about)), failure).to.be.instanceOf(NotDecided);
      expect(await outcomeOf(wallet.cancelOrder(about)), failure).to.be.instanceOf(NotDecided);
      expect(await wallet.fetchOrder(about), failure).to.include({ outcome: 'agreed' });
    }
  });

  it('to "execute" with any code is paid when bKash then says so', async () => {
    for (const failure of CODES) {
      const reference = `TR0011${randomUUID()}`;
      const paid = { body: payment({ paymentID: reference, transactionStatus: 'Completed', trxID: 'TRX1' }) };
      const wallet = createBkashWallet(
        access,
        answering((path) => (path.endsWith('/status') ? paid : { failure })),
      );
      expect(await wallet.executeWallet(walletAbout(randomUUID(), { reference })), failure).to.include({
        outcome: 'paid',
        reference: 'TRX1',
      });
    }
  });

  it('to a question with any code is no answer', async () => {
    for (const failure of CODES) {
      const wallet = createBkashWallet(
        access,
        answering(() => ({ failure })),
      );
      const about = walletAbout(randomUUID(), { reference: 'TR0011A' });
      expect(await outcomeOf(wallet.fetchOrder(about)), failure).to.be.instanceOf(ConnectorError);
    }
  });

  it('to a refund with any code is a refusal or nothing that decides', async () => {
    const refusals = [
      ...['2002', '2006', '2023', '2026', '2028', '2033', '2044', '2045', '2046', '2057', '2058'],
      ...[...from(2034, 2042), ...from(2071, 2078), ...from(2080, 2082), '2127'],
    ];
    for (const failure of CODES) {
      const [trx, order] = [randomUUID(), `TR0011${randomUUID()}`];
      const list: Said = { body: { originalTrxId: 'TRX1', refundTransactions: [] } };
      const refunds = createBkashRefunds(
        access,
        answering((path) => (path.endsWith('/status') ? list : { failure })),
      );
      const charge = { key: `${trx}-1`, reference: 'TRX1', order, at: new Date() };
      const about = { key: `${trx}-r1`, trx, amount: 100, currency: 'BDT', since: new Date(), charge };
      const result = await outcomeOf(refunds.refund({ reason: 'other' }, about));
      if (refusals.includes(failure)) expect(result).to.include({ outcome: 'refused', gatewayCode: failure });
      else expect(result, failure).to.be.instanceOf(OURS.includes(failure) ? Misconfigured : ConnectorError);
    }
  });

  it('about the refunds of a payment that has had none is a list without one, none at all, or a code', async () => {
    const said: Said[] = [
      { body: { originalTrxId: 'TRX1', refundTransactions: [] } },
      { body: { originalTrxId: 'TRX1', refundTransactions: null } },
      { body: { originalTrxId: 'TRX1' } },
      { failure: '2080' },
      { failure: '3045' },
    ];
    for (const none of said) {
      const [trx, order] = [randomUUID(), `TR0011${randomUUID()}`];
      const charge = { key: `${trx}-1`, reference: 'TRX1', order, at: new Date() };
      const about = { key: `${trx}-r1`, trx, amount: 100, currency: 'BDT', since: new Date(), charge };
      const done = { refundTrxId: 'R1', refundTransactionStatus: 'Completed', refundAmount: '1.00' };
      const refunds = createBkashRefunds(
        access,
        answering((path) => (path.endsWith('/status') ? none : { body: done })),
      );
      const result = await outcomeOf(refunds.refund({ reason: 'other' }, about));
      expect(result, JSON.stringify(none)).to.include({ outcome: 'refunded', reference: 'R1' });
    }
  });

  it('to a refund is the same in the names of either version', async () => {
    for (const one of [
      { refundTrxId: 'R1', refundTransactionStatus: 'Completed', refundAmount: '1.00' },
      { refundTrxID: 'R1', refundTransactionStatus: 'Completed', refundAmount: 1 },
      { refundTrxID: 'R1', transactionStatus: 'Completed', amount: '1' },
    ]) {
      const [trx, order] = [randomUUID(), `TR0011${randomUUID()}`];
      const charge = { key: `${trx}-1`, reference: 'TRX1', order, at: new Date() };
      const about = { key: `${trx}-r1`, trx, amount: 100, currency: 'BDT', since: new Date(), charge };
      let listed: object[] = [];
      const refunds = createBkashRefunds(
        access,
        answering((path) => {
          if (path.endsWith('/status')) return { body: { originalTrxID: 'TRX1', refundTransactions: listed } };
          listed = [one];
          return { body: one };
        }),
      );
      const done = { outcome: 'refunded', reference: 'R1', amount: 100, currency: 'BDT' };
      expect(await refunds.refund({ reason: 'other' }, about), JSON.stringify(one)).to.deep.equal(done);
      expect(await refunds.fetchRefund(about)).to.deep.equal(done);
    }
  });

  it('to a refund is in every status that it has', async () => {
    for (const [status, outcome] of [
      ['Completed', 'refunded'],
      ['Initiated', 'pending'],
      ['Pending', 'pending'],
      ['Processing', 'pending'],
      ['Failed', 'refused'],
      ['Cancelled', 'refused'],
      ['Reversed', 'refused'],
      ['Splendid', undefined],
    ] as const) {
      const one = { refundTrxId: 'R1', refundTransactionStatus: status, refundAmount: '1.00' };
      const refunds = createBkashRefunds(
        access,
        answering(() => ({ body: { originalTrxId: 'TRX1', refundTransactions: [one] } })),
      );
      const trx = randomUUID();
      const charge = { key: `${trx}-1`, reference: 'TRX1', order: `TR0011${trx}`, at: new Date() };
      const about = { key: `${trx}-r1`, trx, amount: 100, currency: 'BDT', since: new Date(), charge, reference: 'R1' };
      const result = await outcomeOf(refunds.fetchRefund(about));
      if (outcome) expect(result, status).to.include({ outcome, reference: 'R1' });
      else expect(result).to.be.instanceOf(ConnectorError);
    }
  });
});
