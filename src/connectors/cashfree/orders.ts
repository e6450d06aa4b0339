import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../../time.js';
import type { About } from '../about.js';
import { ConnectorError, KeyTaken } from '../connector.js';
import { readAttempts, type Attempt } from './attempt.js';
import type { Client } from './client.js';
import { refusedWith, saysPresent, saysUnknown, type Failure } from './failure.js';
import { isOrderOf, readOrder, type Order } from './order.js';
import { orderFields, type Terms } from './order-fields.js';
import { asRepetition } from '../repetition.js';
import { tookNothing } from '../took-nothing.js';
import { standingOf, type Standing } from './standing.js';

/** `isNew`: nobody has used the key before. Refused: there is no such order, and there never was. */
type Opened = { order: Order; isNew: boolean; failure?: never } | { failure: Failure; order?: never; isNew?: never };

/** For how long an order is open at most that was opened only to be closed. */
const CLOSED_FOR_MS = 20 * MINUTE_MS;

/** Seconds between looks at an order that is to be closed, and that no bank is at. */
const CLOSING_WAITS = [0.5, 1, 2];

const pathOf = ({ key }: Pick<About, 'key'>): string => `/orders/${encodeURIComponent(key)}`;

/** Orders at Cashfree: each stands for one key, and is paid once at most. Until it has a session in use it moves nothing. */
export function createOrders(client: Client) {
  /** The order of a key; undefined when Cashfree has never heard of it. */
  async function find(about: Pick<About, 'key'>, limit: AbortSignal): Promise<Order | undefined> {
    const body = await client.find(pathOf(about), 'an order', limit);
    return body === undefined ? undefined : readOrder(body, about);
  }

  async function read(about: About, limit: AbortSignal): Promise<Order> {
    const order = await find(about, limit);
    if (!order) throw new ConnectorError('Cashfree has never heard of this order');
    return order;
  }

  async function attemptsAt(about: Pick<About, 'key'>, limit: AbortSignal): Promise<Attempt[]> {
    const body = await client.find(`${pathOf(about)}/payments`, "an order's payments", limit);
    return body === undefined ? [] : readAttempts(body, about);
  }

  /** The attempts are asked for after the order: one that is over then has no other. */
  const standingNow = async (order: Order, about: About, limit: AbortSignal): Promise<Standing> =>
    standingOf(order, await attemptsAt(about, limit));

  /** One that Cashfree is about to close is looked at some more, unless a bank is at it, which takes its time. */
  async function standingClosed(asked: Order, about: About, limit: AbortSignal): Promise<Standing> {
    let standing = await standingNow(asked, about, limit);
    for (const seconds of CLOSING_WAITS) {
      if (standing.is !== 'closing' || standing.atBank) break;
      const ended = await sleep(seconds * 1000, false, { signal: limit }).catch(() => true);
      if (ended) break;
      standing = await standingNow(await read(about, limit), about, limit);
    }
    return standing;
  }

  const make = (about: About, terms: Terms, limit: AbortSignal) =>
    client.call({ method: 'POST', path: '/orders', body: orderFields(about, terms) }, limit);

  /** The order that is there already. @throws {KeyTaken} when it is for other money */
  async function present(about: About, limit: AbortSignal): Promise<Order> {
    const order = await asRepetition(read(about, limit));
    if (!isOrderOf(order, about)) throw new KeyTaken('Cashfree knows this key for another amount');
    return order;
  }

  /** @returns undefined when there is one already */
  async function openNew(about: About, terms: Terms, limit: AbortSignal): Promise<Opened | undefined> {
    const { body, failure } = await make(about, terms, limit);
    if (failure) return saysPresent(failure) ? undefined : { failure };
    const order = readOrder(body, about);
    if (!isOrderOf(order, about)) throw new ConnectorError('Cashfree opened an order for another amount');
    return { order, isNew: true };
  }

  /** Asks that nobody can pay the order any more. @returns undefined when there is none */
  async function terminate(about: About, limit: AbortSignal): Promise<Order | undefined> {
    const call = { method: 'PATCH', path: pathOf(about), body: { order_status: 'TERMINATED' } } as const;
    const { body, failure } = await client.call(call, limit);
    if (!failure) return readOrder(body, about);
    return saysUnknown(failure) ? undefined : read(about, limit); // it is over already
  }

  return {
    find,
    attemptsAt,
    standingNow,

    /**
     * Opens the order of a key, or finds the one that was opened.
     * @throws {NothingTaken} when no answer came: an order that nobody has begun to pay moves nothing
     * @throws {KeyTaken} when the key was used for other money
     */
    async open(about: About, terms: Terms, limit: AbortSignal): Promise<Opened> {
      const opened = await openNew(about, terms, limit).catch((error: unknown) => {
        throw tookNothing(error);
      });
      return opened ?? { order: await present(about, limit), isNew: false };
    },

    /** What the order of a key has come to. @returns undefined when Cashfree has never heard of it */
    async standing(about: About, limit: AbortSignal): Promise<Standing | undefined> {
      const order = await find(about, limit);
      return order && standingNow(order, about, limit);
    },

    /**
     * Makes sure that nobody can pay the order of a key any more, unless somebody has. One that never came is opened and
     * closed, so that a late call finds it closed.
     * @returns what it has come to; undefined when Cashfree takes no such order, now or later
     */
    async close(about: About, limit: AbortSignal): Promise<Standing | undefined> {
      const known = await terminate(about, limit);
      if (known) return standingClosed(known, about, limit);
      const terms = {
        customer: { id: about.trx.replaceAll('-', '') },
        expiresAt: new Date(Date.now() + CLOSED_FOR_MS),
      };
      const { failure } = await make(about, terms, limit);
      if (failure && !saysPresent(failure)) {
        if (failure.status === 400) return undefined;
        throw refusedWith(failure, 'an order that is to be closed');
      }
      const closed = await terminate(about, limit);
      if (!closed) throw new ConnectorError('Cashfree does not know an order that it has');
      return standingClosed(closed, about, limit);
    },
  };
}
