import type { Request, RequestHandler, Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { config } from '../../config/index.js';
import { overloaded } from '../errors.js';
import { writtenError } from '../http/error-handler.js';
import { afterConnections } from '../http/connections-first.js';
import { answerEarly } from '../http/refused-body.js';
import { leaveUntimed } from '../http/time-request.js';
import { traceOf } from '../http/trace-request.js';
import { areCardsLate } from '../jobs/queue-delay.js';
import { initiatesInFlight, initiatesRefused } from '../telemetry/metrics.js';
import { newTrace } from '../telemetry/trace.js';
import { noteRefusal } from './refusal-news.js';

// Contract 21: what begins a payment is refused at once when there is more of it than can be taken, so that all that is
// under way goes on at full speed. Refusing must cost little: there may be more to refuse than to do.

/** What has no room for one more: this process, or the queue of cards. */
type Full = 'process' | 'queue';

/** Bodies up to this length are read to their end before they are refused. Bytes. */
const SHORT_BODY = 100 * 1024;
/** A refused caller is told one of these many seconds, so that not all of them come back at once. */
const MOST_RETRY_AFTER = 3;
const ANSWER = overloaded(MOST_RETRY_AFTER);

let inFlight = 0;

/** Connections that were left open after a refusal. */
const kept = new Set<Socket>();

function whatIsFull(): Full | undefined {
  if (inFlight >= config.admission.inFlight) return 'process';
  return areCardsLate() ? 'queue' : undefined;
}

/** Whether a refused caller's connection may stay open: not when there are many, which would wait for nothing. */
function mayKeep({ socket }: IncomingMessage): boolean {
  if (kept.has(socket)) return true;
  if (kept.size >= config.admission.inFlight) return false;
  kept.add(socket);
  socket.once('close', () => kept.delete(socket));
  return true;
}

/** Answers without a line of the log for each. */
function refuse(req: IncomingMessage, res: ServerResponse, full: Full, requestId: string): void {
  initiatesRefused.inc({ full });
  noteRefusal();
  const { body, headers } = writtenError(ANSWER, requestId);
  if (req.complete && !mayKeep(req)) res.setHeader('Connection', 'close');
  res.writeHead(ANSWER.status, { ...headers, 'Retry-After': 1 + Math.floor(Math.random() * MOST_RETRY_AFTER) });
  res.end(body);
}

/** Calls that begin a payment, by their paths as nearly everybody writes them. */
const begins = new Set<string>();

/** Has refuseWhenFull() know a path. */
export const knowAsBeginning = (path: string): void => void begins.add(path);

/**
 * Refuses what begins a payment, before Express sees it and whatever its body says. That is read to its end, so that the
 * connection can be closed, or used again, without losing the answer.
 * @returns whether the request is answered
 */
export function refuseWhenFull(req: IncomingMessage, res: ServerResponse): boolean {
  if (req.method !== 'POST' || !begins.has(req.url ?? '')) return false;
  const full = whatIsFull();
  if (!full) return false;
  const { requestId } = newTrace(undefined);
  if (Number(req.headers['content-length']) <= SHORT_BODY) {
    req.once('end', () => refuse(req, res, full, requestId)).resume();
  } else {
    answerEarly(req, res);
    refuse(req, res, full, requestId);
  }
  return true;
}

/**
 * Counts a call that has come whole among those in flight until it is done, whether or not its caller still waits: one
 * that sends its body slowly has no place before. Refuses it when there is none any more.
 */
export const countInFlight =
  (handle: (req: Request, res: Response) => Promise<void>): RequestHandler =>
  async (req, res) => {
    const full = whatIsFull();
    if (full) {
      leaveUntimed(res); // an alert counts what ends with a 503: this has one of its own
      return refuse(req, res, full, traceOf(res).requestId);
    }
    initiatesInFlight.set(++inFlight);
    try {
      await afterConnections();
      await handle(req, res);
    } finally {
      initiatesInFlight.set(--inFlight);
    }
  };
