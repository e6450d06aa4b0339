import { expect } from 'chai';
import type { CommandSucceededEvent } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { config } from '../../config/index.js';
import { connectDatabase, isDatabaseAway, mongoClient } from '../../src/database.js';
import { pruneSequence, readPrunes, takeSequence } from '../../src/ipn/sequence.js';

interface Counter {
  _id: string;
  last: number;
  pending: { event: string; at: Date }[];
  prunes: number;
}

const counters = () => mongoClient.db().collection<Counter>('ipn_sequences');
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const stored = () => Promise.resolve(true);
const A_MINUTE_AGO = () => new Date(Date.now() - 60_000);

describe("a merchant's sequence", () => {
  let merchant: string;
  before(connectDatabase);
  beforeEach(() => {
    merchant = `mer_${randomUUID()}`;
  });
  afterEach(() => counters().deleteOne({ _id: merchant }));

  /**
   * Takes a number as relay.ts does, for an event that is not stored yet; like the sweeper, it comes again when there
   * was no connection to be had among so many.
   */
  async function take(event: string): Promise<number> {
    try {
      const taken = await takeSequence(merchant, event);
      if (taken) return taken.sequence;
      await readPrunes(merchant);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
    return take(event);
  }
  const takeAll = (events: string[]) => Promise.all(events.map(take));
  const events = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `evt_${from + index}`);

  /** Lets time pass: what was taken so far is old. */
  async function grow(): Promise<void> {
    const counter = await counters().findOne({ _id: merchant });
    const pending = (counter?.pending ?? []).map(({ event }) => ({ event, at: A_MINUTE_AGO() }));
    await counters().updateOne({ _id: merchant }, { $set: { pending } });
  }

  it('numbers 200 events at once from 1 to 200, without a gap or a double', async () => {
    const numbers = await takeAll(events(200));
    expect([...numbers].sort((a, b) => a - b)).to.deep.equal(upTo(200));
  });

  it('gives an event its number again, however often and whenever it is asked', async () => {
    const first = await takeAll(events(20));
    const twiceAtOnce = await Promise.all([takeAll(events(20)), takeAll(events(20))]);
    expect(twiceAtOnce).to.deep.equal([first, first]);
    expect(await take('evt_20')).to.equal(21);
    expect(await takeAll(events(20))).to.deep.equal(first);
  });

  it('gives one number to one event that many ask for at once', async () => {
    const numbers = await Promise.all(Array.from({ length: 50 }, () => take('evt_one')));
    expect(new Set(numbers)).to.deep.equal(new Set([1]));
    expect(await take('evt_two')).to.equal(2);
  });

  it('counts for each merchant alone', async () => {
    await takeAll(events(3));
    const mine = merchant;
    merchant = `mer_${randomUUID()}`;
    expect(await take('evt_0')).to.equal(1);
    await counters().deleteOne({ _id: mine });
  });

  /** A counter as it is after so many events: evt_0 has number 1, and so on. */
  async function countTo(last: number, at: Date): Promise<void> {
    const pending = events(last).map((event) => ({ event, at }));
    await counters().insertOne({ _id: merchant, last, pending, prunes: 0 });
  }

  it('reads its own entry alone, however many there are', async () => {
    await countTo(150, new Date());
    await readPrunes(merchant);
    const read: unknown[] = [];
    const note = ({ reply }: CommandSucceededEvent) => read.push((reply as { value?: Counter }).value?.pending.length);
    mongoClient.on('commandSucceeded', note);
    await takeSequence(merchant, 'evt_150');
    mongoClient.off('commandSucceeded', note);
    expect(read).to.deep.equal([1]);
  });

  it('has its entries looked through at every hundredth number', async () => {
    await countTo(198, new Date());
    await readPrunes(merchant);
    const taken = [];
    for (const event of events(3, 198)) taken.push(await takeSequence(merchant, event));
    expect(taken).to.deep.equal([
      { sequence: 199, crowded: false },
      { sequence: 200, crowded: true },
      { sequence: 201, crowded: false },
    ]);
  });

  it('goes on counting after its old entries were taken away', async () => {
    await countTo(250, A_MINUTE_AGO());
    await pruneSequence(merchant, stored);
    expect((await counters().findOne({ _id: merchant }))?.pending).to.have.length(100);
    expect(await take('evt_250')).to.equal(251);
    expect([await take('evt_150'), await take('evt_249')]).to.deep.equal([151, 250]);
  });

  it('does not number an event that was taken away, but has its caller look first', async () => {
    await countTo(250, A_MINUTE_AGO());
    await readPrunes(merchant);
    await pruneSequence(merchant, stored);
    expect(await takeSequence(merchant, 'evt_0')).to.equal(null);
    expect((await counters().findOne({ _id: merchant }))?.last).to.equal(250);
  });

  const KEPT: [what: string, count: number, at: () => Date, areStored: () => Promise<boolean>][] = [
    ['that are few', 200, A_MINUTE_AGO, stored],
    ['that are young', 250, () => new Date(), stored],
    ['that are not stored yet', 250, A_MINUTE_AGO, () => Promise.resolve(false)],
  ];
  for (const [what, count, at, areStored] of KEPT)
    it(`keeps entries ${what}`, async () => {
      await countTo(count, at());
      await pruneSequence(merchant, areStored);
      expect((await counters().findOne({ _id: merchant }))?.pending).to.have.length(count);
    });

  it('takes entries away whose events are past their time, and so not stored any more', async () => {
    await countTo(250, new Date(Date.now() - config.ipn.eventRetention * 1000));
    await pruneSequence(merchant, (asked) => Promise.resolve(asked.length === 0));
    expect((await counters().findOne({ _id: merchant }))?.pending).to.have.length(100);
  });

  it('has no gap and no double while entries are taken away between and during takes', async () => {
    const numbers: number[] = [];
    for (let round = 0; round < 4; round++) {
      const batch = events(110, round * 110);
      const [taken] = await Promise.all([
        takeAll(batch),
        pruneSequence(merchant, stored),
        pruneSequence(merchant, stored),
      ]);
      numbers.push(...taken);
      await grow();
    }
    expect(numbers.sort((a, b) => a - b)).to.deep.equal(upTo(440));
  });
});
