import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler } from 'express';
import { config } from '../../config/index.js';
import { invalidJson, payloadTooLarge, requestTimeout, unsupportedMediaType } from '../errors.js';

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

/** As many as a small body has bytes: one that is larger on purpose is so by its texts. */
const MOST_VALUES = BYTES['100kb'];

/**
 * Whether there are so many commas and opening brackets outside of texts. Millions of values would keep the parser, and
 * every check after it, busy for seconds, in which nobody else is served. A backslash takes the next byte along: an escaped quote ends no
 * text.
 */
function hasTooManyValues(bytes: Buffer): boolean {
  const [quote, backslash, comma, bracket, brace] = Buffer.from('"\\,[{');
  let values = 0;
  let inText = false;
  for (let at = 0; at < bytes.length && values <= MOST_VALUES; at++) {
    const byte = bytes[at];
    if (byte === quote) inText = !inText;
    else if (inText && byte === backslash) at++;
    else if (!inText && (byte === comma || byte === bracket || byte === brace)) values++;
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

/** Calls `tell` as soon as a body is too large. The parser would first wait for all of it. */
function onTooLarge(req: Request, limit: BodyLimit, tell: (error: Error) => void): void {
  let received = 0;
  function count(chunk: Buffer): void {
    received += chunk.length;
    if (received <= BYTES[limit]) return;
    req.off('data', count);
    tell(payloadTooLarge(limit));
  }
  req.on('data', count);
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
      if (error) next(bodyError(error, limit));
      else finishReading(req, next);
    };
    const timer = setTimeout(() => finish(requestTimeout()), config.requestBodyTimeout * 1000);
    onTooLarge(req, limit, finish);
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
