import type { Request } from 'express';
import { authenticationFailed } from '../../errors.js';
import type { OperatorRecord } from '../operators/operator.model.js';
import type { SessionRecord } from './sessions.js';

/** Who makes a request: by the session of a browser, or by an API token. */
export interface Caller {
  operator: OperatorRecord;
  /** Absent when the caller showed an API token. */
  session?: SessionRecord;
}

const callers = new WeakMap<Request, Caller>();

export const setCaller = (req: Request, caller: Caller): void => {
  callers.set(req, caller);
};

export const findCaller = (req: Request): Caller | undefined => callers.get(req);

/** The operator behind a request that has passed requireRole. */
export function operatorOf(req: Request): OperatorRecord {
  const caller = callers.get(req);
  if (!caller) throw authenticationFailed();
  return caller.operator;
}
