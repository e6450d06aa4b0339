import type { Manner } from '../../test/support/gateway-proxy.js';
import { lose } from '../../test/support/mongo-proxy.js';
import { deleteKeys, fillRedis, keepKeys } from '../../test/support/redis-keys.js';
import { FIRST_ACCOUNT } from './first-account.js';
import type { Tollgate } from '../../test/support/tollgate.js';
import type { FaultyTollgate } from '../../test/faults/faulty-tollgate.js';

/** Something that goes wrong, and is well again when what it gives has been called. */
type Strike = (faulty: FaultyTollgate) => Promise<() => Promise<unknown>>;

export interface FaultKind {
  /** What it strikes: two faults at once never strike the same. */
  target: string;
  strike: Strike;
}

/** Targets that processes cannot start without. */
export const STORES = ['redis', 'mongodb'];

const SIGNALS = { killed: 'SIGKILL', terminated: 'SIGTERM', stopped: 'SIGSTOP' } as const;

const lastLinesOf = (tollgate: Tollgate, name: string): string => tollgate.logs(name).split('\n').slice(-6).join('\n');

const signalled = (name: string, signal: (typeof SIGNALS)[keyof typeof SIGNALS]): FaultKind => ({
  target: name,
  strike: async ({ tollgate }) => {
    if (!(name in tollgate.pids())) throw new Error(`${name} has ended by itself:\n${lastLinesOf(tollgate, name)}`);
    const ended = tollgate.kill(name, signal);
    if (signal === 'SIGSTOP') return () => tollgate.kill(name, 'SIGCONT');
    return async () => {
      await ended;
      await tollgate.start(name);
    };
  },
});

const processFaults = (name: string): [string, FaultKind][] =>
  Object.entries(SIGNALS).map(([how, signal]) => [`${name} ${how}`, signalled(name, signal)]);

const RIGHT = { clockMs: 0, dns: true };

/** A quarter of an hour, where a quarter of an hour of waiting for a customer takes six seconds (run.ts). */
const STEP_MS = 6000;

const inside = (name: string, wrong: Partial<typeof RIGHT>): FaultKind => ({
  target: name,
  strike: async ({ goWrong }) => {
    await goWrong(name, { ...RIGHT, ...wrong });
    return () => goWrong(name, RIGHT);
  },
});

/** It comes back without room for its log, and stays so until it is started anew. */
const withoutRoomForLogs = (name: string): FaultKind => ({
  target: name,
  strike: async ({ tollgate }) => {
    const ended = tollgate.kill(name, 'SIGTERM');
    return async () => {
      await ended;
      await tollgate.start(name, '/dev/full');
    };
  },
});

/** Those that stand beside one that is well. */
const troubledFaults = (name: string): [string, FaultKind][] => [
  [`${name} with a clock that steps ahead`, inside(name, { clockMs: STEP_MS })],
  [`${name} with a clock that steps back`, inside(name, { clockMs: -STEP_MS })],
  [`${name} with a full disk for its log`, withoutRoomForLogs(name)],
];

const gateway = (fault: object): FaultKind => ({
  target: 'sandbox',
  strike: async ({ tollgate }) => {
    await tollgate.faults(fault);
    return () => tollgate.faults({ mode: 'none' });
  },
});

/** While the first account is struck, the others at the same gateway are well. */
const ofFirst = (fault: object): FaultKind => gateway({ ...fault, account: FIRST_ACCOUNT });

const answering = (manner: Manner): FaultKind => ({
  target: 'sandbox',
  strike: async ({ gateway: proxy }) => {
    Object.assign(proxy, { manner, share: 0.7 });
    return async () => void (proxy.manner = 'well');
  },
});

const store = (name: 'redis' | 'mongodb', how: 'cut' | 'freeze'): FaultKind => ({
  target: name,
  strike: async (faulty) => {
    await faulty[name][how]();
    return () => faulty[name].restore();
  },
});

const onOperations = (onOperation: FaultyTollgate['mongodb']['onOperation']): FaultKind => ({
  target: 'mongodb',
  strike: async ({ mongodb }) => {
    mongodb.onOperation = onOperation;
    return async () => void (mongodb.onOperation = () => undefined);
  },
});

const slowly = () => new Promise<void>((resolve) => setTimeout(resolve, 400));

/** The first of every so many: which ones they are is up to the moment. */
const each = (nth: number, happen: () => void) => {
  let count = 0;
  return () => {
    if (++count % nth === 0) happen();
  };
};

const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

/** A server that serves reads and refuses every write. */
const refusingWrites = (code: number, codeName: string): FaultKind =>
  onOperations(({ command }) =>
    WRITES.includes(command) ? { ok: 0, code, codeName, errmsg: `refused: ${codeName}` } : undefined,
  );

/** The processes that are struck; those with a second of their kind stand in for one another. */
const STRUCK = ['web', 'web-2', 'payments', 'payments-2', 'ipn', 'ipn-2', 'sandbox'];

/** Every fault, by its name in the log. */
export const FAULTS: Record<string, FaultKind> = {
  ...Object.fromEntries(STRUCK.flatMap(processFaults)),
  ...Object.fromEntries(['web-2', 'payments-2', 'ipn-2'].flatMap(troubledFaults)),
  'ipn finds no names': inside('ipn', { dns: false }),
  'ipn-2 finds no names': inside('ipn-2', { dns: false }),
  'redis frozen': store('redis', 'freeze'),
  'redis cut': store('redis', 'cut'),
  'redis emptied': {
    target: 'redis',
    strike: async ({ tollgate }) => {
      await deleteKeys(tollgate.queuePrefix);
      return async () => undefined;
    },
  },
  'redis full': { target: 'redis', strike: () => fillRedis() },
  'redis back with old data': {
    target: 'redis',
    strike: async ({ tollgate, redis }) => {
      const putBack = await keepKeys(tollgate.queuePrefix);
      return async () => {
        await redis.cut();
        await putBack();
        await redis.restore();
      };
    },
  },
  'mongodb frozen': store('mongodb', 'freeze'),
  'mongodb cut': store('mongodb', 'cut'),
  'mongodb slow': onOperations(slowly),
  'mongodb loses some operations': onOperations(each(5, lose)),
  'mongodb with a full disk': refusingWrites(14_031, 'OutOfDiskSpace'),
  'mongodb no longer the primary': refusingWrites(10_107, 'NotWritablePrimary'),
  'gateway fails before it works': answering('fails before it works'),
  'gateway fails when it has worked': answering('fails when it has worked'),
  'gateway answers with garbage': answering('garbage'),
  'gateway hears everything twice, and answers twice': answering('twice'),
  'gateway hangs before it works': gateway({ mode: 'hang', share: 0.7 }),
  'gateway hangs when it has worked': gateway({ mode: 'hang', when: 'after', share: 0.7 }),
  'gateway resets before it works': gateway({ mode: 'reset', share: 0.7 }),
  'gateway resets when it has worked': gateway({ mode: 'reset', when: 'after', share: 0.7 }),
  'gateway refuses': gateway({ mode: 'refuse' }),
  'first account refuses': ofFirst({ mode: 'refuse' }),
  'first account hangs before it works': ofFirst({ mode: 'hang', share: 0.7 }),
  'first account hangs when it has worked': ofFirst({ mode: 'hang', when: 'after', share: 0.7 }),
  'first account resets when it has worked': ofFirst({ mode: 'reset', when: 'after', share: 0.7 }),
  'gateway slow': gateway({ mode: 'slow', ms: 700 }),
  'gateway calls nobody back': gateway({ mode: 'none', callbacks: false }),
};
