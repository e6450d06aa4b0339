import Joi from 'joi';
import { oneOf, text } from '../../validation/fields.js';
import { validateForOperator } from '../../validation/validate.js';
import { endpoints } from '../../ipn/endpoint.model.js';
import { enableEndpoint } from '../../ipn/endpoints.js';
import { presentEndpoint } from '../../ipn/present-endpoint.js';
import { PAGE, pageOf } from '../../database/cursor.js';
import type { ConsoleCall, ConsoleRequest } from '../api/console-call.js';
import { endpointNotFound } from '../errors.js';
import { listOf } from '../api/list-query.js';
import { record } from '../audit/record.js';

/** By id, which is the primary key: an endpoint has no age, and its place in the list never changes. */
const query: Joi.ObjectSchema<{ disabled?: 'true'; cursor?: string }> = Joi.object({
  disabled: oneOf('true').description('Only those that are disabled'),
  cursor: text(255)
    .custom((value: string, helpers) => (/^ep_[\w-]{22}$/.test(value) ? value : helpers.error('cursor.form')))
    .description('The next_cursor of the page before'),
});

/** Each merchant's notification hosts with their health. */
export async function listEndpoints(request: Pick<ConsoleRequest, 'query'>) {
  const { disabled, cursor } = validateForOperator(query, request.query);
  const found = await endpoints
    .find({ ...(disabled && { disabled: true }), ...(cursor !== undefined && { _id: { $gt: cursor } }) })
    .sort({ _id: 1 })
    .limit(PAGE + 1);
  const { page, nextCursor } = pageOf(found, ({ _id }) => _id);
  return listOf(page.map(presentEndpoint), nextCursor);
}

/** Trusts an endpoint again. @throws {ApiError} endpoint_not_found */
export async function enable({ id, operator }: Pick<ConsoleRequest, 'id' | 'operator'>) {
  const enabled = await enableEndpoint(id);
  if (!enabled) throw endpointNotFound();
  const { endpoint, released } = enabled;
  const { merchantId: merchant, host } = endpoint;
  await record(operator, 'endpoint.enabled', id, { merchant, host, released });
  return { ...presentEndpoint(endpoint), released };
}

export const endpointsCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/endpoints',
    role: 'viewer',
    about: "Each merchant's notification hosts with their health",
    query,
    gives: { listOf: 'Endpoint' },
    answer: listEndpoints,
  },
  {
    method: 'post',
    path: '/endpoints/:id/enable',
    role: 'reviewer',
    about: 'Trust an endpoint again, and send everything that was held for it',
    gives: 'EnabledEndpoint',
    refusals: { 404: 'endpoint_not_found' },
    answer: enable,
  },
];
