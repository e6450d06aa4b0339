import { Writable } from 'node:stream';
import { transports } from 'winston';
import { logger } from '../../src/telemetry/logger.js';

/** What is logged while something runs, line by line, whatever the level of the tests is. */
export async function logLines(run: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(line: Buffer, _, done) {
      lines.push(JSON.parse(line.toString()) as Record<string, unknown>); // the logger writes JSON objects
      done();
    },
  });
  const transport = new transports.Stream({ stream });
  const { level, transports: usual } = logger;
  for (const each of usual) each.silent = true;
  logger.level = 'debug';
  logger.add(transport);
  try {
    await run();
  } finally {
    logger.remove(transport);
    logger.level = level;
    for (const each of usual) each.silent = false;
  }
  return lines;
}
