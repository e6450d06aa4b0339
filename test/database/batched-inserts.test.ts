import { expect } from 'chai';
import type { CommandStartedEvent } from 'mongodb';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { batchedInserts } from '../../src/database/batched-inserts.js';
import { failAsAway } from '../support/fail-as-away.js';
import { lose } from '../support/mongo-proxy.js';

describe('inserts that share round trips', () => {
  const collection = mongoClient.db().collection<{ _id: string; by?: string }>('batched_inserts');
  before(connectDatabase);
  afterEach(() => collection.deleteMany({}));

  const ids = Array.from({ length: 40 }, (_, no) => `document-${no}`);

  /** The documents' ids of each command that the inserts make together. */
  async function sentBy(inserts: () => Promise<unknown>[]): Promise<string[][]> {
    const sent: string[][] = [];
    const note = ({ commandName, command }: CommandStartedEvent) => {
      if (commandName === 'insert') sent.push((command.documents as { _id: string }[]).map(({ _id }) => _id)); // ours
    };
    mongoClient.on('commandStarted', note);
    await Promise.all(inserts());
    mongoClient.off('commandStarted', note);
    return sent;
  }

  it('are few however many there are', async () => {
    const insert = batchedInserts(collection);
    const inserted = async (_id: string) => expect(await insert({ _id })).to.equal(true);
    expect(await sentBy(() => ids.map(inserted))).to.have.length(3);
    expect(await collection.countDocuments()).to.equal(ids.length);
  });

  it('go in one order, so that no two of the same documents wait for each other', async () => {
    const insert = batchedInserts(collection);
    const sent = await sentBy(() => ids.toReversed().map((_id) => insert({ _id })));
    expect(sent.flat()).to.have.members(ids);
    for (const together of sent) expect(together).to.deep.equal(together.toSorted());
  });

  it('have one winner each when many insert the same, and only the winner is told so', async () => {
    const writers = ['a', 'b', 'c', 'd'].map((by) => ({ by, insert: batchedInserts(collection) }));
    const told = new Map<string, string[]>();
    await Promise.all(
      writers.flatMap(({ by, insert }) =>
        ids.map(async (_id) => {
          if (await insert({ _id, by })) told.set(_id, [...(told.get(_id) ?? []), by]);
        }),
      ),
    );
    const stored = await collection.find().toArray();
    expect(new Map(stored.map(({ _id, by }) => [_id, [by]]))).to.deep.equal(told);
    expect(stored).to.have.length(ids.length);
  });

  it('tell of one that the server does not take, and go on', async () => {
    const insert = batchedInserts(collection);
    const tooLarge = 'x'.repeat(17_000_000); // MongoDB takes 16 MB
    const outcomes = await Promise.allSettled([insert({ _id: 'first' }), insert({ _id: 'large', by: tooLarge })]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected']);
    expect(await insert({ _id: 'next' })).to.equal(true);
  });

  const refuse = () => ({ ok: 0, code: 14_031, codeName: 'OutOfDiskSpace', errmsg: 'no room' });
  for (const [what, onOperation] of Object.entries({ 'when their connection breaks': lose, 'for a full disk': refuse }))
    it(`fail, each of them, ${what}: nobody takes for stored what is not`, async () => {
      const failed = await failAsAway(onOperation, (database) => {
        const insert = batchedInserts(database.collection<{ _id: string }>(collection.collectionName));
        return ids.map((_id) => insert({ _id }));
      });
      expect(failed).to.deep.equal(ids.map(() => true));
      expect(await collection.countDocuments()).to.equal(0);
    });
});
