import { once } from 'node:events';
import { redis } from '../../redis/client.js';
import type { RedisClient } from '../../redis/connection.js';
import { keyOf } from '../../redis/keys.js';
import { countGrant, keepToken, uncountGrant } from './token-record.js';

/**
 * bKash blocks for an hour whoever asks for more than two tokens within one. So all processes share one for each account,
 * in a hash in Redis: the token, who is asking for the next one and until when that may take, and when each was asked for.
 * By Redis' own clock, in milliseconds. What Redis must not forget stands in MongoDB too (token-record.ts).
 */
const MOST_GRANTS = 2;
/** An hour, and a minute more: a question counts here when it is sent, and at bKash when it arrives. */
const WINDOW_MS = 3_660_000;

// A token that is there and good is given; else whoever comes first is to ask for one, while the others wait. Whoever is to
// ask is counted before: an answer that is lost has been given all the same.
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local me, refused, lock, window, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local of = redis.call('HMGET', KEYS[1], 'id', 'token', 'renewAt', 'endsAt', 'lockedBy', 'lockedUntil', 'grants')
local renewAt, endsAt, lockedUntil = tonumber(of[3]) or 0, tonumber(of[4]) or 0, tonumber(of[6]) or 0
local usable = of[2] and endsAt > now and of[1] ~= refused
local function held(renewIn)
  return { 'held', of[1], of[2], string.format('%d', renewIn), string.format('%d', endsAt - now) }
end
if usable and renewAt > now then return held(renewAt - now) end
if of[5] and lockedUntil > now then
  if of[5] == me then return { 'grant', string.format('%d', now) } end
  if usable then return held(math.min(1000, endsAt - now)) end
  return { 'wait' }
end
local grants = {}
for at in string.gmatch(of[7] or '', '%d+') do
  if tonumber(at) > now - window then table.insert(grants, at) end
end
if #grants >= most then
  local freeIn = tonumber(grants[1]) + window - now
  if usable then return held(math.min(freeIn, endsAt - now)) end
  return { 'limit', string.format('%d', freeIn) }
end
table.insert(grants, string.format('%d', now))
redis.call('HSET', KEYS[1], 'lockedBy', me, 'lockedUntil', string.format('%d', now + lock), 'grants', table.concat(grants, ','))
redis.call('PEXPIRE', KEYS[1], 2 * window)
return { 'grant', string.format('%d', now) }
`;

const PUT = `
if redis.call('HGET', KEYS[1], 'lockedBy') ~= ARGV[1] then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'id', ARGV[1], 'token', ARGV[2],
  'renewAt', string.format('%d', now + ARGV[3]), 'endsAt', string.format('%d', now + ARGV[4]))
redis.call('HDEL', KEYS[1], 'lockedBy', 'lockedUntil')
return now
`;

// What Redis has forgotten is put back: whoever was to ask for a token looks again.
const RECALL = `
if redis.call('HGET', KEYS[1], 'lockedBy') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'grants', ARGV[2])
if ARGV[3] ~= '' then
  redis.call('HSET', KEYS[1], 'id', ARGV[3], 'token', ARGV[4], 'renewAt', ARGV[5], 'endsAt', ARGV[6])
end
redis.call('HDEL', KEYS[1], 'lockedBy', 'lockedUntil')
return 1
`;

// Nobody was asked: then the last of those that are counted is none.
const RELEASE = `
if redis.call('HGET', KEYS[1], 'lockedBy') ~= ARGV[1] then return 0 end
redis.call('HDEL', KEYS[1], 'lockedBy', 'lockedUntil')
if ARGV[2] == '1' then
  local grants = redis.call('HGET', KEYS[1], 'grants') or ''
  redis.call('HSET', KEYS[1], 'grants', (string.gsub(grants, ',?%d+$', '')))
end
return 1
`;

type Take = (key: string, me: string, refused: string, lock: number, window: number, most: number) => Promise<string[]>;
type Put = (key: string, me: string, sealed: string, renewIn: number, endsIn: number) => Promise<number>;
type Recall = (key: string, me: string, grants: string, ...token: (string | number)[]) => Promise<number>;
type Release = (key: string, me: string, giveBack: 0 | 1) => Promise<number>;

redis.defineCommand('bkashTake', { numberOfKeys: 1, lua: TAKE });
redis.defineCommand('bkashPut', { numberOfKeys: 1, lua: PUT });
redis.defineCommand('bkashRecall', { numberOfKeys: 1, lua: RECALL });
redis.defineCommand('bkashRelease', { numberOfKeys: 1, lua: RELEASE });
const commands = redis as RedisClient & { bkashTake: Take; bkashPut: Put; bkashRecall: Recall; bkashRelease: Release }; // the lines above

/** A token as it lies in Redis. Milliseconds. */
export interface Held {
  id: string;
  sealed: string;
  renewIn: number;
  endsIn: number;
}

/** What somebody who needs a token is told. */
export type Taken = ({ is: 'held' } & Held) | { is: 'grant' } | { is: 'wait' } | { is: 'limit'; freeIn: number };

const READY_WITHIN_MS = 1000; // a command line has only just begun to connect

/** The token of one account for all processes. Every call throws while Redis or MongoDB is away. */
export function tokenStore(account: string) {
  const key = keyOf(`bkash-token:${account}`);

  async function release(me: string, wasAsked: boolean): Promise<void> {
    if (!wasAsked) await uncountGrant(account, me);
    await commands.bkashRelease(key, me, wasAsked ? 0 : 1);
  }

  /** @returns whether `me` may ask bKash; else Redis knows again what MongoDB does */
  async function count(me: string, refused: string, at: number): Promise<boolean> {
    try {
      const counted = await countGrant(account, { by: me, at, refused, window: WINDOW_MS, most: MOST_GRANTS });
      if (counted === 'counted') return true;
      const { id = '', sealed = '', renewAt = 0, endsAt = 0 } = counted.token ?? {};
      await commands.bkashRecall(key, me, counted.asked.join(','), id, sealed, renewAt, endsAt);
      return false;
    } catch (error) {
      await commands.bkashRelease(key, me, 1);
      throw error;
    }
  }

  return {
    /**
     * @param me who asks, for one token; named again, is told the same
     * @param refused the id of a token that bKash refuses; it is not given any more
     * @param lock milliseconds that asking bKash takes at most
     */
    async take(me: string, refused: string | undefined, lock: number): Promise<Taken> {
      if (redis.status !== 'ready') await once(redis, 'ready', { signal: AbortSignal.timeout(READY_WITHIN_MS) });
      const [is, id = '', sealed = '', renewIn, endsIn] = await commands.bkashTake(
        key,
        me,
        refused ?? '',
        lock,
        WINDOW_MS,
        MOST_GRANTS,
      );
      if (is === 'wait') return { is };
      if (is === 'grant') return (await count(me, refused ?? '', Number(id))) ? { is } : this.take(me, refused, lock);
      if (is === 'limit') return { is, freeIn: Number(id) };
      return { is: 'held', id, sealed, renewIn: Number(renewIn), endsIn: Number(endsIn) };
    },
    /** The new token, by whoever was to ask for it; its id is theirs. One who took too long is not heard any more. */
    async put(me: string, { sealed, renewIn, endsIn }: Omit<Held, 'id'>): Promise<void> {
      const now = await commands.bkashPut(key, me, sealed, renewIn, endsIn);
      if (now > 0) await keepToken(account, { id: me, sealed, renewAt: now + renewIn, endsAt: now + endsIn });
    },
    /** There is no new one. @param wasAsked whether bKash may have counted it */
    release,
  };
}
