import { disputeNamed, disputesOf } from './disputes.js';
import { askedOrder, createOrder, orderNamed, terminateOrder } from './orders.js';
import { recon } from './recon.js';
import { Refusal } from './refusal.js';
import { createRefund, refundNamed, refundsOf } from './refunds.js';
import { paySession } from './sessions.js';
import { simulate } from './simulate.js';
import { attemptsAt, type World } from './world.js';

export interface Asked {
  body: Record<string, unknown>;
  /** What stands in the path, in order. */
  ids: [string, string];
  idempotencyKey: string | undefined;
}

type Route = (world: World, asked: Asked) => object;

/** The calls that there are, by method and path; a `*` is an id. */
const ROUTES: readonly [string, Route][] = [
  ['POST /orders', (world, { body }) => createOrder(world, body)],
  ['POST /orders/sessions', (world, { body, idempotencyKey }) => paySession(world, body, idempotencyKey)],
  ['GET /orders/*', (world, { ids }) => askedOrder(world, ids[0])],
  ['PATCH /orders/*', (world, { ids, body }) => terminateOrder(world, ids[0], body)],
  ['GET /orders/*/payments', (world, { ids }) => attemptsAt(world, orderNamed(world, ids[0]).order_id).reverse()],
  ['POST /orders/*/refunds', (world, { ids, body }) => createRefund(world, ids[0], body)],
  ['GET /orders/*/refunds', (world, { ids }) => refundsOf(world, orderNamed(world, ids[0]).order_id)],
  ['GET /orders/*/refunds/*', (world, { ids }) => refundNamed(world, ids[0], ids[1])],
  ['GET /orders/*/disputes', (world, { ids }) => disputesOf(world, orderNamed(world, ids[0]).order_id)],
  ['GET /disputes/*', (world, { ids }) => disputeNamed(world, ids[0])],
  ['POST /recon', (world, { body }) => recon(world, body)],
  ['POST /simulate', (world, { body }) => simulate(world, body)],
];

const matcherOf = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll('*', '([^/]+)')}$`);
const MATCHERS = ROUTES.map(([pattern, route]) => ({ matcher: matcherOf(pattern), route }));

/** What a call does. @throws {Refusal} */
export function routeOf(method: string, path: string): { route: Route; ids: [string, string] } {
  for (const { matcher, route } of MATCHERS) {
    const found = matcher.exec(`${method} ${path}`);
    if (found) return { route, ids: [decodeURIComponent(found[1] ?? ''), decodeURIComponent(found[2] ?? '')] };
  }
  throw new Refusal(404, 'request_failed', 'bad URL, please check API documentation');
}
