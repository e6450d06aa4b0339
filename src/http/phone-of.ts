import type { Request } from 'express';

export type Phone = 'android' | 'ios';

/** A phone or tablet by its system; null: no phone, or one that says that it is a desktop. */
export function phoneOf(req: Pick<Request, 'get'>): Phone | null {
  // User-Agent Client Hints: a quoted string, sent unasked by browsers that have it, over https.
  const told = `${req.get('sec-ch-ua-platform') ?? ''} ${req.get('user-agent') ?? ''}`;
  if (/android/i.test(told)) return 'android';
  return /"iOS"|iPhone|iPad|iPod/.test(told) ? 'ios' : null;
}
