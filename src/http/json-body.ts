import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { config } from '../../config/index.js';
import { invalidJson, payloadTooLarge, requestTimeout, ServiceUnavailable, unsupportedMediaType } from '../errors.js';
import { bodyRoom } from './body-room.js';

export type JsonObject = Record<string, unknown>;

const MAX_DEPTH = 20;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
const UTF8 = ['utf-8', 'utf8'];

/** How large a body may be, by what merchants are told. */
const BYTES = { '100kb': 100 * 1024, '14mb': 14 * 1024 * 1024 } as const;

export type BodyLimit = keyof typeof BYTES;

function isTooDeep(value: unknown, depth = 1): boolean {
  if (value === null || typeof value !== 'object') return false;
  return depth > MAX_DEPTH || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}

const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const [QUOTE = 0, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');

/** As many as a small body has bytes: one that is larger on purpose is so by its texts. */
const MOST_VALUES = BYTES['100kb'];

/** Where the text ends that begins after `from`: at the next quote that no backslash escapes, or with the bytes. */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let before = at;
    while (before > from && bytes[before - 1] === BACKSLASH) before--;
    if ((at - before) % 2 === 0) return at;
  }
  return bytes.length;
}

/**
 * Whether there are so many commas and opening brackets outside of texts. Millions of values would keep the parser, and
 * every check after it, busy for seconds, in which nobody else is served.
 */
function hasTooManyValues(bytes: Buffer): boolean {
  let values = 0;
  for (let at = 0; at < bytes.length && values <= MOST_VALUES; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at + 1);
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) values++;
  }
  return values > MOST_VALUES;
}

function parseObject(bytes: Buffer): JsonObject {
  if (hasTooManyValues(bytes)) throw payloadTooLarge(`${MOST_VALUES} values`);
  if (!isUtf8(bytes)) throw invalidJson('Request body must be UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw invalidJson(); // without the parser's message, which quotes the body
  }
  if (!isObject(value)) throw invalidJson();
  if (isTooDeep(value)) throw invalidJson(`Request body must not be nested deeper than ${MAX_DEPTH} levels`);
  return value;
}

/** Turns the parser's error into ours. */
function bodyError(error: unknown, limit: BodyLimit): unknown {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return payloadTooLarge(limit);
  if (type === 'encoding.unsupported') return unsupportedMediaType('Content-Encoding is not supported');
  if (type === 'request.size.invalid' || type === 'request.aborted') return invalidJson('Request body was cut off');
  return error instanceof Error && 'status' in error && error.status === 400
    ? invalidJson('Request body cannot be decoded')
    : error;
}

/**
 * Checked before a byte of the body is read. Parameters that JSON does not have mean nothing (RFC 8259, section 11).
 */
function requireJson(req: Request): void {
  const type = req.headers['content-type']?.trim() ?? '';
  if (!JSON_TYPE.test(type)) throw unsupportedMediaType();
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!UTF8.includes(charset)) throw unsupportedMediaType('Content-Type must be application/json in UTF-8');
}

/**
 * Calls `tell` as soon as a body is too large, for which the parser would first wait for all of it, or finds no room in
 * this process. Small ones need none. A compressed one may become as large as the limit, so it takes that at once.
 */
function watchSize(req: Request, res: Response, limit: BodyLimit, tell: (error: Error) => void): void {
  const findRoom = limit === '100kb' ? () => true : bodyRoom(res);
  const isCompressed = (req.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
  let received = 0;
  const needs = (chunk: Buffer): number => {
    if (isCompressed) return received === chunk.length ? BYTES[limit] : 0;
    return received > BYTES['100kb'] ? chunk.length : 0;
  };
  req.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > BYTES[limit]) tell(payloadTooLarge(limit));
    else if (!findRoom(needs(chunk))) tell(new ServiceUnavailable(new Error('No room for another large body')));
  });
}

/**
 * Reads a JSON object into req.body: media type, then size, then time, then JSON (the order of contract 2).
 * @param limit for the body, and for what it is after decompression
 */
export function jsonBody(limit: BodyLimit): RequestHandler {
  const read = express.raw({ type: () => true, limit: BYTES[limit] });
  return (req, res, next) => {
    requireJson(req);
    if (Number(req.headers['content-length'] ?? 0) > BYTES[limit]) throw payloadTooLarge(limit);
    let over = false;
    const finish = (error?: unknown) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      if (!error) return finishReading(req, next);
      req.removeAllListeners('data'); // what still comes is for nobody to keep
      next(bodyError(error, limit));
    };
    const timer = setTimeout(() => finish(requestTimeout()), config.requestBodyTimeout * 1000);
    watchSize(req, res, limit, finish);
    read(req, res, finish);
  };
}

function finishReading(req: Request, next: (error?: unknown) => void): void {
  try {
    const bytes: unknown = req.body;
    req.body = parseObject(Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0));
    next();
  } catch (error) {
    next(error);
  }
}
