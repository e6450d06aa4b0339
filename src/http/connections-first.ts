import type { Server } from 'node:http';

// libuv accepts one connection each time that the event loop turns (since 1.45: Node.js 20 and later). Whoever connects
// waits for all that the turns before have to do, also who would only be refused. So new work is put off while
// connections wait: the turns become short, and all who wait are soon seen.

/** So many connections come for each call that begins although others wait: a flood may not stop what was taken. */
const CONNECTIONS_PER_CALL = 64;
/** Calls that begin together: they share their exchanges with the stores, and a payment costs little more than half. */
const TOGETHER = 16;

const putOff: (() => void)[] = [];
let turning = false;
/** Connections since the last turn, and since calls last began. */
let [came, passed] = [0, 0];

function turn(): void {
  passed += came;
  if (came === 0 || passed >= CONNECTIONS_PER_CALL * TOGETHER) {
    passed = 0;
    for (const begin of putOff.splice(0, TOGETHER)) begin();
  }
  turning = came > 0 || putOff.length > 0; // another turn tells whether another one waits
  came = 0;
  if (turning) setImmediate(turn);
}

/** Has afterConnections() know of the connections of a server. */
export function watchConnections(server: Server): void {
  server.on('connection', () => {
    came++;
    if (turning) return;
    turning = true;
    setImmediate(turn);
  });
}

/** Resolves when no connection waits to be accepted, or when it is this call's turn although some do. */
export const afterConnections = (): Promise<void> =>
  turning ? new Promise((resolve) => putOff.push(resolve)) : Promise.resolve();
