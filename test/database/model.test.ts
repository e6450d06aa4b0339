import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { defineModel } from '../../src/database/model.js';
import {
  bytes,
  date,
  flag,
  listOf,
  mapOf,
  mixed,
  nullable,
  number,
  optional,
  schemaOf,
  subdocument,
  text,
} from '../../src/database/schema.js';
import { Binary, type Document } from '../../src/database/driver.js';

interface Part {
  name: string;
  at?: Date;
}

interface Thing {
  _id: string;
  name: string;
  count: number;
  on: boolean;
  at: Date;
  gone: Date | null;
  content: Binary;
  part: Part;
  maybe?: Part;
  parts: Part[];
  words: string[];
  prices: Record<string, number>;
  details: Record<string, unknown>;
}

const part = subdocument<Part>({ name: text, at: optional(date) });

const things = defineModel<Thing>(
  'model_test',
  schemaOf<Thing>({
    _id: text,
    name: text,
    count: number,
    on: flag,
    at: date,
    gone: nullable(date),
    content: bytes,
    part,
    maybe: optional(part),
    parts: listOf(part),
    words: listOf(text),
    prices: mapOf(number),
    details: mixed(),
  }),
);

/** With everything that mongoose is known to add, drop or convert where it is let: see OPTIONS in schema.ts. */
const aThing = (): Thing => ({
  _id: randomUUID(),
  name: '',
  count: 0.5,
  on: false,
  at: new Date(0),
  gone: null,
  content: new Binary(Buffer.from([0, 255])),
  part: { name: 'one' },
  parts: [{ name: 'two', at: new Date(1) }],
  words: [],
  prices: {},
  details: { empty: {}, list: [null, { deep: 1 }], 'a-b': null },
});

describe('a model', () => {
  const stored = mongoClient.db().collection<Thing>('model_test');
  before(connectDatabase);
  afterEach(() => stored.deleteMany({}));

  const isRefused = async (write: PromiseLike<unknown>, as: RegExp): Promise<void> => {
    const error: unknown = await write.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(String(error)).to.match(as);
  };

  it('stores exactly what it is given, in its order', async () => {
    const thing = aThing();
    await things.insertOne(thing);
    const found = await stored.findOne();
    expect(found).to.deep.equal(thing);
    expect(Object.keys(found ?? {})).to.deep.equal(Object.keys(thing));
  });

  it('gives plain objects, as the driver does', async () => {
    await stored.insertOne(aThing());
    const plain = await stored.findOne();
    expect(await things.findOne({})).to.deep.equal(plain);
    expect(await things.find().sort({ _id: 1 }).limit(1)).to.deep.equal([plain]);
    expect(await things.findOneAndUpdate({}, { $set: { count: 2 } }, { returnDocument: 'after' })).to.deep.equal({
      ...plain,
      count: 2,
    });
  });

  /** What the compiler would not let pass, as what it cannot see through. */
  const WRONG: [what: string, change: Document, as: RegExp][] = [
    ['a field that is in no schema', { colour: 'red' }, /`colour` is not in schema/],
    ['one inside another', { part: { name: 'x', colour: 'red' } }, /Cast to Embedded .+ of "StrictModeError"/s],
    [
      'one in an item of a list',
      { parts: [{ name: 'x', colour: 'red' }] },
      /Cast to embedded .+ of "StrictModeError"/s,
    ],
    ['a text that is a number', { name: 5 }, /Cast to string failed/],
    ['a number that is a text', { count: '5' }, /Cast to Number failed/],
    ['a date that is a text', { at: '2026-01-01' }, /Cast to date failed/],
    ['a list that is none', { words: 'x' }, /Cast to Array failed/],
    ['null where it says nothing of null', { maybe: null }, /`maybe` does not allow null/],
  ];
  for (const [what, change, as] of WRONG) {
    it(`inserts nothing that has ${what}`, async () => {
      await isRefused(things.insertOne({ ...aThing(), ...change }), as);
      expect(await stored.countDocuments()).to.equal(0);
    });

    it(`updates nothing to have ${what}`, async () => {
      const thing = aThing();
      await stored.insertOne(thing);
      const update = { $set: change };
      const { _id } = thing;
      await isRefused(things.updateOne({ _id }, update), as);
      await isRefused(things.updateMany({ _id }, update), as);
      await isRefused(things.findOneAndUpdate({ _id }, update), as);
      await isRefused(things.replaceOne({ _id }, { ...thing, ...change }), as);
      expect(await stored.findOne()).to.deep.equal(thing);
    });
  }

  it('inserts nothing that lacks a field, be it one that may be null', async () => {
    for (const field of ['name', 'gone', 'parts', 'prices'] as const) {
      const { [field]: _, ...rest } = aThing();
      await isRefused(things.insertOne(rest as Thing), new RegExp(`\`${field}\` is required`)); // the compiler knows better
    }
    expect(await stored.countDocuments()).to.equal(0);
  });

  it('takes no required field away', async () => {
    const thing = aThing();
    await stored.insertOne(thing);
    await isRefused(things.updateOne({ _id: thing._id }, { $unset: { name: true } }), /`name` is required/);
    await things.updateOne({ _id: thing._id }, { $unset: { maybe: true } });
    expect(await stored.findOne()).to.deep.equal(thing);
  });

  it('makes no bulk write of which its schema refuses a part', async () => {
    const set = (_id: string, $set: Document) => ({ updateOne: { filter: { _id }, update: { $set } } });
    const writes = [set('a', { count: 1 }), set('b', { colour: 'red' })];
    await isRefused(things.bulkWrite(writes, { ordered: false, throwOnValidationError: true }), /colour/);
  });

  it('looks for nothing by a field that is in no schema, or by a value of another type', async () => {
    await isRefused(things.findOne({ colour: 'red' }), /colour/);
    await isRefused(things.findOne({ name: { $in: [5] } } as Document), /Cast to string failed/);
  });
});
