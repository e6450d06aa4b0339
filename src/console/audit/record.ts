import { logger } from '../../telemetry/logger.js';
import { audit, type Actor, type AuditAction } from './audit.js';

/**
 * Adds to the trail what an operator, or without one the command line, has just done. Best effort: it has happened,
 * and its answer, which may show a key this once, must get through. A line that is lost is in the log.
 */
export async function record(
  actor: Actor | null,
  action: AuditAction,
  object: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  try {
    await audit(actor, action, object, details);
  } catch (error) {
    logger.error('audit.failed', { action, object, operatorId: actor?._id, ...details, error });
  }
}
