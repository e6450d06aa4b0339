import { BSON } from '../database/driver.js';
import { openSnapshot, sealSnapshot } from '../crypto/keyed.js';
import type { JobPayload } from './catalogue.js';
import { logger } from '../telemetry/logger.js';
import type { Waiting } from './obligation.js';

const contextOf = ({ id, version }: JobPayload): string => `snapshot|${id}|${version}`;

/** A document as the database keeps it, for its job. Sealed, since it says who pays what. */
export function takeSnapshot(document: Waiting): string {
  const bytes = BSON.serialize(document, { ignoreUndefined: false }); // as the driver does it
  return sealSnapshot(bytes, contextOf({ id: document._id, version: document.version }));
}

/** The document that came with a payload; undefined when there is none that can be opened: then read it. */
export function documentIn<T extends Waiting>(snapshot: string | undefined, payload: JobPayload): T | undefined {
  if (snapshot === undefined) return undefined;
  try {
    const bytes = openSnapshot(snapshot, contextOf(payload)); // authenticated: what takeSnapshot was given
    return BSON.deserialize(bytes, { validation: { utf8: false } }) as T;
  } catch (error) {
    logger.warn('snapshot.unreadable', { ...payload, error });
    return undefined;
  }
}
