import { expect } from 'chai';
import { newestFirst, newestOfFew, readCursor, writeCursor, type Place } from '../../src/console/api/newest-first.js';
import { PAGE } from '../../src/database/cursor.js';

interface Thing {
  _id: string;
  createdAt: Date;
}

const AGES = { second: 1000, day: 86_400_000, year: 31_536_000_000 };

/**
 * A stand-in for a collection that does what the query says and counts what each stretch would have had to sort. Like an
 * index it looks only at what was created in the stretch: the things come newest first.
 */
function aCollection(things: Thing[]) {
  const sorted: number[] = [];
  const times = things.map(({ createdAt }) => createdAt.getTime());
  const olderThan = (moment: number) => {
    const place = times.findIndex((time) => time < moment);
    return place < 0 ? things.length : place;
  };
  type Look = Parameters<typeof newestFirst<Thing>>[0];
  const look: Look = async ({ createdAt: { $gte, $lte } = {}, $or: rest }, limit) => {
    const [older, lower] = rest ?? [];
    const stretch = things.slice($lte ? olderThan($lte.getTime() + 1) : 0, $gte && olderThan($gte.getTime()));
    const found = stretch.filter(
      ({ _id, createdAt }) => !older || !lower || createdAt < older.createdAt.$lt || _id < lower._id.$lt,
    );
    sorted.push(found.length);
    const newest = (a: Thing, b: Thing) => b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1);
    return found.sort(newest).slice(0, limit);
  };
  return { look, sorted };
}

const things = (count: number, every: number): Thing[] =>
  Array.from({ length: count }, (_, i) => ({
    _id: String(count - i).padStart(6, '0'),
    createdAt: new Date(Date.now() - i * every),
  }));

async function everyPage(list: typeof newestFirst<Thing>, all: Thing[]) {
  const { look, sorted } = aCollection(all);
  const pages: string[][] = [];
  let cursor: Place | undefined;
  do {
    const { page, nextCursor } = await list(look, cursor);
    pages.push(page.map(({ _id }) => _id));
    cursor = nextCursor === null ? undefined : (readCursor(nextCursor) ?? undefined);
  } while (cursor);
  return { pages, sorted };
}

describe('a list by age', () => {
  const ids = (all: Thing[]) => all.map(({ _id }) => _id);

  for (const [name, every] of Object.entries(AGES))
    it(`gives each thing once, newest first, when there is one every ${name}`, async () => {
      const all = things(Math.min(2 * PAGE + 7, Math.floor((6 * AGES.year) / every)), every);
      const { pages } = await everyPage(newestFirst, all);
      expect(pages.flat()).to.deep.equal(ids(all));
      expect(pages.slice(0, -1).every((page) => page.length === PAGE)).to.equal(true);
    });

  it('never has to sort much more than a page, however long it is', async () => {
    const { pages, sorted } = await everyPage(newestFirst, things(20_000, 700));
    expect(pages.length).to.equal(400);
    expect(Math.max(...sorted)).to.be.below(10 * PAGE);
  });

  it('goes on within one moment that has more than a page', async () => {
    const at = new Date(Date.now() - AGES.day);
    const all = things(PAGE + 3, 0).map(({ _id }) => ({ _id, createdAt: at }));
    for (const list of [newestFirst<Thing>, newestOfFew<Thing>])
      expect((await everyPage(list, all)).pages).to.deep.equal([ids(all).slice(0, PAGE), ids(all).slice(PAGE)]);
  });

  it('reads nothing outside of its bounds', async () => {
    const all = things(30, AGES.day);
    const [from, before] = [new Date(Date.now() - 20.5 * AGES.day), new Date(Date.now() - 10.5 * AGES.day)];
    const { look, sorted } = aCollection(all);
    const { page, nextCursor } = await newestFirst(look, undefined, { from, before });
    expect(ids(page)).to.deep.equal(ids(all.slice(11, 21)));
    expect(nextCursor).to.equal(null);
    expect(sorted.reduce((sum, each) => sum + each, 0)).to.equal(10);
  });

  it('has what a clock ahead of ours has written', async () => {
    const all = [{ _id: 'a', createdAt: new Date(Date.now() + AGES.day) }];
    expect((await everyPage(newestFirst, all)).pages).to.deep.equal([['a']]);
  });

  it('ends with a full page when nothing is left', async () => {
    expect((await everyPage(newestFirst, things(PAGE, 1000))).pages).to.have.length(1);
  });

  it('reads its own cursors and no others', () => {
    const place = { at: new Date(1_700_000_000_000), id: 'x' };
    expect(readCursor(writeCursor(place))).to.deep.equal(place);
    const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const wrong of [
      '',
      'x',
      written(null),
      written([1]),
      written(['1', 'x']),
      written([9e15, 'x']),
      written([1, {}]),
    ])
      expect(readCursor(wrong), wrong).to.equal(null);
  });
});
