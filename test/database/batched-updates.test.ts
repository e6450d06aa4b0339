import { expect } from 'chai';
import type { CommandStartedEvent } from 'mongodb';
import { randomUUID } from 'node:crypto';
import type { DocumentChange } from '../../src/database/conditional-update.js';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { batchedUpdates } from '../../src/database/batched-updates.js';
import { failAsAway } from '../support/fail-as-away.js';
import { lose } from '../support/mongo-proxy.js';

interface Counted {
  _id: string;
  version: number;
  by: string[];
}

const WRITERS = 8;
const DOCUMENTS = 40;

describe('conditional updates that share round trips', () => {
  const collection = mongoClient.db().collection<Counted>('batched_updates');
  before(connectDatabase);
  afterEach(() => collection.deleteMany({}));

  /** Writers as if each were a process of its own. */
  const writer = () => {
    const update = batchedUpdates(collection);
    return (_id: string, version: number) => {
      const id = randomUUID();
      return update({ _id, version }, { change: { append: { by: id } }, updateId: { by: id } }).then((made) =>
        made ? [id] : [],
      );
    };
  };
  const documents = Array.from({ length: DOCUMENTS }, (_, no) => ({ _id: `document-${no}`, version: 1, by: [] }));

  it('have exactly one winner each, and only the winner is told so', async () => {
    await collection.insertMany(structuredClone(documents));
    const writers = Array.from({ length: WRITERS }, writer);
    const ids = documents.flatMap(({ _id }) => writers.map((write) => ({ _id, write })));
    ids.sort(() => Math.random() - 0.5);
    const told = new Map(documents.map(({ _id }) => [_id, [] as string[]]));
    await Promise.all(ids.map(async ({ _id, write }) => told.get(_id)?.push(...(await write(_id, 1)))));
    for (const { _id, version, by } of await collection.find().toArray()) {
      expect(version).to.equal(2);
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

  it('are not told made because another document has the same updateId', async () => {
    await collection.insertMany(structuredClone(documents));
    const update = batchedUpdates(collection);
    const updateId = { by: 'both' };
    const write = (_id: string, version: number) =>
      update({ _id, version }, { change: { append: updateId }, updateId });
    const made = await Promise.all([
      write('document-0', 1), // alone, as the second: the others go together
      write('document-1', 1),
      write('document-2', 1),
      write('document-3', 2),
    ]);
    expect(made).to.deep.equal([true, true, true, false]);
  });

  it('do together what each does alone', async () => {
    interface Told {
      _id: string;
      version: number;
      about?: object;
      note?: string | null;
      lines: string[];
      last: number[];
    }
    const told = mongoClient.db().collection<Told>('batched_updates');
    const update = batchedUpdates(told, { last: 3 });
    const changes: DocumentChange<Told>[] = [
      { set: { note: 'again' } },
      { set: { about: { new: [1, { of: '$date' }], none: null } } },
      { set: { note: '$about', about: { at: new Date(), why: '$$ROOT' } }, append: { lines: '$own' } },
      { set: { note: null }, unset: ['about'] },
      { unset: ['note', 'about'], append: { lines: 'another', last: 4 } },
      { append: { last: 5 } },
    ];
    const before = { version: 3, about: { old: true }, note: 'first', lines: ['one'], last: [1, 2, 3] };
    const after = async (ids: string[], makeAll: (ids: string[]) => Promise<unknown>) => {
      await told.insertMany(ids.map((_id) => ({ _id, ...structuredClone(before) })));
      await makeAll(ids);
      return Promise.all(ids.map((_id) => told.findOne({ _id }, { projection: { _id: 0 } })));
    };
    const make = (_id: string, index: number) =>
      update({ _id, version: 3 }, { change: changes[index % changes.length] ?? {}, updateId: { version: 4 } });
    const idsOf = (how: string) => Array.from({ length: 3 * changes.length }, (_, no) => `${how}-${no}`);
    const alone = await after(idsOf('alone'), async (ids) => {
      for (const [index, id] of ids.entries()) expect(await make(id, index)).to.equal(true);
    });
    const together = await after(idsOf('together'), async (ids) => {
      expect(await Promise.all(ids.map(make))).to.deep.equal(ids.map(() => true));
    });
    expect(together).to.deep.equal(alone);
    expect(alone.slice(0, 6).map((one) => one?.last)).to.deep.equal([
      ...[1, 2, 3, 4].map(() => [1, 2, 3]),
      [2, 3, 4],
      [2, 3, 5],
    ]);
  });

  it('go in one order, so that no two of the same documents wait for each other', async () => {
    await collection.insertMany(structuredClone(documents));
    const sent: string[][] = [];
    const note = ({ commandName, command }: CommandStartedEvent) => {
      if (commandName !== 'update') return;
      for (const { q } of command.updates as { q: { _id: string | { $in: string[] } } }[])
        // the driver's own command
        sent.push(typeof q._id === 'string' ? [q._id] : q._id.$in);
    };
    const write = writer();
    mongoClient.on('commandStarted', note);
    await Promise.all(documents.toReversed().map(({ _id }) => write(_id, 1)));
    mongoClient.off('commandStarted', note);
    expect(sent.flat()).to.have.members(documents.map(({ _id }) => _id));
    for (const together of sent) expect(together).to.deep.equal(together.toSorted());
  });

  it('are one statement for all that change the same fields', async () => {
    await collection.insertMany(structuredClone(documents));
    const statements: number[] = [];
    const count = ({ commandName, command }: CommandStartedEvent) => {
      if (commandName === 'update') statements.push((command.updates as unknown[]).length); // the driver's own command
    };
    const write = writer();
    mongoClient.on('commandStarted', count);
    await Promise.all(documents.map(({ _id }) => write(_id, 1)));
    mongoClient.off('commandStarted', count);
    expect(statements).to.deep.equal([1, 1, 1]); // two alone, and the others
  });

  it('are made though one beside them is refused, which is told so', async () => {
    await collection.insertMany(structuredClone(documents));
    const update = batchedUpdates(collection);
    const write = (_id: string, by: string) =>
      update({ _id, version: 1 }, { change: { append: { by } }, updateId: { by } });
    const tooLarge = 'x'.repeat(17_000_000); // MongoDB takes 16 MB
    const outcomes = await Promise.allSettled(
      documents.map(({ _id }, no) => write(_id, no === 20 ? tooLarge : `me-${no}`)),
    );
    expect(outcomes.flatMap(({ status }, no) => (status === 'rejected' ? [no] : []))).to.deep.equal([20]);
    expect(await collection.countDocuments({ version: 2, by: /^me-/ })).to.equal(documents.length - 1);
  });

  it('are told made when a statement beside theirs is refused, though the documents have moved on by then', async () => {
    await collection.insertMany(structuredClone(documents));
    const update = batchedUpdates(collection);
    const outcomes = await Promise.allSettled(
      documents.map(({ _id }, no) => {
        const change = no === 20 ? { set: { version: 9 } } : { append: { by: 'me' } }; // a version is set by no change
        return update({ _id, version: 1 }, { change, updateId: { by: 'me' } });
      }),
    );
    const told = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'refused'));
    expect(told).to.deep.equal(documents.map((_, no) => (no === 20 ? 'refused' : true)));
    expect(await collection.countDocuments({ version: 2, by: ['me'] })).to.equal(documents.length - 1);
  });

  it('tell of a document that is gone that nothing was changed', async () => {
    expect(await writer()('nobody', 1)).to.deep.equal([]);
  });

  it('fail as those do that meet no database, each of them, when their connection breaks', async () => {
    const failed = await failAsAway(lose, (database) => {
      const update = batchedUpdates(database.collection<Counted>(collection.collectionName));
      return documents.map(({ _id, version }) =>
        update({ _id, version }, { change: { append: { by: 'me' } }, updateId: { by: 'me' } }),
      );
    });
    expect(failed).to.deep.equal(documents.map(() => true));
  });
});
