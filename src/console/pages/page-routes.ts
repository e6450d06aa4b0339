import express, { type Request, type Response, Router } from 'express';
import { ApiError } from '../../errors.js';
import { seeOther } from '../../http/see-other.js';
import { type Caller, findCaller, operatorOf } from '../session/caller.js';
import type { ConsoleRequest } from '../api/console-call.js';
import { type FormFields, isCredential, one, readForm } from './form-fields.js';
import { localPath } from '../session/local-path.js';
import { leaveNote, type Said, takeNote } from '../session/notes.js';
import type { Role } from '../operators/role.js';
import { countForNavigation } from './navigation-count.js';
import { type PageData, renderPage } from './render-page.js';
import { requireRole } from '../session/require-role.js';
import { takesOnly } from '../../http/takes-only.js';

/** A page: views/console/<view>.eta, drawn of the same answers that the calls of the API give. */
export interface ConsolePage {
  path: string;
  role: Role;
  view: string;
  show: (request: ConsoleRequest & Said) => Promise<PageData>;
}

export interface FormRequest extends ConsoleRequest {
  body: FormFields;
}

/** What follows a form: a page that says what was done, or one that shows something once, such as a new key. */
export type Outcome = { done: string; to?: string } | { once: string; data: PageData };

/** A form: what it does is what a call of the API does. */
export interface ConsoleForm {
  path: string;
  role: Role;
  submit: (request: FormRequest) => Promise<Outcome>;
}

const idOf = (req: Request): string => Object.values(req.params as Record<string, string>)[0] ?? '';
const callerOf = (req: Request): Caller => findCaller(req) ?? { operator: operatorOf(req) };
const pathOf = (url: string): string => url.split(/[?#]/)[0] ?? '/';

/** The fields of a refused form that are shown again: no password, no credential, and not the hidden field `back`. */
const kept = ({ password: _password, back: _back, ...values }: FormFields): FormFields =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isCredential(name)));

/** Says what was wrong on the page that the form is on. A fault of ours, or of a right, is for the error page. */
async function refuse(req: Request, res: Response, error: unknown, fields: FormFields): Promise<void> {
  if (!(error instanceof ApiError) || error.status >= 500 || !findCaller(req)?.session) throw error;
  const back = localPath(one(fields, 'back'));
  const { errors } = error.extra;
  await leaveNote(callerOf(req), {
    path: pathOf(back),
    tone: 'failed',
    text: error.message,
    values: kept(fields),
    ...(errors && { errors }),
  });
  seeOther(res, back);
}

const show =
  ({ view, show: draw }: ConsolePage) =>
  async (req: Request, res: Response): Promise<void> => {
    const said = await takeNote(callerOf(req), req.path);
    const request = { operator: operatorOf(req), id: idOf(req), query: req.query, body: {}, ...said };
    const [data, waiting] = await Promise.all([draw(request), countForNavigation()]);
    renderPage(req, res, view, { ...said, ...data, waiting });
  };

const submit =
  ({ submit: act }: ConsoleForm) =>
  async (req: Request, res: Response): Promise<void> => {
    const body = readForm(req.body);
    let outcome: Outcome;
    try {
      outcome = await act({ operator: operatorOf(req), id: idOf(req), query: req.query, body });
    } catch (error) {
      return refuse(req, res, error, body);
    }
    if ('once' in outcome)
      return renderPage(req, res, outcome.once, { ...outcome.data, waiting: await countForNavigation() });
    const to = outcome.to ?? localPath(one(body, 'back'));
    await leaveNote(callerOf(req), { path: pathOf(to), tone: 'done', text: outcome.done });
    seeOther(res, to);
  };

/** What Back, or a session that began anew, opens instead of a form that has no page: the page that it is on. */
function showPageAbove(form: string, pages: ConsolePage[]) {
  let above = form;
  do above = above.slice(0, above.lastIndexOf('/'));
  while (above !== '' && !pages.some(({ path }) => path === above));
  const fewer = form.split('/').length - above.split('/').length;
  return (req: Request, res: Response) => seeOther(res, pathOf(req.originalUrl).split('/').slice(0, -fewer).join('/'));
}

/** Mounts pages and forms. Every form leads on with 303, so that going back or reloading never sends it again. */
export function pageRoutes(pages: ConsolePage[], forms: ConsoleForm[]): Router {
  const router = Router();
  // A merchant's form has six fields for each fee rule, and may have one rule for each method and currency.
  const form = express.urlencoded({ extended: false, limit: '50kb', parameterLimit: 1000 });
  const allowed = new Map<string, string[]>();
  for (const page of pages) {
    router.get(page.path, requireRole(page.role), show(page));
    allowed.set(page.path, ['GET']);
  }
  for (const each of forms) {
    router.post(each.path, requireRole(each.role), form, submit(each));
    if (!allowed.has(each.path)) router.get(each.path, requireRole(each.role), showPageAbove(each.path, pages));
    allowed.set(each.path, ['GET', 'POST']);
  }
  for (const [path, methods] of allowed) router.all(path, takesOnly(...methods));
  return router;
}
