import { Eta } from 'eta';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '../../config/index.js';
import { ROOT } from '../../config/root.js';
import { REASONS } from '../payments/reasons.js';
import { ABOUT, ABOUT_NOTIFICATION } from './about.js';
import { CALLS, type CallDescription } from './calls.js';
import { ERROR_CODES, errorTable } from './error-codes.js';
import { EXAMPLES, SIMULATED_TRX } from './examples.js';
import { fieldsOf } from './fields.js';
import { NOTIFICATION_HEADERS } from './headers.js';
import { inlineMarkdown, markdown, markdownBeneath, slug } from './markdown.js';
import { SCHEMAS, type SchemaName } from './schemas.js';

const templates = new Eta({ views: join(ROOT, 'views/reference'), cache: true });

const pretty = (value: object) => JSON.stringify(value, null, 2);

/** As it can be pasted into a shell, once the key is your own. */
const curlOf = (path: string, body: object): string =>
  `curl -s ${config.publicUrl}${path.replace('{trx}', SIMULATED_TRX)} \\\n  -H 'Content-Type: application/json' -d '${pretty(body)}'`;

const examplesOf = ({ path }: CallDescription) =>
  Object.values(EXAMPLES)
    .filter((example) => example.path === path)
    .map(({ summary, request, status, answer }) => ({
      summary,
      anchor: slug(`${path} ${summary}`),
      status,
      curl: curlOf(path, request),
      answer: pretty(answer),
    }));

/** "CardInitiateRequest" for people. */
const titleOf = (name: SchemaName) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^(.)(.*)$/, (_all, first: string, rest: string) => first + rest.toLowerCase())
    .replace(/^Upi/, 'UPI');

const tableOf = (name: SchemaName) => ({ title: titleOf(name), fields: fieldsOf(SCHEMAS[name]) });

const callOf = (call: CallDescription) => ({
  ...call,
  anchor: slug(call.path),
  html: markdown(call.description),
  requests: call.takes.map(tableOf),
  answers: call.gives.map(tableOf),
  examples: examplesOf(call),
  refusals: call.refusals.map((code) => ({ code, ...ERROR_CODES[code] })),
});

const first = EXAMPLES.card;

/** What can be tested, with the heading of docs/testing.md beneath which it is told. */
const TESTS = {
  Cards: 'Testing: numbers with known results',
  'Direct debits': 'Direct debits',
  'UPI and wallets': 'UPI and wallets',
};

const readGuide = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8');

/** Parts of the guides, which the specs run: what is said twice is written once. */
function fromGuides() {
  const [notifications, testing] = [readGuide('notifications.md'), readGuide('testing.md')];
  return {
    failing: markdownBeneath('When it fails', notifications),
    verification: markdownBeneath('Verification code', notifications),
    tests: Object.entries(TESTS).map(([name, heading]) => ({
      name,
      anchor: slug(`test ${name}`),
      html: markdownBeneath(heading, testing),
    })),
  };
}

/** The reference as a page: made from what /openapi.json is made from, with nothing of another host. */
export const referencePage = (): string =>
  templates.render('reference', {
    baseUrl: config.publicUrl,
    start: { curl: curlOf(first.path, first.request), answer: pretty(first.answer) },
    about: markdown(ABOUT),
    headings: [...ABOUT.matchAll(/^## (.*)$/gm)].map(([, text = '']) => ({ text, anchor: slug(text) })),
    calls: CALLS.map(callOf),
    notification: {
      html: markdown(ABOUT_NOTIFICATION),
      headers: NOTIFICATION_HEADERS.map(({ name, description }) => ({ name, about: inlineMarkdown(description) })),
      fields: fieldsOf(SCHEMAS.Notification),
      example: pretty(notificationExample()),
    },
    errors: markdown(errorTable()),
    ...fromGuides(),
    reasons: Object.entries(REASONS).map(([reason, text]) => ({ reason, text })),
  });

/** The body of the event in the example, which has the name of its header beside it. */
function notificationExample(): object {
  const { 'webhook-id': _header, ...body } = EXAMPLES.events.answer.events[0];
  return body;
}
