import { expect } from 'chai';
import fc from 'fast-check';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { config } from '../../config/index.js';
import { inLocalDir, writePrivately } from '../../scripts/development/kept-files.js';
import { createCallbackReader } from '../../src/connectors/sandbox/callback.js';
import { readCursor, writeCursor } from '../../src/console/api/newest-first.js';
import { parseRetryAfter } from '../../src/ipn/call/retry-after.js';
import { logger } from '../../src/telemetry/logger.js';
import { readCardForm, readExpiry } from '../../src/methods/card/read-card-form.js';
import { readReturnToken, returnToken } from '../../src/payments/return-token.js';
import { imageTypeOf } from '../../src/proofs/image-type.js';
import { readProof } from '../../src/proofs/read-proof.js';
import { logLines } from '../ipn/log-lines.js';
import { codePoint } from '../support/code-point.js';

/** Any text, and more often such as break lines, terminals or parsers. */
const NASTY = [
  '\n',
  '\r',
  '\0',
  '\u001b[2J',
  '\u0085',
  '\u009b31m',
  '\u2028',
  '\u2029',
  '"',
  '\\',
  '{"level":"error"}',
  '=',
  ';',
];
const text = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.array(fc.oneof(fc.constantFrom(...NASTY), fc.string()), { maxLength: 8 }).map((parts) => parts.join('')),
);

/** Texts that a parser comes to know: those of its own making, cut, doubled and with foreign parts. */
const near = (...samples: string[]) =>
  fc
    .tuple(fc.constantFrom(...samples), fc.nat(80), text)
    .map(([sample, at, part]) => sample.slice(0, at) + part + sample.slice(at));

const readCallback = createCallbackReader({ apiKey: 'a-key-of-the-tests' });

const PARSERS: [name: string, input: fc.Arbitrary<string>, isRight: (input: string) => boolean][] = [
  [
    'an expiry',
    near('12/34', '2034-01', '01 / 2034'),
    (given) => {
      const read = readExpiry(given);
      return read === null || (read.month >= 1 && read.month <= 12 && read.year >= 0 && read.year <= 9999);
    },
  ],
  [
    'a card form',
    near('4242 4242 4242 4242', '12/34'),
    (given) => {
      const form = { number: given, expiry: given, cvv: given, holder: given };
      return typeof readCardForm(form, { now: new Date(0), mode: 'test' }) === 'object';
    },
  ],
  [
    'Retry-After',
    near('120', 'Sat, 21 Nov 2026 12:05:00 GMT'),
    (given) => {
      const seconds = parseRetryAfter(given, 0);
      return seconds === null || (Number.isFinite(seconds) && seconds >= 0);
    },
  ],
  [
    "a list's cursor",
    near(writeCursor({ at: new Date(0), id: 'a-payment' })),
    (given) => {
      const place = readCursor(given);
      return place === null || !Number.isNaN(place.at.getTime());
    },
  ],
  [
    'a proof',
    near('data:image/png;base64,iVBORw0KGgo=', 'https://shop.example/proof.png', 'UTR 123456789012'),
    (given) => {
      const proof = readProof(given);
      return proof === null || proof.digest.length > 0;
    },
  ],
  [
    'a return from an issuer, which nobody can make up',
    near(returnToken('0189d1a0-0000-8000-8000-000000000000', 1)),
    (given) => {
      const read = readReturnToken(given);
      return read === null || returnToken(read.trx, read.attempt) === given;
    },
  ],
  [
    "a gateway's callback, which nobody can sign",
    near('0'.repeat(64), '1795000000', '{"key":"k"}'),
    (given) => readCallback({ 'sandbox-timestamp': given, 'sandbox-signature': given }, given) === null,
  ],
];

describe('a text of any kind', () => {
  for (const [name, input, isRight] of PARSERS)
    it(`is read as ${name} or refused, and nothing else`, () => {
      fc.assert(fc.property(input, isRight), { numRuns: 300 });
    });

  it('is an image only when its bytes begin as one', () => {
    const bytes = fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array));
    fc.assert(fc.property(bytes, (start) => imageTypeOf(start) === null || start.length >= 3));
    expect(imageTypeOf(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).to.equal('image/png');
  });

  it('stays within its own line of the log, as it was', async () => {
    const lines: string[] = [];
    const keep = (info: object) => lines.push(String((info as Record<symbol, unknown>)[Symbol.for('message')]));
    const texts = fc.sample(
      text.filter((given) => !/\d{8}/.test(given)),
      200,
    ); // what looks like a card is masked
    logger.on('data', keep);
    const read = await logLines(async () => {
      for (const details of texts) logger.warn('payment.tested', { details, error: new Error(details) });
    });
    logger.off('data', keep);
    expect(read.map(({ details }) => details)).to.deep.equal(texts);
    expect(lines).to.have.length(texts.length);
    for (const line of lines) expect(line).to.not.match(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  });

  it('holds no card number, however deep it lies', async () => {
    const number = '4242 4242 4242 4242';
    const error = new Error(number, { cause: { body: number } });
    const [line] = await logLines(async () => logger.warn(number, { text: number, list: [{ number }], error }));
    expect(line).to.deep.include({ message: '4242…42', text: '4242…42', list: [{ number: '4242…42' }] });
    expect(line?.error).to.deep.include({ name: 'Error', message: '4242…42', cause: { body: '4242…42' } });
    expect(JSON.stringify(line)).to.not.include(number);
  });
});

describe('a file with keys in it', () => {
  it('is read by nobody else, even where another one was', () => {
    const name = `private-${process.pid}`;
    mkdirSync(config.localDir, { recursive: true });
    writeFileSync(inLocalDir(name), 'old', { mode: 0o644 });
    writePrivately(name, 'new');
    expect(statSync(inLocalDir(name)).mode & 0o777).to.equal(0o600);
    rmSync(inLocalDir(name));
  });
});
