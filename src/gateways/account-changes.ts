import { changesOf } from '../redis/changes.js';

/** For every process, which routes by what it keeps in memory: see accounts.ts. */
export const { announce: announceAccountChange, on: onAccountChange } = changesOf('account');
