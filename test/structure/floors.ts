import { dirname } from 'node:path';
import { filesBelow, importsOf } from './imports.js';

/** The room that a file of src/ is in: the folder below src/, or itself when it lies loose. */
export const roomOf = (file: string): string =>
  dirname(file) === 'src' ? file : file.split('/').slice(0, 2).join('/');

/** For each room of src/, the rooms that its files import, and one import that does. */
export function doorways(): Map<string, Map<string, string>> {
  const doors = new Map<string, Map<string, string>>();
  for (const file of filesBelow('src')) {
    const into = doors.get(roomOf(file)) ?? new Map<string, string>();
    doors.set(roomOf(file), into);
    for (const target of importsOf(file).filter((found) => found.startsWith('src/')))
      if (roomOf(target) !== roomOf(file)) into.set(roomOf(target), `${file} imports ${target}`);
  }
  return doors;
}

/** The rooms by floor, the lowest first: each imports rooms of lower floors only, at least one of the floor below. */
export function floors(doors: Map<string, Map<string, string>>): string[][] {
  const built: string[][] = [];
  const placed = new Set<string>();
  while (placed.size < doors.size) {
    const floor = [...doors].filter(
      ([room, into]) => !placed.has(room) && [...into.keys()].every((next) => placed.has(next)),
    );
    if (floor.length === 0) throw new Error('Some rooms import each other: rooms.test.ts says which');
    built.push(floor.map(([room]) => room).sort());
    for (const [room] of floor) placed.add(room);
  }
  return built;
}

/** The same as a drawing, the highest floor first. */
export const drawing = (): string =>
  floors(doorways())
    .map((rooms, floor) => `${String(floor).padStart(2)}  ${rooms.map((room) => room.replace('src/', '')).join('  ')}`)
    .reverse()
    .join('\n');
