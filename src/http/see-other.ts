import type { Response } from 'express';

/**
 * Leads on with 303 to an address exactly as it was given. `res.redirect()` would rewrite what it takes for mistakes, such
 * as {ORDER_ID} or a lone %; here only what no header can hold is percent-encoded.
 */
export function seeOther(res: Response, url: string): void {
  res
    .status(303)
    .set('Location', url.replace(/[^\x21-\x7e]+/g, encodeURIComponent))
    .end();
}
