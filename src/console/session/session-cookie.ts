import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { config } from '../../../config/index.js';

/**
 * With the prefix a browser takes the cookie only over https and from this very host. In development the port is in
 * the name, since cookies do not know ports and two copies may run side by side.
 */
export const cookieRules = (production: boolean, port: number) => ({
  name: production ? '__Host-tollgate-session' : `tollgate-session-${port}`,
  attributes: { path: '/', httpOnly: true, sameSite: 'strict', secure: production } as const,
});

const { name, attributes } = cookieRules(config.production, config.ports.console);

export const readSessionCookie = (req: Request): string | undefined =>
  parseCookie(req.headers.cookie ?? '')[name] || undefined;

/** Lives as long as the browser; how long the session lives is the server's business. */
export const setSessionCookie = (res: Response, value: string): void => {
  res.append('Set-Cookie', stringifySetCookie({ name, value, ...attributes }));
};

export const clearSessionCookie = (res: Response): void => {
  res.append('Set-Cookie', stringifySetCookie({ name, value: '', maxAge: 0, ...attributes }));
};
