import supertest from 'supertest';
import { createConsole } from '../../src/console/app.js';
import type { Role } from '../../src/console/operators/role.js';
import type { AnswerBody } from '../support/ask.js';
import { bearer, jsonOf, theOperator } from './console.js';

export const app = createConsole();

/** Somebody who works with the console by an API token. */
export interface Operator {
  email: string;
  get(path: string): Promise<{ status: number; headers: Record<string, string>; bytes: Buffer; body: AnswerBody }>;
  post(path: string, body: object): Promise<{ status: number; body: AnswerBody }>;
}

export async function as(role: Role): Promise<Operator> {
  const operator = await theOperator(role);
  return {
    email: operator.email,
    async get(path) {
      const answer = await supertest(app).get(path).set(bearer(operator)).responseType('blob');
      const { status, headers } = answer;
      const bytes = answer.body as Buffer; // of a "blob"
      const isJson = answer.type === 'application/json';
      return { status, headers, bytes, body: isJson ? (JSON.parse(bytes.toString()) as AnswerBody) : {} };
    },
    async post(path, body) {
      const answer = await supertest(app).post(path).set(bearer(operator)).send(body);
      return { status: answer.status, body: jsonOf<AnswerBody>(answer) };
    },
  };
}
