// Loaded into a process by NODE_OPTIONS=--import: kills it at named points, so that the product needs no hook for it.
// DIE_AT names a folder with points.json, a list of the points of test/faults/points/points.ts, each with the trx that it
// is about. Whoever gets to a point first leaves a file with its pid under the point's name and is dead for that payment:
// nothing more that it would do for it is done. A process that has come to as many as DIE_TOGETHER says kills itself.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Collection } from 'mongodb';
import { Agent } from 'undici';

const { DIE_AT: folder = '', DIE_AS: role, DIE_TOGETHER: together } = process.env;
const points = JSON.parse(readFileSync(join(folder, 'points.json'), 'utf8')).filter(({ process }) => process === role);

function isFirstAt({ name }) {
  try {
    writeFileSync(join(folder, name), String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Ids of events and deliveries have the trx without its dashes. */
const isAbout = (text, trx) => text.includes(trx) || text.includes(trx.replaceAll('-', ''));

/** What this process is dead for. */
const dead = new Set();
const isDead = (text) => [...dead].some((trx) => isAbout(text, trx));

/** Passes the points before or after a call. @param text the call's arguments */
function pass(when, call, text) {
  const here = points.filter((point) => point.when === when && point.call === call);
  const isHere = ({ trx, holding = '' }) => isAbout(text, trx) && text.includes(holding);
  // One write may be about several payments, over some of which another process has died before.
  const point = here.find((each) => isHere(each) && !dead.has(each.trx) && isFirstAt(each));
  if (!point) return;
  dead.add(point.trx);
  if (dead.size === Number(together)) process.kill(process.pid, 'SIGKILL');
}

const never = () => new Promise(() => undefined);

// Writes of several payments share round trips: those that this process is dead for are left out, and nobody is told, so
// that the others go on.
const DRIVER = {
  insertOne: 'insert',
  insertMany: 'insert',
  updateOne: 'update',
  updateMany: 'update',
  bulkWrite: 'update',
};
for (const [method, kind] of Object.entries(DRIVER)) {
  const original = Collection.prototype[method];
  Collection.prototype[method] = async function (first, ...more) {
    const call = `${this.collectionName}.${kind}`;
    const parts = Array.isArray(first) ? first : [first];
    const textOf = (part) => JSON.stringify([part, ...more]);
    for (const part of parts) pass('before', call, textOf(part));
    const left = parts.filter((part) => !isDead(textOf(part)));
    // Notifications are numbered by their order: none of them can be left out alone, and the sweeper stores the others.
    if (call === 'ipn_deliveries.insert' && left.length < parts.length) throw new Error('One of these is dead here');
    const result = left.length > 0 ? await original.call(this, Array.isArray(first) ? left : first, ...more) : null;
    for (const part of parts) pass('after', call, textOf(part));
    if (left.length === parts.length) return result;
    return { matchedCount: (result?.matchedCount ?? 0) + parts.length - left.length };
  };
}

// BullMQ's commands are scripts; their arguments are packed, with ids in plain.
const sendCommand = Redis.prototype.sendCommand;
Redis.prototype.sendCommand = function (...args) {
  const [{ name, args: given }, pipeline] = args;
  if (pipeline) return sendCommand.apply(this, args); // it asks about many payments at once and changes nothing
  const call = ['eval', 'evalsha'].includes(name) ? 'redis.script' : `redis.${name}`;
  const text = given.map(String).join(' ');
  pass('before', call, text);
  if (isDead(text)) return never();
  const result = sendCommand.apply(this, args);
  if (!points.some((point) => point.when === 'after' && point.call === call)) return result;
  return result.then((value) => {
    pass('after', call, text);
    return isDead(text) ? never() : value;
  });
};

// Gateways are called by request(), which hears of the answer by onHeaders. No point comes after a merchant's answer.
const dispatch = Agent.prototype.dispatch;
Agent.prototype.dispatch = function (options, handler) {
  const text = JSON.stringify([options.path, options.headers, options.body]);
  pass('before', 'http', text);
  if (isDead(text)) return true;
  const { onHeaders } = handler;
  handler.onHeaders = (...args) => {
    pass('after', 'http', text);
    if (!isDead(text)) return onHeaders.apply(handler, args);
    handler.onData = handler.onComplete = handler.onError = () => true; // nor may a timeout go on
    return true;
  };
  return dispatch.call(this, options, handler);
};
