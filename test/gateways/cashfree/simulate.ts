import { end, errorDetails } from './money.js';
import { invalid, unknown } from './refusal.js';
import type { World } from './world.js';

const STATUSES = ['SUCCESS', 'FAILED', 'PENDING', 'USER_DROPPED'] as const;

/** Plays the customer, as Cashfree lets one do in its test environment. The code is NPCI's, or the issuer's. */
export function simulate(world: World, body: Record<string, unknown>): object {
  const { entity, entity_id, entity_simulation } = body;
  const wanted = (entity_simulation ?? {}) as Record<string, unknown>; // JSON
  const status = STATUSES.find((each) => each === wanted.payment_status);
  if (entity !== 'PAYMENTS') throw invalid('entity');
  if (!status) throw invalid('payment_status');
  const attempt = world.attempts.get(typeof entity_id === 'string' ? entity_id : '');
  if (!attempt) throw unknown('payment');
  const raw = typeof wanted.payment_error_code === 'string' ? wanted.payment_error_code : 'ZA';
  const errors = status === 'FAILED' && { errors: errorDetails('TRANSACTION_DECLINED', 'auth_declined', raw) };
  end(world, attempt, { status, ...errors });
  const entitySimulation = { payment_status: status, payment_error_code: raw };
  return { simulation_id: `sim_${attempt.cf_payment_id}`, entity, entity_id, entity_simulation: entitySimulation };
}
