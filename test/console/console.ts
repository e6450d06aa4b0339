import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import supertest from 'supertest';
import { config } from '../../config/index.js';
import { createConsole } from '../../src/console/app.js';
import { findAudit } from '../../src/console/audit/audit.js';
import type { Role } from '../../src/console/operators/role.js';
import { createOperator } from '../../src/console/operators/operators.js';
import { cookieRules } from '../../src/console/session/session-cookie.js';
import { openSession } from '../../src/console/session/sessions.js';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { redis } from '../../src/redis/client.js';
import { serve } from '../support/serve.js';

export const PASSWORD = 'correct horse battery';

/** A console that listens, and whose clock only the test moves. */
export interface TestConsole {
  url: string;
  http: ReturnType<typeof supertest>;
  now: () => Date;
  wait: (minutes: number) => void;
  close: () => Promise<void>;
}

export async function startConsole(): Promise<TestConsole> {
  await connectDatabase();
  if (redis.status !== 'ready') await once(redis, 'ready');
  await forgetFailures();
  let time = Date.now();
  const now = () => new Date(time);
  const { url, close } = await serve(createConsole({ clock: now }));
  return {
    url,
    http: supertest(url),
    now,
    wait: (minutes) => {
      time += minutes * 60_000;
    },
    close,
  };
}

/** All tests come from one address, which must not make them wait for one another. */
export async function forgetFailures(): Promise<void> {
  await mongoClient.db().collection('login_failures').deleteMany({});
}

export interface TestOperator {
  id: string;
  email: string;
  token: string;
}

/** A new operator, for tests that change it. */
export async function anOperator(role: Role): Promise<TestOperator> {
  const email = `${role}-${randomBytes(6).toString('hex')}@example.com`;
  const { id, api_token } = await createOperator({ email, role, password: PASSWORD });
  return { id, email, token: api_token };
}

const shared = new Map<Role, Promise<TestOperator>>();

/** The same one for every test: hashing passwords is slow on purpose. */
export function theOperator(role: Role): Promise<TestOperator> {
  const operator = shared.get(role) ?? anOperator(role);
  shared.set(role, operator);
  return operator;
}

/** Sends the login form. */
export const logIn = ({ http }: TestConsole, email: string, password = PASSWORD, next = '/') =>
  http.post('/login').type('form').send({ email, password, next });

/** `name=value` of the session cookie that an answer sets. */
export function cookieOf({ headers }: supertest.Response): string {
  const [cookie = ''] = [headers['set-cookie'] ?? []].flat();
  return cookie.split(';')[0] ?? '';
}

/** The version that the settings form of a page was drawn of, which it sends along. */
export const versionOn = (page: string): string => /name="version" value="(\d+)"/.exec(page)?.[1] ?? '';

/** What a page says is wrong with an input, where the input itself leads to it. */
export function faultAt(page: string, input: string): string | undefined {
  const [tag = ''] = new RegExp(`<(?:input|select)[^>]* name="${input}"[^>]*>`).exec(page) ?? [];
  const ids = tag.includes(' aria-invalid="true"')
    ? (/ aria-describedby="([^"]*)"/.exec(tag)?.[1] ?? '').split(' ')
    : [];
  const faults = ids.map((id) => new RegExp(`<p class="fault" id="${id}"[^>]*>([^<]*)<`).exec(page)?.[1]);
  return faults.find((text) => text !== undefined);
}

/** The headers of a browser that is signed in and sends a form or a fetch from our own page. */
export async function browserOf({ url, now }: TestConsole, { id }: TestOperator) {
  const { name } = cookieRules(config.production, config.ports.console);
  return { cookie: `${name}=${await openSession({ _id: id }, now())}`, origin: url };
}

/** The answer's JSON, of the form that the caller looks for. */
export const jsonOf = <T extends object>({ body }: supertest.Response): T => body as T;

export const bearer = ({ token }: TestOperator) => ({ authorization: `Bearer ${token}` });

/** What the trail says of a thing, newest first. */
export const auditOf = async (object: string) => (await findAudit({ object })).page;
