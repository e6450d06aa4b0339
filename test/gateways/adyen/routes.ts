import { cancel, finish, pay, type Body } from './payments.js';
import { refund } from './refunds.js';
import { Refusal } from './refusal.js';
import type { World } from './world.js';

type Route = (world: World, body: Body, psp: string) => object;

/** The calls that there are, by path after the version; a `*` is one of Adyen's references. */
const ROUTES = new Map<string, { status: 200 | 201; route: Route }>([
  ['/payments', { status: 200, route: pay }],
  ['/payments/details', { status: 200, route: finish }],
  ['/cancels', { status: 201, route: (world, body) => cancel(world, body) }],
  ['/payments/*/cancels', { status: 201, route: cancel }],
  ['/payments/*/refunds', { status: 201, route: refund }],
]);

/** What a call does. @throws {Refusal} */
export function routeOf(method: string, path: string): (world: World, body: Body) => { status: number; body: object } {
  const [, version, first = '', psp = '', last] = path.split('/');
  const pattern = last === undefined ? `/${[first, psp].filter(Boolean).join('/')}` : `/${first}/*/${last}`;
  const found = version === 'v72' && method === 'POST' ? ROUTES.get(pattern) : undefined;
  if (!found) throw new Refusal(404, '000', 'Not found');
  return (world, body) => ({ status: found.status, body: found.route(world, body, decodeURIComponent(psp)) });
}
