import { config } from '../../config/index.js';
import { KEYS_PATH } from '../ipn/evidence.js';
import { json, ref } from './content.js';
import { REQUEST_ID } from './headers.js';

/** What is asked with GET, by everybody: it is not under /v1. */
export const OPEN_TO_ALL = {
  [KEYS_PATH]: {
    servers: [{ url: config.publicUrl }],
    get: {
      operationId: 'getEvidenceKeys',
      tags: ['Evidence'],
      summary: 'The keys that evidence is signed with',
      description: 'A JSON Web Key Set (RFC 7517), for whoever is shown evidence of what a merchant was told.',
      responses: {
        200: {
          description: 'The public keys.',
          headers: REQUEST_ID,
          content: { 'application/jwk-set+json': { schema: ref('JsonWebKeySet') } },
        },
        405: { $ref: '#/components/responses/Error405' },
      },
    },
  },
  '/healthz': {
    servers: [{ url: config.publicUrl }],
    get: {
      operationId: 'getHealth',
      tags: ['Health'],
      summary: 'Whether the process is alive',
      responses: {
        200: { description: 'It is.', headers: REQUEST_ID, content: json(ref('Health')) },
        405: { $ref: '#/components/responses/Error405' },
      },
    },
  },
  '/readyz': {
    servers: [{ url: config.publicUrl }],
    get: {
      operationId: 'getReadiness',
      tags: ['Health'],
      summary: 'Whether the stores can be reached',
      responses: {
        200: { description: 'They can.', headers: REQUEST_ID, content: json(ref('Health')) },
        405: { $ref: '#/components/responses/Error405' },
        503: { description: 'One cannot.', headers: REQUEST_ID, content: json(ref('StoresAway')) },
      },
    },
  },
};
