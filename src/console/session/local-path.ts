import { parseUrl } from '../../validation/parse-url.js';

const HERE = 'http://console.invalid';

/**
 * The path to go to after the login, when it is one of ours: `/queues?page=2`. Anything that a browser would take for
 * another site becomes the start page.
 */
export function localPath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return '/';
  const url = parseUrl(next, HERE); // as browsers read it: "/\host" and "/<tab>/host" are other sites to them
  if (!url) return '/';
  const path = url.pathname + url.search + url.hash;
  const isOffSite = url.origin !== HERE || path.startsWith('//'); // "/.//host" has just become "//host"
  return isOffSite || url.pathname === '/login' ? '/' : path;
}
