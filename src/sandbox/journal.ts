import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { logger } from '../telemetry/logger.js';

const CHUNK = 1 << 20; // bytes; a journal of any length is read in little memory
const NEWLINE = 0x0a;

export interface Journal<T> {
  append(record: T): void;
  /** How many lines the file has. */
  lines(): number;
  /** Puts these records in the place of all that was written so far. A process that dies meanwhile has lost nothing. */
  replace(records: Iterable<T>): void;
  close(): void;
}

/** Every whole line, and at the end what stands behind the last newline ('' when the file ends as it should). */
function* readLines(path: string): Generator<string> {
  const file = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(CHUNK);
  let rest = Buffer.alloc(0);
  try {
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      rest = Buffer.concat([rest, chunk.subarray(0, size)]);
      let from = 0;
      for (let to = rest.indexOf(NEWLINE); to >= 0; to = rest.indexOf(NEWLINE, from)) {
        yield rest.toString('utf8', from, to);
        from = to + 1;
      }
      rest = rest.subarray(from);
    }
    yield rest.toString('utf8');
  } finally {
    closeSync(file);
  }
}

/** A line that a kill cut short holds no whole JSON object: its request was never answered, so nothing is lost. */
function parse<T>(text: string, line: number, path: string): T | undefined {
  try {
    return JSON.parse(text) as T; // only this file writes here, from a T
  } catch {
    if (text !== '') logger.warn('journal.line_dropped', { path, line, bytes: Buffer.byteLength(text) });
    return undefined;
  }
}

/** Some records at a time, so that a file of any length is written in little memory. */
function writeAll(file: number, records: Iterable<unknown>): number {
  let lines = 0;
  let text = '';
  for (const record of records) {
    lines++;
    text += `${JSON.stringify(record)}\n`;
    if (text.length < CHUNK) continue;
    appendFileSync(file, text);
    text = '';
  }
  appendFileSync(file, text);
  return lines;
}

/**
 * A file of JSON lines that is appended to, until it is replaced as a whole. Each record is handed to the operating system
 * before `append` returns, so it survives the process (kill -9), though not a power cut: that would need an fsync for each.
 */
export function openJournal<T>(path: string, replay: (record: T) => void): Journal<T> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let cutShort = false;
  let line = 0;
  if (existsSync(path)) {
    for (const text of readLines(path)) {
      const record = parse<T>(text, ++line, path);
      if (record) replay(record);
      cutShort = text !== '';
    }
  }
  let file = openSync(path, 'a', 0o600);
  chmodSync(path, 0o600);

  return {
    append(record) {
      const text = `${JSON.stringify(record)}\n`;
      const whole = cutShort ? `\n${text}` : text; // what was cut short must not spoil the next line too
      cutShort = true;
      appendFileSync(file, whole);
      cutShort = false;
      line++;
    },
    lines: () => line,
    replace(records) {
      const fresh = openSync(`${path}.new`, 'w', 0o600);
      const written = writeAll(fresh, records);
      fsyncSync(fresh);
      renameSync(`${path}.new`, path);
      closeSync(file);
      file = fresh;
      line = written;
      cutShort = false;
    },
    close: () => closeSync(file),
  };
}
