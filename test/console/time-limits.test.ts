import { expect } from 'chai';
import { mock } from 'node:test';
import { type CommandStartedEvent, type Document, MongoServerError } from 'mongodb';
import { mongoClient } from '../../src/database/client.js';
import { config } from '../../config/index.js';
import { COUNT_LIMIT } from '../../src/database/read-limit.js';
import { CALLS } from '../../src/console/api/calls.js';
import type { CallDescription } from '../../src/console/api/console-call.js';
import { OTHER_CALLS } from '../../src/console/api/other-calls.js';
import {
  disputesDueSoon,
  ledgerDifferences,
  moneyToJudge,
  noticesOverdue,
  oldestPendingRefund,
  paymentsUndecided,
  proofsOverdue,
} from '../../src/console/overview/gauges.js';
import { PAGES } from '../../src/console/pages/all-pages.js';
import { deliveries } from '../../src/ipn/delivery.model.js';
import { payments } from '../../src/payments/payment.model.js';
import { discrepancies } from '../../src/reconciliation/discrepancy.model.js';
import { TestMerchant } from '../ipn/a-delivery.js';
import { aProof, aUpiPayment } from '../proofs/a-local-payment.js';
import { aDiscrepancy } from '../reconciliation/a-discrepancy.js';
import { bearer, browserOf, startConsole, type TestConsole, theOperator } from './console.js';

const READS = ['find', 'aggregate', 'count', 'distinct'];

describe('what the console reads', () => {
  const merchant = new TestMerchant();
  const payment = aUpiPayment({ merchantId: merchant.id, proof: aProof() });
  const difference = aDiscrepancy({ trx: payment._id, merchantId: merchant.id });
  let console: TestConsole;
  let reads: Document[] = [];
  const note = ({ commandName, command }: CommandStartedEvent) => {
    if (READS.includes(commandName)) reads.push(command);
  };

  before(async () => {
    console = await startConsole();
    await merchant.save();
    await payments.insertOne(payment);
    await discrepancies.insertOne(difference);
    await merchant.delivery({ trx: payment._id });
  });
  beforeEach(() => {
    reads = [];
    mongoClient.on('commandStarted', note);
  });
  afterEach(() => mongoClient.off('commandStarted', note));
  after(async () => {
    await console.close();
    await merchant.remove();
    await payments.deleteOne({ _id: payment._id });
    await discrepancies.deleteOne({ _id: difference._id });
  });

  const ids = [
    ['/merchants/:id', merchant.id],
    ['/differences/:id', difference._id],
    [':trx', payment._id],
  ] as const;
  /** A path of a table with something real in it. */
  const real = (path: string) =>
    ids.reduce((filled, [name, id]) => filled.replace(name, name.replace(/:\w+/, id)), path);

  function expectLimits(path: string): void {
    expect(reads, path).to.not.have.length(0);
    for (const command of reads)
      expect(command.maxTimeMS, `${path}: ${JSON.stringify(command)}`).to.be.within(
        1,
        1000 * config.mongodbTimeout - 1,
      );
  }

  // A settlement report is no page: the server is asked for more of it as fast as whoever fetches it reads.
  const isPage = ({ method, gives }: CallDescription) =>
    method === 'get' && !(typeof gives === 'object' && 'mediaType' in gives && gives.mediaType === 'text/csv');
  for (const { path } of [...CALLS, ...OTHER_CALLS].filter(isPage))
    it(`has a limit of time at the server: GET /api${path}`, async () => {
      await console.http.get(`/api${real(path)}`).set(bearer(await theOperator('admin')));
      expectLimits(path);
    });

  const SEARCHED = [
    payment._id,
    payment._id.replaceAll('-', ''),
    'dlv_1',
    merchant.id,
    difference._id,
    '632551234567',
    'x',
  ];
  const searches = SEARCHED.map((text) => `/search?q=${text}`);
  for (const path of [...PAGES.map(({ path }) => path), ...searches])
    it(`has a limit of time at the server: the page ${path}`, async () => {
      const browser = await browserOf(console, await theOperator('admin'));
      await console.http.get(real(path)).set({ accept: 'text/html', ...browser });
      expectLimits(path);
    });

  for (const gauge of [
    noticesOverdue,
    proofsOverdue,
    moneyToJudge,
    paymentsUndecided,
    oldestPendingRefund,
    disputesDueSoon,
    ledgerDifferences,
  ])
    it('is counted for an alert to an end that is reached in time, however many there are', async () => {
      await gauge.get();
      expectLimits('a scrape');
      for (const { pipeline } of reads)
        expect(
          (pipeline as Document[]).map(({ $limit }) => $limit as unknown),
          JSON.stringify(pipeline),
        ).to.include(COUNT_LIMIT.limit);
    });

  describe('and takes too long', () => {
    const tooLong = () => new MongoServerError({ message: 'operation exceeded time limit', code: 50 });
    afterEach(() => mock.restoreAll());

    it('is the 503 of a database that is away', async () => {
      mock.method(payments, 'findOne', () => Promise.reject(tooLong()));
      await console.http
        .get(`/api${real('/payments/:trx')}`)
        .set(bearer(await theOperator('viewer')))
        .expect(503)
        .expect(/"code":"service_unavailable"/);
    });

    it('is NaN for those who scrape it', async () => {
      mock.method(deliveries, 'countDocuments', () => Promise.reject(tooLong()));
      expect((await noticesOverdue.get()).values.map(({ value }) => value)).to.deep.equal([NaN, NaN]);
    });

    it('leaves out the figures of the overview, and nothing else', async () => {
      mock.method(payments, 'aggregate', () => ({ toArray: () => Promise.reject(tooLong()) }));
      const browser = await browserOf(console, await theOperator('viewer'));
      const { text } = await console.http
        .get('/?mode=live')
        .set({ accept: 'text/html', ...browser })
        .expect(200);
      expect(text).to.include('they cannot be counted while you wait').and.include('Needs a person now');
    });
  });
});
