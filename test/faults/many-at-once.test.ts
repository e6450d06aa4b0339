import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { startReceiver, type Receiver } from '../../scripts/ipn-receiver/receiver.js';
import type { MerchantKeys } from '../../src/merchants/manage-merchants.js';
import { JOB_NAMES } from '../../src/jobs/catalogue.js';
import type { Answer } from '../support/ask.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { APPROVED } from './begin-payment.js';

const PAYMENTS = 200;
const EQUAL = 20;
/** Every identifier once; those that are equal count as one. */
const DISTINCT = PAYMENTS - EQUAL + 1;

interface BoardAnswer {
  queues: { name: string; counts: Record<string, number> }[];
}

describe(`${PAYMENTS} payments at once, ${EQUAL} of them under one identifier`, () => {
  let tollgate: Tollgate;
  let merchant: MerchantKeys;
  let receiver: Receiver;
  let answers: Answer[];
  let successes: Answer[];

  before(async () => {
    tollgate = await sharedTollgate();
    merchant = await tollgate.createMerchant();
    receiver = await startReceiver({ secret: merchant.secret_key });
    const batch = randomUUID();
    const identifiers = Array.from({ length: PAYMENTS }, (_, at) => `${batch}-${Math.max(at, EQUAL - 1)}`);
    const pay = (identifier: string) =>
      tollgate.pay(APPROVED, { public_key: merchant.public_key, ipn_url: receiver.url, identifier });
    answers = await Promise.all(identifiers.map(pay));
    successes = answers.filter(({ body }) => body.payment_status === 'success');
  });
  after(() => receiver.close());

  it('gives as many successes as there are identifiers, and conflicts for the rest', () => {
    expect(successes.map(({ status }) => status)).to.deep.equal(Array(DISTINCT).fill(200));
    const others = answers.filter((answer) => !successes.includes(answer));
    expect(others.map(({ status, body }) => `${status} ${body.code}`)).to.deep.equal(
      Array(EQUAL - 1).fill('409 duplicate_identifier'),
    );
  });

  it('charges each once', async () => {
    const trxs = new Set(successes.map(({ body }) => body.trx ?? ''));
    expect(trxs.size).to.equal(DISTINCT);
    const ledgers = await Promise.all([...trxs].map((trx) => tollgate.ledger(trx)));
    expect(ledgers.map((charges) => charges.map(({ result }) => result).join())).to.deep.equal(
      Array(DISTINCT).fill('charged'),
    );
  });

  it('notifies of each once, signed, in a sequence without a gap', async () => {
    await until('every notification has come', () => receiver.received.length >= DISTINCT);
    const sequences = receiver.received.map(({ event }) => event?.sequence ?? 0).sort((a, b) => a - b);
    expect(sequences).to.deep.equal(Array.from({ length: DISTINCT }, (_, at) => at + 1));
    expect(receiver.received.every(({ verified }) => verified)).to.equal(true);
  });

  it("leaves nothing waiting, under way or failed in Bull Board's queues", async () => {
    const left = async (): Promise<string[]> => {
      const { text } = await tollgate.console('/queues/api/queues');
      const { queues } = JSON.parse(text) as BoardAnswer; // Bull Board's own format
      expect(queues.map(({ name }) => name)).to.have.members(JOB_NAMES);
      return queues.flatMap(({ name, counts }) =>
        ['waiting', 'active', 'prioritized', 'failed'].flatMap((state) => (counts[state] ? [`${name} ${state}`] : [])),
      );
    };
    await until('the queues are done', async () => (await left()).length === 0);
    const { text } = await tollgate.console('/queues/api/queues');
    const { queues } = JSON.parse(text) as BoardAnswer;
    const done = (job: string) => queues.find(({ name }) => name === job)?.counts.completed;
    expect(done('card-authorization')).to.be.at.least(DISTINCT);
    expect(done('ipn-delivery')).to.be.at.least(DISTINCT);
  });
});
