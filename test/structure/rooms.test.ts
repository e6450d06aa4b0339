import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { doorways, drawing, roomOf } from './floors.js';
import { filesBelow, importsOf, namesImportedBy } from './imports.js';

/** Imports that lead from a room through others back to itself; empty when there are none. */
function findCircle(doors: Map<string, Map<string, string>>): string[] {
  const cleared = new Set<string>();
  const walk = (room: string, rooms: string[], imports: string[]): string[] => {
    if (rooms.includes(room)) return imports.slice(rooms.indexOf(room));
    if (cleared.has(room)) return [];
    for (const [next, by] of doors.get(room) ?? []) {
      const circle = walk(next, [...rooms, room], [...imports, by]);
      if (circle.length > 0) return circle;
    }
    cleared.add(room);
    return [];
  };
  return [...doors.keys()].map((room) => walk(room, [], [])).find((circle) => circle.length > 0) ?? [];
}

describe('the rooms of the house', () => {
  it('import each other in one direction only', () => {
    const circle = new Map([
      ['a', new Map([['b', 'a to b']])],
      ['b', new Map([['c', 'b to c']])],
      ['c', new Map([['b', 'c to b']])],
    ]);
    expect(findCircle(circle)).to.deep.equal(['b to c', 'c to b']); // so that the next line can fail
    expect(findCircle(doorways())).to.deep.equal([]);
  });

  it('are drawn in docs/architecture.md as the imports have them', () => {
    const [, drawn] = /```text\n(.*?)\n```/s.exec(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')) ?? [];
    expect(drawn).to.equal(drawing());
  });

  it('each have a line of words there', () => {
    const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    for (const room of doorways().keys())
      if (!room.endsWith('.ts')) expect(text).to.include(`\`${room.replace('src/', '')}/\``);
  });

  it('leave at most three files loose in src/', () => {
    expect(filesBelow('src').filter((file) => dirname(file) === 'src').length).to.be.at.most(3);
  });

  for (const [folder, mayReach] of [
    ['config', ['config']],
    ['src', ['src', 'config']],
    ['workers', ['workers', 'src', 'config']],
  ] as const)
    it(`are reached from outside one way: ${folder} imports ${mayReach.join(', ')} only`, () => {
      const files = filesBelow(folder);
      expect(files.length).to.be.greaterThan(5);
      const others = files.flatMap((file) =>
        importsOf(file)
          .filter((found) => !mayReach.some((allowed) => found.startsWith(`${allowed}/`)))
          .map((found) => `${file} imports ${found}`),
      );
      expect(others).to.deep.equal([]);
    });

  it('know of MongoDB through src/database only', () => {
    const importers = [...filesBelow('src'), ...filesBelow('workers')].filter((file) =>
      namesImportedBy(file).some((name) => ['mongodb', 'mongoose'].includes(name)),
    );
    expect(importers).to.include('src/database/driver.ts'); // so that the next line can fail
    expect(importers.filter((file) => roomOf(file) !== 'src/database')).to.deep.equal([]);
  });
});
