import type { RequestHandler } from 'express';
import { methodNotAllowed } from '../errors.js';

/**
 * What answers every other method of a path: mounted after those that it takes. Express answers HEAD wherever it takes
 * GET, so Allow names both (RFC 9110, 10.2.1).
 */
export function takesOnly(...methods: string[]): RequestHandler {
  const allow = methods.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
  return () => {
    throw methodNotAllowed(allow);
  };
}
