import type { About } from '../about.js';
import type { Client, SandboxAccess } from './client.js';
import { answerForm } from '../http/answer.js';
import { readAnswer, text } from './read-answer.js';

const reference = answerForm<{ id: string }>({ id: text });

/**
 * By what the sandbox is asked about a charge: our key, or its own reference. That is known from an earlier answer, or
 * it is asked for, which moves nothing.
 */
export function createNames(client: Client, { behaviours }: SandboxAccess): (about: About) => Promise<string> {
  if (!behaviours?.has('by-reference')) return ({ key }) => Promise.resolve(encodeURIComponent(key));
  return async ({ key, reference: known, trace }) => {
    if (known !== undefined) return encodeURIComponent(known);
    const headers = { 'idempotency-key': key };
    const answer = await client({ method: 'POST', path: '/references', headers, trace });
    return encodeURIComponent(readAnswer(reference, answer).id);
  };
}
