import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { REASONS } from '../payments/reasons.js';
import { ABOUT, ABOUT_NOTIFICATION } from './about.js';
import { COMMON_FIELDS, splitFields } from './common-fields.js';
import { errorTable } from './error-codes.js';
import { EXAMPLES } from './examples.js';
import { NOTIFICATION_HEADERS } from './headers.js';
import { inlineMarkdown, markdown, markdownBeneath, slug } from './markdown.js';
import { pretty, render, type Part } from './part.js';

/** Parts of the guides, which the specs run, are shown here too: what is said twice is written once. */
const readGuide = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8');

/** What all calls have in common. */
export const partsBeforeCalls = (): Part[] => [
  {
    name: 'rules',
    title: 'Rules of all calls',
    beneath: 'All calls',
    html: render('rules', { about: markdown(ABOUT) }),
  },
  {
    name: 'common-fields',
    title: 'Common fields',
    beneath: 'All calls',
    html: render('common-fields', { groups: COMMON_FIELDS }),
  },
];

/** What comes of calls. */
export const partsAfterCalls = (): Part[] => [notifications(), testing(), errors()];

function notifications(): Part {
  const guide = readGuide('notifications.md');
  const values = {
    about: markdown(ABOUT_NOTIFICATION),
    headers: NOTIFICATION_HEADERS.map(({ name, description }) => ({ name, about: inlineMarkdown(description) })),
    fields: splitFields('Notification'),
    example: pretty(notificationExample()),
    failing: markdownBeneath('When it fails', guide),
    verification: markdownBeneath("2. Write your shop's server", readGuide('quick-start.md')),
  };
  return { name: 'notifications', title: 'Notifications', beneath: 'Results', html: render('notifications', values) };
}

/** The body of the event in the example, which has the name of its header beside it. */
function notificationExample(): object {
  const { 'webhook-id': _header, ...body } = EXAMPLES.events.answer.events[0];
  return body;
}

/** What can be tested, with the guide and the heading beneath which it is told. */
const TESTS = {
  Cards: ['testing.md', 'Testing: numbers with known results'],
  'Direct debits': ['testing.md', 'Direct debits'],
  'UPI and wallets': ['testing.md', 'UPI and wallets'],
  Refunds: ['refunds.md', 'Testing'],
  Disputes: ['disputes.md', 'Testing'],
} as const;

function testing(): Part {
  const tests = Object.entries(TESTS).map(([name, [guide, heading]]) => ({
    name,
    anchor: slug(`test ${name}`),
    html: markdownBeneath(heading, readGuide(guide)),
  }));
  return { name: 'testing', title: 'Test cards and amounts', beneath: 'Results', html: render('testing', { tests }) };
}

function errors(): Part {
  const reasons = Object.entries(REASONS).map(([reason, text]) => ({ reason, text }));
  const html = render('errors', { codes: markdown(errorTable()), reasons });
  return { name: 'errors', title: 'Errors and reasons', beneath: 'Results', html };
}
