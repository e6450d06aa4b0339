import { expect } from 'chai';
import { MongoClient, type CommandStartedEvent } from 'mongodb';
import { connectDatabase, isDatabaseAway, mongoClient } from '../src/database.js';
import { sharedInserts } from '../src/shared-inserts.js';
import { startMongoProxy } from './support/mongo-proxy.js';

describe('inserts that share round trips', () => {
  const collection = mongoClient.db().collection<{ _id: string; by?: string }>('shared_inserts');
  before(connectDatabase);
  afterEach(() => collection.deleteMany({}));

  const ids = Array.from({ length: 40 }, (_, no) => `document-${no}`);

  it('are few however many there are', async () => {
    let commands = 0;
    const count = ({ commandName }: CommandStartedEvent) => void (commands += commandName === 'insert' ? 1 : 0);
    const insert = sharedInserts(collection);
    mongoClient.on('commandStarted', count);
    const inserted = await Promise.all(ids.map((_id) => insert({ _id })));
    mongoClient.off('commandStarted', count);
    expect(inserted).to.deep.equal(ids.map(() => true));
    expect(await collection.countDocuments()).to.equal(ids.length);
    expect(commands).to.equal(3);
  });

  it('go in one order, so that no two of the same documents wait for each other', async () => {
    const sent: string[][] = [];
    const note = ({ commandName, command }: CommandStartedEvent) => {
      if (commandName === 'insert') sent.push((command.documents as { _id: string }[]).map(({ _id }) => _id)); // ours
    };
    const insert = sharedInserts(collection);
    mongoClient.on('commandStarted', note);
    await Promise.all(ids.toReversed().map((_id) => insert({ _id })));
    mongoClient.off('commandStarted', note);
    expect(sent.flat()).to.have.members(ids);
    for (const together of sent) expect(together).to.deep.equal(together.toSorted());
  });

  it('have one winner each when many insert the same, and only the winner is told so', async () => {
    const writers = ['a', 'b', 'c', 'd'].map((by) => ({ by, insert: sharedInserts(collection) }));
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
    const insert = sharedInserts(collection);
    const tooLarge = 'x'.repeat(17_000_000); // MongoDB takes 16 MB
    const outcomes = await Promise.allSettled([insert({ _id: 'first' }), insert({ _id: 'large', by: tooLarge })]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected']);
    expect(await insert({ _id: 'next' })).to.equal(true);
  });

  const lose = () => {
    throw new Error('The connection was reset');
  };
  const refuse = () => ({ ok: 0, code: 14_031, codeName: 'OutOfDiskSpace', errmsg: 'no room' });
  for (const [what, onOperation] of Object.entries({ 'when their connection breaks': lose, 'for a full disk': refuse }))
    it(`fail, each of them, ${what}: nobody takes for stored what is not`, async () => {
      const { MONGODB_URI = '' } = process.env;
      const proxy = await startMongoProxy(MONGODB_URI);
      const client = await new MongoClient(proxy.through(MONGODB_URI)).connect();
      proxy.onOperation = onOperation;
      const insert = sharedInserts(client.db().collection<{ _id: string }>(collection.collectionName));
      const outcomes = await Promise.allSettled(ids.map((_id) => insert({ _id })));
      await client.close();
      expect(outcomes.map((one) => one.status === 'rejected' && isDatabaseAway(one.reason))).to.deep.equal(
        ids.map(() => true),
      );
      expect(await collection.countDocuments()).to.equal(0);
    });
});
