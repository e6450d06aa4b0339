import express, { type Request } from 'express';

/** Reads what the forms of the pages post. */
export const readForm = express.urlencoded({ extended: false, limit: '2kb' });

/** A field of the form as text; one that is missing, or sent more than once, is empty. */
export function field(req: Request, name: string): string {
  const body: unknown = req.body;
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : '';
}
