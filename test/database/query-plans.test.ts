import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import { BSON, type CommandStartedEvent, type Db, type Document } from 'mongodb';
import { findByToken } from '../../src/checkout/link.js';
import { findAudit } from '../../src/console/audit/audit.js';
import { listDeliveries } from '../../src/console/deliveries/deliveries.calls.js';
import { listDifferences } from '../../src/console/differences/differences.calls.js';
import { listEndpoints } from '../../src/console/endpoints/endpoints.calls.js';
import { listMerchants } from '../../src/console/merchants/merchants.calls.js';
import { findMerchantsNamed } from '../../src/console/merchants/find-merchants.js';
import { findOperatorByToken, verifyOperator } from '../../src/console/operators/operators.js';
import { attention, deliveryFigures, dueWork } from '../../src/console/overview/attention.js';
import { countPayments } from '../../src/console/overview/payment-figures.js';
import { listPayments, showPayment } from '../../src/console/payments/payments.calls.js';
import { buildIndexes, connectDatabase, mongoClient } from '../../src/database/client.js';
import { refreshAccounts } from '../../src/gateways/accounts.js';
import { releaseLeftHeld } from '../../src/ipn/endpoints.js';
import { findEvents } from '../../src/ipn/find-events.js';
import { countOverdue } from '../../src/ipn/overdue.js';
import { countRecoverable, recoverDeliveries } from '../../src/ipn/resend.js';
import { invalidateSequence, latestSequence } from '../../src/ipn/sequence.js';
import { successShares } from '../../src/ipn/success-share.js';
import { applyRetention } from '../../src/ipn/retention.js';
import { askAgainAt } from '../../src/obligations/ask-again.js';
import { compareHour } from '../../src/reconciliation/compare-hour.js';
import { findMerchantByKey } from '../../src/merchants/find-merchant.js';
import { listDisputes } from '../../src/console/disputes/disputes.calls.js';
import { askAboutOpen } from '../../src/disputes/ask-open.js';
import { countDueSoon } from '../../src/disputes/due-soon.js';
import { listRefunds } from '../../src/console/refunds/refunds.calls.js';
import { refundFigures } from '../../src/console/overview/refund-figures.js';
import { payments } from '../../src/payments/payment.model.js';
import { countUndecided } from '../../src/payments/undecided.js';
import { waitingByAccount } from '../../src/payments/waiting-at.js';
import { oldestPending } from '../../src/refunds/oldest-pending.js';
import { findRefund } from '../../src/refunds/reserve-refund.js';
import { countMoney, findReviews, oldestReview } from '../../src/proofs/find-reviews.js';
import { requireWord } from '../../src/proofs/look-up.js';
import { findReference } from '../../src/proofs/references.js';
import { settlementTotals } from '../../src/settlement/settlement-csv.js';
import { sweep } from '../../workers/sweeper.js';
import { aDelivery, TestMerchant } from '../ipn/a-delivery.js';
import { aDiscrepancy } from '../reconciliation/a-discrepancy.js';
import { aPayment } from '../payments/a-payment.js';

/** Enough documents, and long enough, that a server reads no whole collection because it is small. */
const MANY = 600;
const padding = 'x'.repeat(500);
const MERCHANTS = 20;
const DAY_MS = 86_400_000;

const ofMerchant = { merchantId: 'mer_7', mode: 'test' } as const;
const merchant = new TestMerchant();
const anEndpoint = {
  _id: 'ep_none',
  ...ofMerchant,
  host: 'shop.example:443',
  disabled: false,
  failures: 1,
  recentFailures: [],
  lastFailureAt: new Date(),
};
const trx = randomUUID();
const emptyBooks = {
  list: () => Promise.resolve({ records: [], nextCursor: null }),
  find: () => Promise.resolve(null),
};

/** What is asked of collections that grow, by anything but the id. */
const QUESTIONS: Record<string, () => Promise<unknown>> = {
  'all that is owed': sweep,
  'gateway accounts that were changed lately': refreshAccounts,
  'since when work is due': () => dueWork(new Date()),
  'the newest payments': () => listPayments({ query: {} }),
  "a merchant's newest payments": () => listPayments({ query: { merchant: 'mer_7' } }),
  'the newest payments in a status': () => listPayments({ query: { status: 'failed' } }),
  'payments of a card that ends in four digits': () => listPayments({ query: { last4: '0007' } }),
  "a merchant's payments of such a card": () => listPayments({ query: { last4: '0007', merchant: 'mer_7' } }),
  'payments over an amount': () => listPayments({ query: { amount: '49.90', currency: 'EUR' } }),
  'payments over an amount of any currency': () => listPayments({ query: { amount: '49.90' } }),
  "a customer's payments": () => listPayments({ query: { email: 'ada@shop.example' } }),
  "payments by a gateway's reference": () => listPayments({ query: { reference: 'ch_7' } }),
  'one payment with its deliveries': () => showPayment({ id: trx }),
  'payments of the last hours': () => countPayments('test', new Date()),
  'the newest refunds': () => listRefunds({ query: {} }),
  'refunds by status': () => listRefunds({ query: { status: 'failed' } }),
  'since when a refund is pending': () => oldestPending('test'),
  'payments that a gateway leaves open': () => countUndecided('test'),
  'the newest disputes': () => listDisputes({ query: {} }),
  'disputes by state': () => listDisputes({ query: { state: 'lost' } }),
  'disputes that are to be answered soon': () => countDueSoon('test'),
  'disputes that are open': () => askAboutOpen(['sandbox-card']),
  'a refund by its id': () => findRefund(randomUUID()),
  'refunds of the last hours': () => refundFigures('test', new Date()),
  'whose a reference is that a person has found': () =>
    requireWord(aPayment(), { decision: 'accept', reference: 'PSP-7', by: 'op@shop.example' }),
  'a UPI reference': () => findReference('632551234567'),
  "the payment of a link's token": () => findByToken(randomBytes(32).toString('base64url')),
  "a merchant's settlement": () => settlementTotals({ merchantId: 'mer_7', from: '2021-01-03', to: '2021-01-05' }),
  "an hour's successes": () =>
    compareHour(
      { name: 'sandbox', accounts: ['sandbox-card'], ledger: emptyBooks },
      { gateway: 'sandbox', day: '2021-01-03' },
      0,
    ),
  'what waits, by gateway account': waitingByAccount,
  'what waits for long at an account': () => askAgainAt('sandbox-card'),
  'what needs a person': attention,
  'the queue of reviews': () => findReviews(undefined, undefined),
  'since when the oldest review waits': oldestReview,
  'money that waits for a person': () => countMoney('test'),
  "a merchant's events after a number": () => findEvents(ofMerchant, 10, 100),
  "the latest number of a merchant's events": () =>
    latestSequence(ofMerchant).finally(() => invalidateSequence(ofMerchant)),
  'deliveries whose retention is due': () => applyRetention(),
  'deliveries by status': deliveryFigures,
  'notices that are overdue': () => countOverdue('test'),
  'the newest deliveries': () => listDeliveries({ query: {} }),
  "a payment's deliveries": () => listDeliveries({ query: { trx } }),
  'the list of overdue deliveries': () => listDeliveries({ query: { overdue: 'true' } }),
  'what a recovery would send': () => countRecoverable(merchant.id, new Date(), 1000),
  'what a recovery sends': () => recoverDeliveries(merchant.id, new Date()),
  'endpoints that were enabled a moment ago': () => releaseLeftHeld(),
  'endpoints that fail': () => listEndpoints({ query: { failing: 'true' } }),
  "an endpoint's share of success": () => successShares([anEndpoint], new Date()),
  'disabled endpoints': () => listEndpoints({ query: { disabled: 'true' } }),
  'the newest merchants': () => listMerchants({ query: {} }),
  'merchants by words in their names': () => listMerchants({ query: { name: 'shop 7' } }),
  'a merchant whose name is typed': () => findMerchantsNamed('shop 7', 2),
  "a key's merchant": () => findMerchantByKey('pk_test_none'),
  'an operator by e-mail': () => verifyOperator('nobody@shop.example', 'wrong'),
  'an operator by token': () => findOperatorByToken('none'),
  'what was done to something': () => findAudit({ object: 'obj_7' }),
  'what an operator did': () => findAudit({ operator: 'opr_7' }),
  'open differences': () => listDifferences({ query: { state: 'open' } }),
  "a day's differences": () => listDifferences({ query: { day: '2021-01-07' } }),
};

/** One of a command that deletes or updates. */
interface Statement {
  q: Document;
}

/** What a command reads, in the form in which it can be asked how it would be answered. */
function readsOf(name: string, sent: Document): Document[] {
  if (['find', 'aggregate', 'count'].includes(name)) return [sent];
  const { deletes, updates, query } = sent as { deletes?: Statement[]; updates?: Statement[]; query?: Document };
  const statements = [...(deletes ?? []), ...(updates ?? []), ...(query ? [{ q: query }] : [])];
  return statements.map(({ q }) => ({ find: sent[name] as string, filter: q }));
}

/** By its key alone, or by a few of them: what every server finds at once. */
const isById = ({ filter }: Document): boolean => {
  const { _id } = (filter ?? {}) as { _id?: unknown };
  return typeof _id === 'string' || (typeof _id === 'object' && _id !== null && '$in' in _id);
};

/** A plan that goes by the index of `_id` between two of them; without bounds that is reading everything. */
const BETWEEN_IDS = /object_id OPERATOR\(documentdb_core\.<\)|"indexBounds":\{"_id":\["\(/;

/** What a question reads by anything but ids. */
async function commandsOf(ask: () => Promise<unknown>): Promise<Document[]> {
  const commands: Document[] = [];
  const keep = ({ commandName, command }: CommandStartedEvent) => {
    // As it was sent: a copy, without the parts that belong to the connection.
    const { lsid: _lsid, $db: _db, ...sent } = BSON.deserialize(BSON.serialize(command));
    commands.push(...readsOf(commandName, sent));
  };
  mongoClient.on('commandStarted', keep);
  try {
    await ask();
  } finally {
    mongoClient.off('commandStarted', keep);
  }
  return commands.filter((command) => !isById(command));
}

/** Of an index; without a name, of everything. */
interface Scan {
  index: string;
  isBounded: boolean;
}

/** All that a plan is made of. */
const partsOf = (plan: unknown): Document[] =>
  typeof plan === 'object' && plan !== null ? [plan, ...Object.values(plan).flatMap(partsOf)] : [];

/** What these hold is what is asked for, and no more. */
const WHOLE_IS_THE_ANSWER = ['disabled_1', 'failures_1'];

/** What a part of a plan reads, in PostgreSQL's words or MongoDB's: an index from one end to the other is as long as all. */
function scanOf(part: Document): Scan[] {
  if (part.stage === 'COLLSCAN' || part['Node Type'] === 'Seq Scan') return [{ index: '', isBounded: false }];
  if ('Index Name' in part) return [{ index: String(part['Index Name']), isBounded: 'Index Cond' in part }];
  if (part.stage !== 'IXSCAN') return [];
  const [first] = Object.values((part as { indexBounds: Record<string, string[]> }).indexBounds);
  return [{ index: String(part.indexName), isBounded: first?.[0] !== '[MinKey, MaxKey]' }];
}

describe('with many documents, an index answers', () => {
  let many: Db;
  const used = new Set<string>();

  before(async () => {
    await connectDatabase();
    await merchant.save();
    await payments.insertOne(aPayment({ _id: trx }));
    many = mongoClient.db(`plans_${randomBytes(5).toString('hex')}`);
    await buildIndexes(many);
    const numbers = Array.from({ length: MANY }, (_, number) => ({
      number,
      merchantId: `mer_${number % MERCHANTS}`,
      createdAt: new Date(Date.UTC(2021, 0, 1) + number * DAY_MS),
    }));
    const day = (at: Date) => at.toISOString().slice(0, 10);
    const card = { network: 'VISA', first6: '424242', expiryMonth: 12, expiryYear: 2040, fingerprint: 'f' };
    const made: Record<string, (each: (typeof numbers)[number]) => object> = {
      ipn_deliveries: ({ number, merchantId, createdAt }) => ({
        ...aDelivery({
          merchantId,
          createdAt,
          sequence: number,
          status: 'delivered',
          upkeepAt: new Date('2100-01-01'),
        }),
        next: null,
      }),
      payments: ({ number, merchantId, createdAt }) =>
        aPayment({
          merchantId,
          createdAt,
          succeededAt: createdAt,
          status: 'succeeded',
          customer: {
            first_name: 'Ada',
            last_name: 'Lovelace',
            email: `${number}@shop.example`,
            mobile: '+447700900123',
          },
          requested: { amount: 100 + number, currency: 'EUR' },
          card: { ...card, last4: String(number).padStart(4, '0') },
          next: null,
        }),
      ledger_differences: ({ createdAt }) => aDiscrepancy({ createdAt, day: day(createdAt), state: 'resolved' }),
      ledger_comparisons: ({ createdAt }) => ({ day: day(createdAt), next: null }),
      gateway_accounts: ({ createdAt }) => ({ changedAt: createdAt }),
      ipn_endpoints: ({ number, merchantId }) => ({ merchantId, host: `${number}.shop.example`, failures: 0 }),
      merchants: ({ number, createdAt }) => ({ publicKeyHash: String(number), name: `Shop ${number}`, createdAt }),
      operators: ({ number }) => ({ email: `${number}@shop.example`, apiTokenHash: String(number) }),
      audit: ({ number }) => ({ object: `obj_${number}`, operatorId: `opr_${number % MERCHANTS}` }),
    };
    await Promise.all(
      Object.entries(made).map(([name, make]) =>
        many.collection(name).insertMany(numbers.map((each) => ({ ...make(each), padding }))),
      ),
    );
  });
  after(() => Promise.all([many.dropDatabase(), merchant.remove(), payments.deleteOne({ _id: trx })]));

  /** The indexes that serve a command; none when the server reads everything, as it does by that of `_id` alone. */
  async function indexesFor(command: Document): Promise<string[]> {
    const plan = await many.command({ explain: command, verbosity: 'queryPlanner' });
    const isOfId = (name: string) => /^(_id_|collection_pk)/.test(name) && !BETWEEN_IDS.test(JSON.stringify(plan));
    const scans = partsOf(plan).flatMap(scanOf);
    const isAnswer = ({ index, isBounded }: Scan) =>
      (isBounded || WHOLE_IS_THE_ANSWER.includes(index)) && !isOfId(index);
    return scans.every(isAnswer) ? scans.map(({ index }) => index) : [];
  }

  for (const [name, ask] of Object.entries(QUESTIONS))
    it(`when asked for ${name}`, async () => {
      const commands = await commandsOf(ask);
      expect(commands).to.not.be.empty;
      for (const command of commands) {
        const names = await indexesFor(command);
        expect(names, JSON.stringify(command)).to.not.be.empty;
        for (const index of names) used.add(`${Object.values(command)[0]} ${index}`);
      }
    });

  it('and a question that none serves is told from these', async () => {
    expect(await indexesFor({ find: 'payments', filter: { details: 'Tea' } })).to.be.empty;
  });

  it('and so is one that reads an index from one end to the other', async () => {
    expect(await indexesFor({ find: 'payments', filter: { 'refunds.next.at': { $exists: true } } })).to.be.empty;
  });

  it('and there is no index that answers none of them', async () => {
    const collections = await many.listCollections({}, { nameOnly: true }).toArray();
    const all = await Promise.all(
      collections.map(async ({ name }) => {
        const indexes = await many.collection(name).indexes();
        // Those that let documents expire are read by the server.
        const ours = indexes.filter(
          ({ key, expireAfterSeconds }) => !('_id' in key) && expireAfterSeconds === undefined,
        );
        return ours.map((index) => `${name} ${index.name}`);
      }),
    );
    expect(all.flat().filter((name) => !used.has(name))).to.be.empty;
  });
});
