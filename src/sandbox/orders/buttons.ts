import type { Request } from 'express';
import { field } from '../posted-form.js';
import type { Press } from './moves.js';

/** The button that was pressed; undefined, when the form names none that there is. */
export function buttonOf(req: Request): Press | undefined {
  const action = field(req, 'action');
  return action === 'confirm' || action === 'fail' || action === 'cancel' ? action : undefined;
}
