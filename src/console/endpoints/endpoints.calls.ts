import Joi from 'joi';
import { oneOf } from '../../validation/fields.js';
import { validateForOperator } from '../../validation/validate.js';
import type { EndpointRecord } from '../../ipn/endpoint.model.js';
import { enableEndpoint } from '../../ipn/endpoints.js';
import { presentEndpoint } from '../../ipn/present-endpoint.js';
import { successShares } from '../../ipn/success-share.js';
import type { ConsoleCall, ConsoleRequest } from '../api/console-call.js';
import { endpointNotFound } from '../errors.js';
import { cursor, listOf } from '../api/list-query.js';
import { findEndpoints, readPlace, type EndpointQuery } from './find-endpoints.js';
import { record } from '../audit/record.js';

const query: Joi.ObjectSchema<EndpointQuery> = Joi.object({
  disabled: oneOf('true').description('Only those that are disabled'),
  failing: oneOf('true').description('Only those whose last attempt failed'),
  cursor: cursor(readPlace),
});

async function present(found: EndpointRecord[]) {
  const shares = await successShares(found, new Date());
  return found.map((each) => presentEndpoint(each, shares.get(each._id) ?? null));
}

/** Each merchant's notification hosts with their health, those that fail first. */
export async function listEndpoints(request: Pick<ConsoleRequest, 'query'>) {
  const { page, nextCursor } = await findEndpoints(validateForOperator(query, request.query));
  return listOf(await present(page), nextCursor);
}

/** Trusts an endpoint again. @throws {ApiError} endpoint_not_found */
export async function enable({ id, operator }: Pick<ConsoleRequest, 'id' | 'operator'>) {
  const enabled = await enableEndpoint(id);
  if (!enabled) throw endpointNotFound();
  const { endpoint, released } = enabled;
  const { merchantId: merchant, host } = endpoint;
  await record(operator, 'endpoint.enabled', id, { merchant, host, released });
  const [presented] = await present([endpoint]);
  return { ...presented, released };
}

export const endpointsCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/endpoints',
    role: 'viewer',
    about: "Each merchant's notification hosts with their health, those that fail first",
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
