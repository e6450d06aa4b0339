import type { RequestHandler, Response } from 'express';
import Joi from 'joi';
import { BadRequest } from './bad-request.js';

/** How the payment API misbehaves for everyone, set with `PUT /faults`. */
export interface Fault {
  mode: 'none' | 'refuse' | 'hang' | 'reset' | 'slow';
  /** How long `slow` takes, in milliseconds. */
  ms: number;
  /** The part of the requests (of the connections, for `refuse`) that it strikes, 0 to 1. */
  share: number;
  /**
   * Whether it strikes before the gateway's work or between the work and its answer. A request that hangs or is reset
   * before the work was swallowed: no money moves. A slow gateway does its work at once and is late with the answer.
   */
  when: 'before' | 'after';
  /** The account whose calls it strikes; absent: everybody's. */
  account?: string;
  /** Whether the merchant side is told what its customers do; off, it has to ask. */
  callbacks: boolean;
}

export const NO_FAULT: Fault = { mode: 'none', ms: 0, share: 1, when: 'before', callbacks: true };

const schema = Joi.object<Fault>({
  mode: Joi.string().valid('none', 'refuse', 'hang', 'reset', 'slow').required(),
  ms: Joi.number().strict().integer().min(0).max(600_000).empty(null),
  share: Joi.number().strict().min(0).max(1).empty(null).default(1),
  when: Joi.string().valid('before', 'after').empty(null),
  callbacks: Joi.boolean().strict().empty(null).default(true),
  account: Joi.string().max(40).empty(null),
})
  .when(Joi.object({ mode: 'slow' }).unknown(), {
    then: Joi.object({ ms: Joi.required(), when: Joi.string().default('after') }),
    otherwise: Joi.object({ ms: Joi.number().default(0), when: Joi.string().default('before') }),
  })
  .required()
  .label('body');

/** @throws {BadRequest} saying everything that is wrong with the body of `PUT /faults` */
export function readFault(body: unknown): Fault {
  const checked = schema.validate(body, { abortEarly: false });
  if (checked.error) throw new BadRequest(checked.error.message);
  return checked.value;
}

/** Whether this request or connection is among the share that the fault strikes. */
export const strikes = (fault: Fault): boolean => fault.mode !== 'none' && Math.random() < fault.share;

const late = new WeakMap<Response, Fault>();

function strike(fault: Fault, res: Response, proceed: () => void): void {
  if (fault.mode === 'slow') setTimeout(proceed, fault.ms).unref();
  if (fault.mode === 'reset') res.socket?.resetAndDestroy();
  // hang: the socket is held, and nothing happens until the client leaves
}

/** By which the sandbox says that a call was not processed, and would say so of every other one with its account. */
const NOT_PROCESSED = { error: { code: 'not_processed', message: 'Nothing is processed for this account at present' } };

/** Lets the current fault strike a request before any work, or remembers it for `answer`. */
export function misbehave(current: (account?: string) => Fault): RequestHandler {
  return (req, res, next) => {
    const fault = current(req.get('sandbox-account'));
    if (fault.mode === 'refuse' && fault.account !== undefined && strikes(fault))
      return void res.status(503).json(NOT_PROCESSED); // its port is everybody's, so no connection can be refused
    if (fault.mode === 'refuse' || !strikes(fault)) return next();
    if (fault.when === 'before') return strike(fault, res, next);
    late.set(res, fault);
    next();
  };
}

/** The only way in which the payment API answers, so that a fault can still strike after the work. */
export function answer(res: Response, status: number, body: object): void {
  const send = () => void res.status(status).json(body);
  const fault = late.get(res);
  if (fault) strike(fault, res, send);
  else send();
}
