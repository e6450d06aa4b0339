import { Agent, request } from 'undici';
import type { FieldError } from '../../src/errors.js';

/** The fields of our answers that tests look at most; others are there too. */
export interface AnswerBody {
  [field: string]: unknown;
  status?: string;
  trx?: string;
  payment_status?: string;
  redirect_url?: string | null | undefined;
  reason?: string | null;
  message?: string | string[];
  code?: string;
  errors?: FieldError[];
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The body as it came. */
  text: string;
  /** The body when it is a JSON object, else {}. */
  body: AnswerBody;
}

export interface Question {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** An object is sent as JSON, a string or bytes as they are. */
  body?: object | string | Buffer;
  headers?: Record<string, string>;
}

// A connection for each request: those to a killed process are not to be used again, and 200 may be open at once.
const dispatcher = new Agent({
  pipelining: 0,
  connect: { timeout: 30_000 },
  headersTimeout: 120_000,
  bodyTimeout: 120_000,
});

function parse(text: string): AnswerBody {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as AnswerBody) : {}; // our own API's
  } catch {
    return {};
  }
}

/** One HTTP request; no answer is refused, redirects are not followed. */
export async function ask(url: string, { method = 'POST', body, headers }: Question = {}): Promise<Answer> {
  const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const answer = await request(url, {
    dispatcher,
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: raw ? (body ?? null) : JSON.stringify(body),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, body: parse(text) };
}

/** Whether a URL answers with 200. */
export const answersOk = (url: string): Promise<boolean> =>
  ask(url, { method: 'GET' }).then(
    ({ status }) => status === 200,
    () => false,
  );
