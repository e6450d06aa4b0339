// Loaded into a process by NODE_OPTIONS=--import: kills it at named points, so that the product needs no hook for it.
// DIE_AT names a folder with points.json, a list of the points of test/faults/points/points.ts, each with the trx that it
// is about. Whoever gets to a point first leaves a file with its pid under the point's name and stands still there; a
// process that stands at as many as DIE_TOGETHER says kills itself.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Collection } from 'mongodb';
import { Agent } from 'undici';

const { DIE_AT: folder = '', DIE_AS: role, DIE_TOGETHER: together } = process.env;
const points = JSON.parse(readFileSync(join(folder, 'points.json'), 'utf8')).filter(({ process }) => process === role);
let reached = 0;

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

/**
 * Whether whoever makes a call is to stand still here for good.
 * @param text gives the call's arguments
 */
function isHeld(when, call, text) {
  const here = points.filter((point) => point.when === when && point.call === call);
  const point = here.find(({ trx, holding = '' }) => isAbout(text(), trx) && text().includes(holding));
  if (!point || !isFirstAt(point)) return false;
  reached += 1;
  if (reached === Number(together)) process.kill(process.pid, 'SIGKILL');
  return true;
}

const never = () => new Promise(() => undefined);

/** Passes the points before and after every call of a method that gives a promise. */
function watch(prototype, method, nameOf, textOf) {
  const original = prototype[method];
  prototype[method] = function (...args) {
    const call = nameOf(this, args);
    const text = () => textOf(args);
    if (isHeld('before', call, text)) return never();
    const result = original.apply(this, args);
    if (!points.some((point) => point.when === 'after' && point.call === call)) return result;
    return result.then((value) => (isHeld('after', call, text) ? never() : value));
  };
}

for (const method of ['insertOne', 'updateOne', 'bulkWrite'])
  watch(Collection.prototype, method, ({ collectionName }) => `${collectionName}.${method}`, JSON.stringify);

// BullMQ's commands are scripts; their arguments are packed, with ids in plain.
const isScript = (name) => ['eval', 'evalsha'].includes(name);
watch(
  Redis.prototype,
  'sendCommand',
  (_redis, [{ name }]) => `redis.${isScript(name) ? 'script' : name}`,
  ([{ args }]) => args.map(String).join(' '),
);

const dispatch = Agent.prototype.dispatch;
Agent.prototype.dispatch = function (options, handler) {
  const text = () => JSON.stringify([options.path, options.headers, options.body]);
  if (isHeld('before', 'http', text)) return true;
  const { onHeaders } = handler;
  handler.onHeaders = (...args) => {
    if (!isHeld('after', 'http', text)) return onHeaders.apply(handler, args);
    handler.onData = handler.onComplete = handler.onError = () => true; // nor may a timeout go on
    return true;
  };
  return dispatch.call(this, options, handler);
};
