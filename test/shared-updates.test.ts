import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { connectDatabase, mongoClient } from '../src/database.js';
import { sharedUpdates } from '../src/shared-updates.js';
import { failAsAway } from './support/fail-as-away.js';
import { lose } from './support/mongo-proxy.js';

interface Counted {
  _id: string;
  gen: number;
  by: string[];
}

const WRITERS = 8;
const DOCUMENTS = 40;

describe('conditional updates that share round trips', () => {
  const collection = mongoClient.db().collection<Counted>('shared_updates');
  before(connectDatabase);
  afterEach(() => collection.deleteMany({}));

  /** Writers as if each were a process of its own. */
  const writer = () => {
    const update = sharedUpdates(collection);
    return (_id: string, gen: number) => {
      const id = randomUUID();
      return update({ _id, gen, update: { $push: { by: id } }, mark: { by: id } }).then((made) => (made ? [id] : []));
    };
  };
  const documents = Array.from({ length: DOCUMENTS }, (_, no) => ({ _id: `document-${no}`, gen: 1, by: [] }));

  it('have exactly one winner each, and only the winner is told so', async () => {
    await collection.insertMany(structuredClone(documents));
    const writers = Array.from({ length: WRITERS }, writer);
    const ids = documents.flatMap(({ _id }) => writers.map((write) => ({ _id, write })));
    ids.sort(() => Math.random() - 0.5);
    const told = new Map(documents.map(({ _id }) => [_id, [] as string[]]));
    await Promise.all(ids.map(async ({ _id, write }) => told.get(_id)?.push(...(await write(_id, 1)))));
    for (const { _id, gen, by } of await collection.find().toArray()) {
      expect(gen).to.equal(2);
      expect(by).to.have.length(1).and.deep.equal(told.get(_id));
    }
  });

  it('are made one after the other by one who asks for two of the same document at once', async () => {
    await collection.insertMany(structuredClone(documents));
    const write = writer();
    const [, first, second] = await Promise.all([
      write('document-9', 1),
      write('document-0', 1),
      write('document-0', 2),
    ]);
    expect((await collection.findOne({ _id: 'document-0' }))?.by).to.deep.equal([...(first ?? []), ...(second ?? [])]);
  });

  it('are not told made because another document has the same mark', async () => {
    await collection.insertMany(structuredClone(documents));
    const update = sharedUpdates(collection);
    const mark = { by: 'both' };
    const write = (_id: string, gen: number) => update({ _id, gen, update: { $push: mark }, mark });
    const made = await Promise.all([
      write('document-0', 1), // alone, as the second: the others go together
      write('document-1', 1),
      write('document-2', 1),
      write('document-3', 2),
    ]);
    expect(made).to.deep.equal([true, true, true, false]);
  });

  it('tell of a document that is gone that nothing was changed', async () => {
    expect(await writer()('nobody', 1)).to.deep.equal([]);
  });

  it('fail as those do that meet no database, each of them, when their connection breaks', async () => {
    const failed = await failAsAway(lose, (database) => {
      const update = sharedUpdates(database.collection<Counted>(collection.collectionName));
      return documents.map(({ _id, gen }) => update({ _id, gen, update: { $push: { by: 'me' } }, mark: { by: 'me' } }));
    });
    expect(failed).to.deep.equal(documents.map(() => true));
  });
});
