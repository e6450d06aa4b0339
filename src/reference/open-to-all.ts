import { config } from '../../config/index.js';
import { KEYS_PATH } from '../evidence/evidence.js';
import { json, ref } from './content.js';
import { REQUEST_ID } from './headers.js';

const answer = (description: string, content: object) => ({ description, headers: REQUEST_ID, content });

const get = (operation: object, answers: Record<number, object>) => ({
  servers: [{ url: config.publicUrl }],
  get: { ...operation, responses: { ...answers, 405: { $ref: '#/components/responses/Error405' } } },
});

/** What is asked with GET, by everybody: it is not under /v1. */
export const OPEN_TO_ALL = {
  [KEYS_PATH]: get(
    {
      operationId: 'getEvidenceKeys',
      tags: ['Evidence'],
      summary: 'The keys that evidence is signed with',
      description: 'A JSON Web Key Set (RFC 7517), for whoever is shown evidence of what a merchant was told.',
    },
    { 200: answer('The public keys.', { 'application/jwk-set+json': { schema: ref('JsonWebKeySet') } }) },
  ),
  '/healthz': get(
    { operationId: 'getHealth', tags: ['Health'], summary: 'Whether the process is alive' },
    { 200: answer('It is.', json(ref('Health'))) },
  ),
  '/readyz': get(
    { operationId: 'getReadiness', tags: ['Health'], summary: 'Whether the stores can be reached' },
    { 200: answer('They can.', json(ref('Health'))), 503: answer('One cannot.', json(ref('StoresAway'))) },
  ),
};
