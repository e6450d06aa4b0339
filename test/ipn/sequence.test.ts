import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { connectDatabase, isDatabaseAway, mongoClient } from '../../src/database.js';
import { pruneSequence, readPrunes, takeSequence } from '../../src/ipn/sequence.js';

interface Counter {
  _id: string;
  last: number;
  pending: { event: string; at: Date }[];
}

const counters = () => mongoClient.db().collection<Counter>('ipn_sequences');
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const stored = () => Promise.resolve(true);

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
    const pending = (counter?.pending ?? []).map(({ event }) => ({ event, at: new Date(Date.now() - 60_000) }));
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

  it('is crowded when it holds more than 200 entries, and no sooner', async () => {
    await takeAll(events(199));
    await takeSequence(merchant, 'evt_199');
    expect(await takeSequence(merchant, 'evt_199')).to.deep.equal({ sequence: 200, crowded: false });
    expect(await takeSequence(merchant, 'evt_200')).to.deep.equal({ sequence: 201, crowded: true });
  });

  it('goes on counting after its old entries were taken away', async () => {
    const numbers = await takeAll(events(250));
    await grow();
    await pruneSequence(merchant, stored);
    expect((await counters().findOne({ _id: merchant }))?.pending).to.have.length(100);
    expect(await takeAll(events(5, 250)).then((more) => more.sort((a, b) => a - b))).to.deep.equal([
      251, 252, 253, 254, 255,
    ]);
    const kept = events(250).filter((_, index) => (numbers[index] ?? 0) > 150);
    expect(await takeAll(kept)).to.deep.equal(numbers.filter((number) => number > 150));
  });

  it('does not number an event that was taken away, but has its caller look first', async () => {
    const numbers = await takeAll(events(250));
    await grow();
    await pruneSequence(merchant, stored);
    const gone = `evt_${numbers.indexOf(1)}`;
    expect(await takeSequence(merchant, gone)).to.equal(null);
    expect((await counters().findOne({ _id: merchant }))?.last).to.equal(250);
  });

  const KEPT: [what: string, count: number, isOld: boolean, areStored: () => Promise<boolean>][] = [
    ['that are few', 200, true, stored],
    ['that are young', 250, false, stored],
    ['that are not stored yet', 250, true, () => Promise.resolve(false)],
  ];
  for (const [what, count, isOld, areStored] of KEPT)
    it(`keeps entries ${what}`, async () => {
      await takeAll(events(count));
      if (isOld) await grow();
      await pruneSequence(merchant, areStored);
      expect((await counters().findOne({ _id: merchant }))?.pending).to.have.length(count);
    });

  it('has no gap and no double while entries are taken away between and during takes', async () => {
    const numbers: number[] = [];
    for (let round = 0; round < 5; round++) {
      const batch = events(120, round * 120);
      const [taken] = await Promise.all([
        takeAll(batch),
        pruneSequence(merchant, stored),
        pruneSequence(merchant, stored),
      ]);
      numbers.push(...taken);
      await grow();
    }
    expect(numbers.sort((a, b) => a - b)).to.deep.equal(upTo(600));
  });
});
