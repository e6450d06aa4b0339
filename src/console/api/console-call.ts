import { Router } from 'express';
import type Joi from 'joi';
import { jsonBody } from '../../http/json-body.js';
import { operatorOf } from '../session/caller.js';
import type { OperatorRecord } from '../operators/operator.model.js';
import type { Role } from '../operators/role.js';
import type { JsonSchema } from '../../openapi/json-schema.js';
import { requireRole } from '../session/require-role.js';
import type { SchemaName } from './schemas.js';
import { takesOnly } from '../../http/takes-only.js';

/** What a call is about, after login and role. Query and body are what came: each call checks them by its schema. */
export interface ConsoleRequest {
  operator: OperatorRecord;
  /** What the path names; empty when it names nothing. */
  id: string;
  query: unknown;
  body: object;
}

/** A call as it is written down in /openapi.json. */
export interface CallDescription {
  method: 'get' | 'post' | 'patch';
  /** As Express writes it: '/payments/:trx'. */
  path: string;
  role: Role;
  about: string;
  query?: Joi.ObjectSchema;
  body?: Joi.ObjectSchema | JsonSchema;
  /** 201 for what makes something. */
  status?: 200 | 201;
  /** What is answered: one of these, or a page of them. */
  gives: SchemaName | { listOf: SchemaName } | { mediaType: string };
  /** Codes of the errors that are this call's own, by status. */
  refusals?: Record<number, string>;
}

/** A call of the console's API: described and mounted from one place. */
export interface ConsoleCall extends CallDescription {
  answer: (request: ConsoleRequest) => Promise<object>;
}

function mount(router: Router, path: string, calls: ConsoleCall[]): void {
  const route = router.route(path);
  for (const { method, role, body, status = 200, answer } of calls) {
    const read = body ? [jsonBody('100kb')] : [];
    route[method](requireRole(role), ...read, async (req, res) => {
      const [id = ''] = Object.values(req.params as Record<string, string>); // no path of ours repeats a name
      const given = body ? (req.body as object) : {}; // jsonBody() has made it one
      res.status(status).json(await answer({ operator: operatorOf(req), id, query: req.query, body: given }));
    });
  }
  route.all(takesOnly(...calls.map(({ method }) => method.toUpperCase())));
}

/** Mounts calls in the order of contract 2: role, media type, size, JSON; fields are the call's own. */
export function callRoutes(calls: ConsoleCall[]): Router {
  const router = Router();
  for (const path of new Set(calls.map((call) => call.path)))
    mount(
      router,
      path,
      calls.filter((call) => call.path === path),
    );
  return router;
}
