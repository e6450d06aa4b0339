import type { Request } from 'express';
import { randomBytes } from 'node:crypto';

/**
 * How the gateway is to behave for the account that calls, by names that come with each of its calls. What they mean
 * stands in src/connectors/sandbox/README.md.
 */
export const behavioursOf = (req: Request): string[] =>
  (req.get('sandbox-behaviour') ?? '').split(',').flatMap((name) => name.trim() || []);

const PREFIX = 'ref_';

/** The gateway's own reference for a key, by which some accounts have to ask. Nobody need be told how it is made. */
export const referenceOf = (key: string): string => PREFIX + Buffer.from(key).toString('base64url');

/** The key that a path names, which for some accounts is a reference; one that is none names nothing. */
export function keyIn(req: Request<{ key: string }>): string {
  const { key } = req.params;
  if (!behavioursOf(req).includes('by-reference')) return key;
  return key.startsWith(PREFIX) ? Buffer.from(key.slice(PREFIX.length), 'base64url').toString() : '';
}

/** The id of something new: the reference of its key, where it is asked for by that. */
export const newId = (prefix: string, key: string, behaviours: string[]): string =>
  behaviours.includes('by-reference') ? referenceOf(key) : `${prefix}_${randomBytes(12).toString('base64url')}`;
