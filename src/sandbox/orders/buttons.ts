import express, { type Request } from 'express';
import { field } from '../form-field.js';
import type { Press } from './moves.js';

/** Reads what the forms of the pages post. */
export const readForm = express.urlencoded({ extended: false, limit: '2kb' });

/** The button that was pressed; undefined, when the form names none that there is. */
export function buttonOf(req: Request): Press | undefined {
  const action = field(req, 'action');
  return action === 'confirm' || action === 'fail' || action === 'cancel' ? action : undefined;
}
