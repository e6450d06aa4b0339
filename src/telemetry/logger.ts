import { createLogger, format, transports } from 'winston';
import { config } from '../../config/index.js';
import { maskCards } from './mask-cards.js';
import { logLinesLost } from './metrics.js';

/** JSON.stringify asks this about every value, however deep it lies: errors as fields, and no card number anywhere. */
function replacer(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return maskCards(value);
  if (typeof value === 'bigint') return String(value);
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  return { name, message, stack, cause };
}

/** JSON does not escape these, but some readers take them for line breaks or for commands to a terminal. */
const UNSEEN = /[\u007f-\u009f\u2028\u2029]/g;
const LINE = Symbol.for('message'); // where winston keeps the finished line (its package triple-beam)

const escapeUnseen = format((info) => {
  const line = info[LINE];
  if (typeof line === 'string')
    info[LINE] = line.replace(UNSEEN, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return info;
});

/**
 * One structured line per thing that happened: `logger.info('payment.transitioned', { trx, from, to })`.
 * Errors go as fields and are written with name, message, stack and cause. Never pass card data or secrets.
 */
export const logger = createLogger({
  level: config.logLevel,
  format: format.combine(format.timestamp(), format.json({ replacer }), escapeUnseen()),
  transports: [new transports.Console()],
});

/** For a command, whose stdout is its answer and nothing else. */
export function logToStderr(): void {
  logger.clear().add(new transports.Console({ stderrLevels: Object.keys(logger.levels) }));
}

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'];
const NO_READER = ['EPIPE', 'ECONNRESET'];
const LINE_LOST = new Set([...NO_ROOM, ...NO_READER]);

// A full disk, or a collector of logs that has ended, costs us log lines, never payments. The next line is tried again.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (!LINE_LOST.has(error.code ?? '')) throw error;
  logLinesLost.inc();
});
