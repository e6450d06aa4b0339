import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openText, sealText } from '../../crypto/keyed.js';
import { logger } from '../../telemetry/logger.js';
import { milliseconds } from '../../time.js';
import { ConnectorError, Misconfigured, NothingTaken } from '../connector.js';
import type { BkashAccess } from './access.js';
import { tokenStore, type Taken } from './token-store.js';
import { tookNothing } from '../took-nothing.js';

/** What every call but the one that asks for it has to carry. */
export interface Token {
  id: string;
  value: string;
}

export interface Tokens {
  /** @throws {NothingTaken} when there is none to be had */
  current(): Promise<Token>;
  /** Another one, since bKash refuses this. @throws {NothingTaken} */
  insteadOf(refused: Token): Promise<Token>;
}

/** Asks bKash for a token. @throws {NothingTaken} that is no Misconfigured when nothing was sent */
export type Grant = () => Promise<{ value: string; seconds: number }>;

const LOOK_EVERY_MS = 50;
const EARLY_MS = 600_000; // of an hour, the last ten minutes: asked at 0, 50 and 100, that is never thrice in an hour
const LEAVE_ALONE_MS = 30_000; // after one that could not be renewed, while it is still good

/** How long before its end a token is renewed. */
const earlyOf = (life: number): number => Math.min(EARLY_MS, Math.floor(life / 6));

/**
 * The token of one account: one for all processes, in Redis and MongoDB, sealed, and never more than two asked for in an hour. A
 * process keeps the one that it has, so that it needs the two only for the next one.
 * @param grantTakes seconds that `grant` takes at most
 */
export function createTokens(access: BkashAccess, grant: Grant, grantTakes: number): Tokens {
  const store = tokenStore(access.account);
  const { username, password, appKey, appSecret } = access;
  const credentials = createHash('sha256')
    .update(JSON.stringify([username, password, appKey, appSecret]))
    .digest('hex');
  /** One that was asked for with other credentials does not open, and is asked for anew. */
  const context = `bkash-token|${access.account}|${credentials}`;
  const lock = milliseconds(grantTakes + 2);
  let own: { token: Token; renewAt: number; endsAt: number } | undefined; // performance.now()
  const searches = new Map<string, Promise<Token>>();

  function keep(token: Token, renewIn: number, endsIn: number): Token {
    const now = performance.now();
    own = { token, renewAt: now + renewIn, endsAt: now + endsIn };
    return token;
  }

  /** The token that this process has, when it is good for calls and is not the refused one. */
  const ownBut = (refused: string | undefined): Token | undefined =>
    own && own.endsAt > performance.now() && own.token.id !== refused ? own.token : undefined;

  function open({ id, sealed }: { id: string; sealed: string }): Token | undefined {
    try {
      return { id, value: openText(sealed, context) };
    } catch {
      return undefined;
    }
  }

  async function release(me: string, wasAsked: boolean): Promise<void> {
    await store.release(me, wasAsked).catch((error: unknown) => logger.debug('bkash_token.not_shared', { error })); // it ends by itself
  }

  async function ask(me: string): Promise<Token> {
    try {
      const { value, seconds } = await grant();
      const life = milliseconds(seconds);
      const times = { renewIn: life - earlyOf(life), endsIn: life };
      const sealed = sealText(value, context);
      await store
        .put(me, { sealed, ...times })
        .catch((error: unknown) => logger.debug('bkash_token.not_shared', { error })); // this process has it
      return keep({ id: me, value }, times.renewIn, times.endsIn);
    } catch (error) {
      await release(me, !(error instanceof NothingTaken) || error instanceof Misconfigured);
      throw error;
    }
  }

  async function take(me: string, refused: string | undefined): Promise<Taken> {
    try {
      return await store.take(me, refused, lock);
    } catch (error) {
      throw new NothingTaken('There is no token for bKash while Redis or MongoDB is away', { cause: error });
    }
  }

  async function search(refused: string | undefined): Promise<Token> {
    const me = randomUUID();
    const end = performance.now() + milliseconds(access.timeout);
    let bad = refused;
    while (performance.now() < end) {
      const taken = await take(me, bad);
      if (taken.is === 'grant') return ask(me);
      if (taken.is === 'limit')
        throw new NothingTaken(
          `bKash gives "${access.account}" two tokens an hour: the next one in ${Math.ceil(taken.freeIn / 1000)} s`,
        );
      const token = taken.is === 'held' ? open(taken) : undefined;
      if (token && taken.is === 'held') return keep(token, taken.renewIn, taken.endsIn);
      if (taken.is === 'held') bad = taken.id;
      else await sleep(LOOK_EVERY_MS);
    }
    throw new NothingTaken('Another process was asking bKash for a token, and there was none in time');
  }

  /** Looks once for all that need one at this moment. */
  function look(refused: string | undefined): Promise<Token> {
    const known = searches.get(refused ?? '');
    if (known) return known;
    const begun = search(refused).finally(() => searches.delete(refused ?? ''));
    searches.set(refused ?? '', begun);
    return begun;
  }

  async function find(refused: string | undefined): Promise<Token> {
    try {
      return await look(refused);
    } catch (error) {
      const old = ownBut(refused);
      if (!old || !own || !(error instanceof ConnectorError)) throw tookNothing(error);
      own.renewAt = performance.now() + LEAVE_ALONE_MS;
      return old;
    }
  }

  return {
    async current() {
      return own && own.renewAt > performance.now() ? own.token : find(undefined);
    },
    async insteadOf(refused) {
      return ownBut(refused.id) ?? find(refused.id);
    },
  };
}
