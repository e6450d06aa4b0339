import { expect } from 'chai';
import { dirname } from 'node:path';
import { filesBelow, importsOf } from './imports.js';

/** The room that a file of src/ is in: the folder below src/, or itself when it lies loose. */
const roomOf = (file: string): string => (dirname(file) === 'src' ? file : file.split('/').slice(0, 2).join('/'));

const SOURCES = filesBelow('src');

/** For each room, the rooms that its files import, and one file that does. */
function doorways(): Map<string, Map<string, string>> {
  const doors = new Map<string, Map<string, string>>();
  for (const file of SOURCES) {
    const room = roomOf(file);
    const into = doors.get(room) ?? new Map<string, string>();
    doors.set(room, into);
    for (const target of importsOf(file).filter((found) => found.startsWith('src/')))
      if (roomOf(target) !== room) into.set(roomOf(target), `${file} imports ${target}`);
  }
  return doors;
}

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

  it('leave at most three files loose in src/', () => {
    expect(SOURCES.filter((file) => dirname(file) === 'src').length).to.be.at.most(3);
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
});
