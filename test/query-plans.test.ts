import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { BSON, type CommandStartedEvent, type Db, type Document } from 'mongodb';
import { listDifferences } from '../src/console/differences/differences.calls.js';
import { listDeliveries } from '../src/console/deliveries/deliveries.calls.js';
import { oldestDue } from '../src/console/overview/oldest-due.js';
import { attention } from '../src/console/overview/attention.js';
import { buildIndexes, connectDatabase, mongoClient } from '../src/database.js';
import { deliveries } from '../src/ipn/delivery.model.js';
import { findEvents } from '../src/ipn/find-events.js';
import { countOverdue } from '../src/ipn/overdue.js';
import { keepUp } from '../src/ipn/upkeep.js';
import { settlementTotals } from '../src/settlement/settlement-csv.js';
import { aDelivery } from './ipn/a-delivery.js';
import { aDifference } from './ledger/a-difference.js';
import { aPayment } from './payments/a-payment.js';

/** Enough that a server reads no whole collection because it is small. */
const MANY = 600;
const MERCHANTS = 20;
const DAY_MS = 86_400_000;

/** Something that is asked of collections that grow without an end. */
const QUESTIONS: Record<string, () => Promise<unknown>> = {
  "a merchant's events after a number": () => findEvents({ merchantId: 'mer_7', mode: 'test' }, 10, 100),
  'deliveries whose upkeep is due': () => keepUp(),
  'notices that are overdue': countOverdue,
  'the list of overdue deliveries': () => listDeliveries({ query: { overdue: 'true' } }),
  'open differences': () => listDifferences({ query: { state: 'open' } }),
  "a day's differences": () => listDifferences({ query: { day: '2021-01-07' } }),
  'the oldest due delivery': () => oldestDue(deliveries, new Date()),
  'what needs a person': attention,
  "a merchant's settlement": () => settlementTotals({ merchantId: 'mer_7', from: '2021-01-03', to: '2021-01-05' }),
};

/** What a question sends, in the form in which it can be asked how it would be answered. */
async function commandsOf(ask: () => Promise<unknown>): Promise<Document[]> {
  const commands: Document[] = [];
  const keep = ({ command }: CommandStartedEvent) => {
    const [name = ''] = Object.keys(command);
    // As it was sent: a copy, without the parts that belong to the connection.
    const { lsid: _lsid, $db: _db, ...sent } = BSON.deserialize(BSON.serialize(command));
    if (['find', 'aggregate', 'count'].includes(name)) commands.push(sent);
  };
  mongoClient.on('commandStarted', keep);
  try {
    await ask();
  } finally {
    mongoClient.off('commandStarted', keep);
  }
  return commands;
}

describe('with many documents, an index answers', function () {
  this.timeout(60_000);
  let many: Db;

  before(async () => {
    await connectDatabase();
    many = mongoClient.db(`plans_${randomBytes(5).toString('hex')}`);
    await buildIndexes(many);
    const numbers = Array.from({ length: MANY }, (_, number) => ({
      number,
      merchantId: `mer_${number % MERCHANTS}`,
      createdAt: new Date(Date.UTC(2021, 0, 1) + number * DAY_MS),
    }));
    const day = (at: Date) => at.toISOString().slice(0, 10);
    await Promise.all([
      many.collection('ipn_deliveries').insertMany(
        numbers.map(({ number, merchantId, createdAt }) => ({
          ...aDelivery({
            merchantId,
            createdAt,
            sequence: number,
            status: 'delivered',
            upkeepAt: new Date('2100-01-01'),
          }),
          next: null,
        })) as Document[],
      ),
      many
        .collection('payments')
        .insertMany(
          numbers.map(({ merchantId, createdAt }) =>
            aPayment({ merchantId, createdAt, succeededAt: createdAt, status: 'succeeded', next: null }),
          ) as Document[],
        ),
      many
        .collection('ledger_differences')
        .insertMany(
          numbers.map(({ createdAt }) =>
            aDifference({ createdAt, day: day(createdAt), state: 'resolved' }),
          ) as Document[],
        ),
    ]);
  });
  after(() => many.dropDatabase());

  /** Whether an index that was made for it serves a command; by that of `_id` alone, a server reads everything. */
  async function isServed(command: Document): Promise<boolean> {
    const plan = JSON.stringify(await many.command({ explain: command, verbosity: 'queryPlanner' }));
    const used = [...plan.matchAll(/"Index Name":"([^"]+)"|"stage":"IXSCAN".*?"indexName":"([^"]+)"/g)];
    const names = used.map(([, ofPostgres, ofMongod]) => ofPostgres ?? ofMongod ?? '');
    return (
      names.length > 0 &&
      !/COLLSCAN|"Seq Scan"/.test(plan) &&
      names.every((name) => !/^(_id_|collection_pk)/.test(name))
    );
  }

  for (const [name, ask] of Object.entries(QUESTIONS))
    it(`when asked for ${name}`, async () => {
      const commands = await commandsOf(ask);
      expect(commands).to.not.be.empty;
      for (const command of commands) expect(await isServed(command), JSON.stringify(command)).to.equal(true);
    });

  it('and a question that none serves is told from these', async () => {
    expect(await isServed({ find: 'payments', filter: { details: 'Tea' } })).to.equal(false);
  });
});
