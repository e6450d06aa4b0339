import { ConfigError, refuseToStart } from '../../config/index.js';
import { isAccessRefused, isDatabaseAway } from '../database/errors.js';
import { PortTaken } from '../http/listen.js';
import { logger } from '../telemetry/logger.js';
import { startWatchdog } from './watchdog.js';

/** A dyno has 30 s between SIGTERM and SIGKILL. What is not done by then is left to the next process. */
const LAST_CALL_MS = 25_000;

/**
 * Runs a process of the Procfile: starts it, and on SIGTERM or SIGINT stops it in order, within the dyno's 30 s.
 * @param start resolves once the process is healthy, with the function that stops it
 */
export function runProcess(name: string, start: () => Promise<() => Promise<void>>): void {
  process.on('unhandledRejection', (error) => crash(name, error));
  process.on('uncaughtException', (error) => crash(name, error));
  start().then(
    (stop) => {
      startWatchdog(name);
      let stopping = false;
      const onSignal = (signal: string) => {
        if (stopping) return;
        stopping = true;
        logger.info('process.stopping', { process: name, signal });
        setTimeout(() => exit(name, 1), LAST_CALL_MS).unref();
        stop().then(
          () => exit(name, 0),
          (error: unknown) => crash(name, error),
        );
      };
      process.on('SIGTERM', onSignal);
      process.on('SIGINT', onSignal);
      // Whoever reads it may send a signal at once.
      logger.info('process.started', { process: name, pid: process.pid });
    },
    (error: unknown) => {
      if (error instanceof ConfigError || error instanceof PortTaken) refuseToStart(error);
      const isUnavailable = isDatabaseAway(error) || isAccessRefused(error);
      if (error instanceof Error && isUnavailable) return endWithoutDatabase(name, error);
      crash(name, error);
    },
  );
}

/** Starting again will help once the database is there, or lets us in, so the exit code is that of a crash; but it is no bug. */
function endWithoutDatabase(name: string, { message: reason }: Error): void {
  logger.error('database.unavailable', { process: name, setting: 'MONGODB_URI', reason });
  exit(name, 1);
}

function exit(name: string, code: number): void {
  logger.info('process.stopped', { process: name, code });
  logger.once('finish', () => process.exit(code));
  logger.end();
}

function crash(name: string, error: unknown): void {
  logger.error('process.crashed', { process: name, error });
  exit(name, 1);
}
