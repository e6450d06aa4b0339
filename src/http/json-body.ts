import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler } from 'express';
import { config } from '../../config/index.js';
import { invalidJson, payloadTooLarge, requestTimeout, unsupportedMediaType } from '../errors.js';

export type JsonObject = Record<string, unknown>;

const MAX_DEPTH = 20;
const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

function isTooDeep(value: unknown, depth = 1): boolean {
  if (value === null || typeof value !== 'object') return false;
  return depth > MAX_DEPTH || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}

const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function parseObject(bytes: Buffer): JsonObject {
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

/** The parser's own words for what went wrong while the body came in, in ours. */
function bodyError(error: unknown, limit: string): unknown {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return payloadTooLarge(limit);
  if (type === 'encoding.unsupported') return unsupportedMediaType('Content-Encoding is not supported');
  if (type === 'request.size.invalid' || type === 'request.aborted') return invalidJson('Request body was cut off');
  return error instanceof Error && 'status' in error && error.status === 400
    ? invalidJson('Request body cannot be decoded')
    : error;
}

/** Whether JSON is announced; checked before a byte of the body is read. */
const announcesJson = (req: Request) => JSON_TYPE.test(req.headers['content-type']?.trim() ?? '');

/**
 * Reads a JSON object into req.body: media type, then size, then time, then JSON (the order of contract 2).
 * @param limit such as '100kb', for the body after decompression
 */
export function jsonBody(limit: string): RequestHandler {
  const read = express.raw({ type: () => true, limit });
  return (req, res, next) => {
    if (!announcesJson(req)) throw unsupportedMediaType();
    let over = false;
    const finish = (error?: unknown) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      if (error) next(bodyError(error, limit));
      else finishReading(req, next);
    };
    const timer = setTimeout(() => finish(requestTimeout()), config.requestBodyTimeout * 1000);
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
