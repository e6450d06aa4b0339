import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { assert, integer, array, record, constantFrom, asyncProperty } from 'fast-check';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { connectDatabase } from '../../src/database/client.js';
import type { SettledLine } from '../../src/settlement/lines.js';
import { settlementRows, settlementCsv, settlementTotals, toCsv } from '../../src/settlement/settlement-csv.js';
import { exponentOf } from '../../src/money/currencies.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { transition } from '../../src/payments/transition.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { bearer, startConsole, theOperator } from '../console/console.js';
import { aMerchant } from '../merchants/a-merchant.js';
import { aPayment } from '../payments/a-payment.js';
import { logLines } from '../ipn/log-lines.js';
import { KeptPayments } from '../payments/kept-payments.js';
import { aDispute } from '../disputes/a-dispute.js';
import { aRefund } from '../refunds/a-refund.js';

const MONEY_COLUMNS = ['gross_amount', 'charge', 'net_amount', 'gross_amount_usd', 'charge_usd', 'net_amount_usd'];

/** Minor units of decimal text, exactly: the report has as many decimals as its currency. */
const minorOf = (decimal: string): bigint => BigInt(decimal.replace('.', ''));

/** Rows of a CSV whose fields hold no comma, quote or newline, by column. */
function rowsOf(csv: string): Record<string, string>[] {
  const [header = '', ...lines] = csv.trimEnd().split('\r\n');
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, at) => [names[at] ?? '', value])));
}

const amounts = record({
  currency: constantFrom('EUR', 'JPY', 'KWD', 'USD'),
  gross: integer({ min: 1, max: 99_999_999 }),
  share: integer({ min: 0, max: 100 }),
  grossUsd: integer({ min: 0, max: 99_999_999 }),
}).map(({ share, ...each }) => ({
  ...each,
  charge: Math.floor((each.gross * share) / 100),
  chargeUsd: Math.floor((each.grossUsd * share) / 100),
}));

const LINES = ['payment', 'refund', 'refund_taken_back', 'dispute'] as const;

function aLine({ line, amounts }: { line: (typeof LINES)[number]; amounts: PaymentRecord['amounts'] }): SettledLine {
  const payment = aPayment({ amounts, status: 'succeeded', succeededAt: new Date() });
  const { gross: amount, currency, grossUsd: amountUsd } = amounts;
  if (line === 'payment') return { payment };
  if (line === 'dispute') return { payment, dispute: aDispute({ amount, currency, amountUsd, state: 'lost' }) };
  const refund = aRefund(payment._id, 1, { amount, currency, amountUsd, status: 'succeeded' });
  return { payment, refund, ...(line === 'refund_taken_back' && { isTakenBack: true }) };
}

describe('a settlement report', () => {
  it('has totals that equal the sum of its lines, by currency, whatever was paid, given back and lost', async () => {
    await assert(
      asyncProperty(array(record({ line: constantFrom(...LINES), amounts }), { maxLength: 40 }), async (all) => {
        const rows = rowsOf(
          await text(
            toCsv(
              settlementRows(
                (async function* () {
                  yield* all.map(aLine);
                  await Promise.resolve();
                })(),
              ),
            ),
          ),
        );
        const totals = rows.filter(({ line }) => line === 'total');
        expect(totals.map(({ currency }) => currency)).to.deep.equal(
          [...new Set(all.map(({ amounts }) => amounts.currency))].sort(),
        );
        for (const total of totals) {
          const lines = rows.filter(({ line, currency }) => line !== 'total' && currency === total.currency);
          const count = (name: string) => lines.filter(({ line }) => line === name).length;
          expect(total).to.include({
            payments: String(count('payment')),
            refunds: String(count('refund') - count('refund_taken_back')),
            disputes: String(count('dispute')),
          });
          for (const column of MONEY_COLUMNS) {
            const sum = lines.reduce((before, line) => before + minorOf(line[column] ?? ''), 0n);
            expect(minorOf(total[column] ?? ''), column).to.equal(sum);
          }
        }
        for (const row of rows)
          for (const end of ['', '_usd']) {
            const [gross = 0n, charge = 0n, net = 0n] = ['gross_amount', 'charge', 'net_amount'].map((column) =>
              minorOf(row[`${column}${end}`] ?? ''),
            );
            expect(gross).to.equal(charge + net);
            if (row.line !== 'payment' && row.line !== 'total') expect(charge).to.equal(0n); // no fee is given back
          }
        for (const { currency = '', gross_amount = '' } of rows)
          expect(gross_amount.split('.')[1]?.length ?? 0).to.equal(exponentOf(currency));
      }),
      { numRuns: 50 },
    );
  });

  it('fails when a sum is no exact number any more', async () => {
    const gross = Number.MAX_SAFE_INTEGER;
    const large = { currency: 'JPY', gross, charge: 0, grossUsd: 1, chargeUsd: 0 };
    async function* found() {
      yield aLine({ line: 'payment', amounts: large });
      yield aLine({ line: 'payment', amounts: { ...large, gross: 1 } });
      await Promise.resolve();
    }
    const error: unknown = await text(toCsv(settlementRows(found()))).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('message', 'The sum of gross in JPY is too large');
  });

  const kept = new KeptPayments();
  const merchant = aMerchant();
  before(async () => {
    await connectDatabase();
    await merchants.insertOne(merchant);
  });
  after(() => merchants.deleteOne({ _id: merchant._id }));
  afterEach(() => kept.remove());

  const pay = (succeededAt: string, identifier = 'order-1') =>
    kept.save({ merchantId: merchant._id, status: 'succeeded', succeededAt: new Date(succeededAt), identifier });
  const report = async (from: string, to: string) => text(settlementCsv({ merchantId: merchant._id, from, to }));

  it("holds the merchant's own payments of the days asked for, both included, in the order of success", async () => {
    await pay('2026-03-01T23:59:59.999Z', 'third');
    await pay('2026-03-01T00:00:00.000Z', 'second');
    await pay('2026-02-28T00:00:00.000Z', 'first');
    await pay('2026-02-27T23:59:59.999Z', 'before');
    await pay('2026-03-02T00:00:00.000Z', 'after');
    await kept.save({ merchantId: 'mer_other', status: 'succeeded', succeededAt: new Date('2026-03-01T12:00:00Z') });
    const rows = rowsOf(await report('2026-02-28', '2026-03-01'));
    expect(rows.map(({ identifier }) => identifier)).to.deep.equal(['first', 'second', 'third', '']);
    expect(rows[3]).to.include({
      line: 'total',
      payments: '3',
      gross_amount: '149.70',
      charge: '4.65',
      net_amount: '145.05',
    });
    const totals = await settlementTotals({ merchantId: merchant._id, from: '2026-02-28', to: '2026-03-01' });
    expect(totals).to.deep.equal([
      {
        payments: 3,
        refunds: 0,
        disputes: 0,
        currency: 'EUR',
        gross_amount: '149.70',
        charge: '4.65',
        net_amount: '145.05',
        gross_amount_usd: rows[3]?.gross_amount_usd,
        charge_usd: rows[3]?.charge_usd,
        net_amount_usd: rows[3]?.net_amount_usd,
      },
    ]);
  });

  it('says of a payment when it began and when it succeeded, and what it was converted with', async () => {
    const { _id, createdAt } = await kept.save({
      merchantId: merchant._id,
      status: 'succeeded',
      succeededAt: new Date('2026-03-05T10:20:30.456Z'),
      createdAt: new Date('2026-03-04T09:08:07.123Z'),
      identifier: 'order-1',
    });
    const [row] = rowsOf(await report('2026-03-05', '2026-03-05'));
    expect(row).to.deep.equal({
      line: 'payment',
      trx: _id,
      identifier: 'order-1',
      method: 'card',
      created_at: createdAt.toISOString(),
      succeeded_at: '2026-03-05T10:20:30.456Z',
      late_confirmation: 'false',
      payments: '1',
      currency: 'EUR',
      gross_amount: '49.90',
      charge: '1.55',
      net_amount: '48.35',
      gross_amount_usd: '57.94',
      charge_usd: '1.80',
      net_amount_usd: '56.14',
      conversion_rate: '0.8612',
      refunds: '0',
      refund_id: '',
      refund_identifier: '',
      disputes: '0',
      dispute_id: '',
    });
  });

  it('counts refunds below zero on the day on which they went back, and above when they are taken back', async () => {
    const at = (day: string) => new Date(`2026-06-${day}T10:00:00Z`);
    const trx = randomUUID();
    const refunds = [
      aRefund(trx, 1, { status: 'succeeded', succeededAt: at('02') }),
      aRefund(trx, 2, { status: 'failed', succeededAt: at('02'), takenBackAt: at('03'), amount: 500, amountUsd: 581 }),
      aRefund(trx, 3, { status: 'failed' }),
      aRefund(trx, 4, { status: 'processing' }),
    ];
    const rest = { merchantId: merchant._id, refunds };
    await kept.save({ _id: trx, status: 'succeeded', succeededAt: at('01'), identifier: 'order-1', ...rest });
    const other = aRefund(randomUUID(), 1, { status: 'succeeded', succeededAt: at('02') });
    await kept.save({ status: 'failed', merchantId: merchant._id, refunds: [other] }); // refused money, sent back
    const rows = rowsOf(await report('2026-06-01', '2026-06-03'));
    expect(rows.map(({ line, gross_amount, net_amount_usd }) => [line, gross_amount, net_amount_usd])).to.deep.equal([
      ['payment', '49.90', '56.14'],
      ['refund', '-10.00', '-11.61'],
      ['refund', '-5.00', '-5.81'],
      ['refund_taken_back', '5.00', '5.81'],
      ['total', '39.90', '44.53'],
    ]);
    expect(rows[1]).to.include({
      trx,
      identifier: 'order-1',
      charge: '0.00',
      refund_id: refunds[0]?.id,
      payments: '0',
    });
    expect(rows.map(({ refunds }) => refunds)).to.deep.equal(['0', '1', '1', '-1', '1']);
    expect(rows[4]).to.include({ payments: '1', charge: '1.55', net_amount: '38.35' });
    expect(rowsOf(await report('2026-06-03', '2026-06-03')).map(({ line }) => line)).to.deep.equal([
      'refund_taken_back',
      'total',
    ]);
  });

  it('counts disputes below zero on the day on which they were lost, and no others', async () => {
    const at = (day: string) => new Date(`2026-07-${day}T10:00:00Z`);
    const disputes = [
      aDispute({ id: 'dp_1', amount: 2000, state: 'lost', openedAt: at('01'), lostAt: at('03'), amountUsd: 2322 }),
      aDispute({ id: 'dp_2', amount: 1000, state: 'won' }),
      aDispute({ id: 'dp_3', amount: 500 }),
    ];
    await kept.save({ status: 'succeeded', succeededAt: at('01'), merchantId: merchant._id, disputes });
    const rows = rowsOf(await report('2026-07-01', '2026-07-03'));
    expect(rows.map(({ line, gross_amount, net_amount_usd }) => [line, gross_amount, net_amount_usd])).to.deep.equal([
      ['payment', '49.90', '56.14'],
      ['dispute', '-20.00', '-23.22'],
      ['total', '29.90', '32.92'],
    ]);
    expect(rows[1]).to.include({
      dispute_id: 'dp_1',
      succeeded_at: at('03').toISOString(),
      refunds: '0',
      disputes: '1',
    });
    expect(rowsOf(await report('2026-07-02', '2026-07-02'))).to.deep.equal([]);
  });

  it('counts each of several refunds and disputes of one payment once, on its own day, and none of anybody else', async () => {
    const at = (day: string) => new Date(`2026-09-${day}T00:00:00Z`);
    const moved = () => {
      const trx = randomUUID();
      const days = [at('02'), at('03'), at('04')].map((day, before) => ({ day, no: before + 1 }));
      return {
        _id: trx,
        refunds: days.flatMap(({ day, no }) => [
          aRefund(trx, no, { status: 'succeeded', succeededAt: day, amount: no }),
          aRefund(trx, no + 3, { status: 'failed', succeededAt: at('01'), takenBackAt: day, amount: no * 10 }),
        ]),
        disputes: days.map(({ day, no }) =>
          aDispute({ id: `${trx}-dp${no}`, amount: no * 100, state: 'lost', lostAt: day }),
        ),
      };
    };
    const paid = { status: 'succeeded', succeededAt: at('01') } as const;
    await kept.save({ merchantId: merchant._id, ...paid, ...moved() });
    await kept.save({ merchantId: 'mer_other', ...paid, ...moved() });
    await kept.save({ merchantId: merchant._id, status: 'failed', ...moved() }); // refused money
    for (const [day, lines] of [
      ['02', ['refund -0.01', 'refund_taken_back 0.10', 'dispute -1.00']],
      ['03', ['refund -0.02', 'refund_taken_back 0.20', 'dispute -2.00']],
      ['04', ['refund -0.03', 'refund_taken_back 0.30', 'dispute -3.00']],
    ] as const) {
      const rows = rowsOf(await report(`2026-09-${day}`, `2026-09-${day}`)).filter(({ line }) => line !== 'total');
      expect(rows.map(({ line, gross_amount }) => `${line} ${gross_amount}`)).to.deep.equal(lines);
    }
  });

  it('says of refunds and disputes which they are, when they began and when they happened', async () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 9, 1, hour));
    const trx = randomUUID();
    const back = { status: 'failed', createdAt: at(3), succeededAt: at(4), takenBackAt: at(5) } as const;
    const refund = aRefund(trx, 1, { ...back, identifier: '=refund' });
    const dispute = aDispute({ id: '+dp', amount: 500, state: 'lost', openedAt: at(6), lostAt: at(7), amountUsd: 581 });
    await kept.save({
      ...{ _id: trx, status: 'succeeded', createdAt: at(1), succeededAt: at(2), merchantId: merchant._id },
      ...{ refunds: [refund], disputes: [dispute] },
    });
    const rows = rowsOf(await report('2026-10-01', '2026-10-01')).filter(({ line }) => line !== 'total');
    const refunded = { refund_id: refund.id, refund_identifier: "'=refund", dispute_id: '' };
    const none = { refund_id: '', refund_identifier: '' };
    const lines: [line: string, createdAt: Date, happenedAt: Date, names: Record<string, string>][] = [
      ['payment', at(1), at(2), { ...none, dispute_id: '' }],
      ['refund', at(3), at(4), refunded],
      ['refund_taken_back', at(3), at(5), refunded],
      ['dispute', at(6), at(7), { ...none, dispute_id: "'+dp" }],
    ];
    expect(rows).to.have.length(lines.length);
    for (const [index, [line, createdAt, happenedAt, names]] of lines.entries())
      expect(rows[index]).to.include({
        ...{ line, trx, ...names, conversion_rate: '0.8612' },
        ...{ created_at: createdAt.toISOString(), succeeded_at: happenedAt.toISOString() },
      });
  });

  it('converts a dispute in another currency by its own rate, and by none when it has none', async () => {
    const at = new Date('2026-08-01T10:00:00Z');
    const lost = { state: 'lost', lostAt: at } as const;
    const rate = { value: '0.7563', source: 'a table', at };
    const disputes = [
      aDispute({ id: 'dp_1', amount: 70_000, currency: 'GBP', amountUsd: 92_556, rate, ...lost }),
      aDispute({ id: 'dp_2', amount: 1000, currency: 'XPF', amountUsd: 0, ...lost }),
    ];
    await kept.save({ status: 'succeeded', succeededAt: at, merchantId: merchant._id, disputes });
    const rows = rowsOf(await report('2026-08-01', '2026-08-01')).filter(({ line }) => line !== 'total');
    expect(rows.map((row) => [row.currency, row.gross_amount_usd, row.conversion_rate])).to.deep.equal([
      ['EUR', '57.94', '0.8612'],
      ['GBP', '-925.56', '0.7563'],
      ['XPF', '0.00', ''],
    ]);
  });

  it('fails, rather than ends, when a payment cannot be read', async () => {
    async function* found() {
      yield { payment: aPayment({ status: 'succeeded', succeededAt: new Date() }) };
      await Promise.reject(new Error('the store is gone'));
    }
    const error: unknown = await text(toCsv(settlementRows(found()))).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('message', 'the store is gone');
  });

  it('ends with the last day that can be asked for', async () => {
    expect(rowsOf(await report('9999-12-30', '9999-12-31'))).to.deep.equal([]);
  });

  it('counts late money on the day on which it was known', async () => {
    const ended = await kept.save({
      merchantId: merchant._id,
      status: 'cancelled',
      method: 'upi',
      createdAt: new Date('2026-01-01'),
    });
    await transition(ended, 'confirmed', { lateConfirmation: true }, 'late-confirmation');
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10); // midnight may pass meanwhile
    const rows = rowsOf(await report(yesterday, today));
    expect(rows[0]).to.include({ trx: ended._id, late_confirmation: 'true' });
    expect(rowsOf(await report('2026-01-01', '2026-01-01'))).to.deep.equal([]);
  });

  it('lets no text of a merchant become a formula or a row of its own', async () => {
    for (const [at, identifier] of ['=1+1', '+1', '-1', '@SUM(A1)', 'a,b', 'say "hi"'].entries())
      await pay(`2026-04-01T00:00:0${at}Z`, identifier);
    const csv = await report('2026-04-01', '2026-04-01');
    for (const harmless of [",'=1+1,", ",'+1,", ",'-1,", ",'@SUM(A1),", ',"a,b",', ',"say ""hi""",'])
      expect(csv).to.include(harmless);
    expect(csv.trimEnd().split('\r\n')).to.have.length(1 + 6 + 1);
  });

  it('may be left half way by whoever reads it, which is no fault of ours', async () => {
    const console = await startConsole();
    await pay('2026-01-01T12:00:00Z');
    const lines = await logLines(async () => {
      const path = `/api/merchants/${merchant._id}/settlement?from=2026-01-01&to=2026-12-31`;
      const request = get(console.url + path, { headers: bearer(await theOperator('viewer')) });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      await once(answer, 'data');
      request.destroy();
      await console.close();
      await setImmediate(); // whoever hears of the end is heard
    });
    expect(lines.map(({ message }) => message)).to.not.include('request.crashed');
  });

  it('is downloaded from the console, of a merchant that there is and days that are', async () => {
    const console = await startConsole();
    try {
      await pay('2026-05-01T10:00:00Z');
      const headers = bearer(await theOperator('viewer'));
      const ask = (id: string, query: object) =>
        console.http.get(`/api/merchants/${id}/settlement`).query(query).set(headers);
      const days = { from: '2026-05-01', to: '2026-05-31' };
      const answer = await ask(merchant._id, days)
        .expect(200)
        .expect('content-type', /^text\/csv/);
      expect(rowsOf(answer.text).map(({ line }) => line)).to.deep.equal(['payment', 'total']);
      expect(answer.headers['content-disposition']).to.include(`settlement-${merchant._id}-2026-05-01-2026-05-31.csv`);
      await ask('mer_none', days).expect(404, /"code":"merchant_not_found"/);
      await ask(merchant._id, { from: '2028-01-01', to: '2028-12-31' }).expect(200); // a leap year
      await ask(merchant._id, { from: '2026-05-01', to: '2026-05-01' }).expect(200, /,order-1,/);
      for (const wrong of [
        {},
        { from: '2026-05-01' },
        { ...days, to: '2026-04-30' },
        { from: '2027-12-31', to: '2028-12-31' },
        { ...days, to: '2026-05-32' },
        { ...days, from: '2026-02-29' },
      ])
        await ask(merchant._id, wrong).expect(400);
    } finally {
      await console.close();
    }
  });
});
