import Joi from 'joi';
import { config } from '../../../config/index.js';
import { recentRefusals } from '../../api/refusal-news.js';
import { allAccounts } from '../../gateways/accounts.js';
import { breakerOf } from '../../gateways/breaker.js';
import { readCallFigures } from '../../gateways/call-figures.js';
import { unlessRedisIsAway } from '../../redis/client.js';
import { oneOf } from '../../validation/fields.js';
import { validateForOperator } from '../../validation/validate.js';
import type { Mode } from '../../vocabulary.js';
import { attention, deliveryFigures, dueWork, MOST } from './attention.js';
import { hourlyChart } from './hourly-chart.js';
import { paymentFigures, successRate, total, type PaymentFigures } from './payment-figures.js';
import { refundFigures } from './refund-figures.js';
import { queueFigures } from './queue-figures.js';
import type { ConsolePage } from '../pages/page-routes.js';
import { duration } from '../pages/format.js';
import { STANDINGS } from '../deliveries/delivery-standing.js';
import { upTo } from '../pages/up-to.js';

const query: Joi.ObjectSchema<{ mode?: Mode }> = Joi.object({ mode: oneOf('live', 'test') });

/** How many accounts' credentials were refused lately; none while Redis is away, where that is counted. */
async function countRefused(): Promise<number> {
  const figures = await unlessRedisIsAway(() => readCallFigures());
  return figures ? allAccounts().filter(({ _id }) => figures(_id).refusals > 0).length : 0;
}

/** What needs a person now; empty when all is well. */
async function needsPerson(now: Date, exhausted: number, isLate: boolean, held: number) {
  const [{ reviews, overdue, disabled, unresolved, refunds, disputes, differing }, refused] = await Promise.all([
    attention(),
    countRefused(),
  ]);
  const oldestDiffers = differing.since ? duration(now.getTime() - differing.since.getTime()) : '';
  const things = (count: number, one: string, other: string, href: string, urgent = false) =>
    count > 0 ? [{ count: upTo(count, MOST), text: count === 1 ? one : other, href, urgent }] : [];
  return [
    ...things(reviews.overdue, 'review is overdue', 'reviews are overdue', '/proofs?kind=proof', true),
    ...things(reviews.pending - reviews.overdue, 'review waits', 'reviews wait', '/proofs'),
    ...things(
      exhausted,
      'notification was given up',
      'notifications were given up',
      '/deliveries?status=exhausted',
      true,
    ),
    ...things(
      overdue,
      'merchant has not heard that a payment was paid',
      'notices of paid payments are overdue',
      '/deliveries?overdue=true',
      true,
    ),
    ...things(disabled, 'endpoint is disabled', 'endpoints are disabled', '/endpoints?disabled=true', true),
    ...things(
      allAccounts().filter(({ _id, status }) => status === 'active' && breakerOf(_id) !== 'closed').length,
      'gateway account does not answer, and comes last',
      'gateway accounts do not answer, and come last',
      '/gateways',
      true,
    ),
    ...things(
      refused,
      'gateway account whose credentials are refused',
      'gateway accounts whose credentials are refused',
      '/gateways',
      true,
    ),
    ...things(
      unresolved,
      'payment whose gateway gave no answer',
      'payments whose gateway gave no answer',
      '/payments?state=unresolved',
    ),
    ...things(
      refunds,
      'refund whose gateway gave no answer',
      'refunds whose gateway gave no answer',
      '/refunds?status=pending',
    ),
    ...things(
      disputes.dueSoon,
      'disputed payment: the bank wants an answer within two days',
      'disputed payments: the bank wants an answer within two days',
      '/disputes?state=open',
      true,
    ),
    ...things(disputes.open - disputes.dueSoon, 'payment is disputed', 'payments are disputed', '/disputes?state=open'),
    ...things(
      differing.count,
      `difference with a gateway’s books, for ${oldestDiffers}`,
      `differences with gateways’ books, the oldest for ${oldestDiffers}`,
      '/differences?state=open',
      true,
    ),
    ...things(
      await recentRefusals(),
      'call that would begin a payment was refused lately: more come than can be taken',
      'calls that would begin a payment were refused lately: more come than can be taken',
      '/queues',
      true,
    ),
    ...things(
      held,
      'queue is held: nobody does its jobs until it is resumed',
      'queues are held: nobody does their jobs until they are resumed',
      '/queues',
      true,
    ),
    ...(isLate
      ? [{ count: '', text: 'Due work is late: are the workers running?', href: '/queues', urgent: true }]
      : []),
  ];
}

/** The figures as the page shows them. */
const drawn = (figures: PaymentFigures) => ({
  all: { ...figures.all, total: total(figures.all), rate: successRate(figures.all) },
  chart: hourlyChart(figures),
  methods: figures.methods.map(({ method, tally }) => ({
    method: method ?? 'not chosen yet',
    total: total(tally),
    rate: successRate(tally),
  })),
});

export const overviewPage: ConsolePage = {
  path: '/',
  role: 'viewer',
  view: 'overview',
  async show(request) {
    const { mode = config.production ? 'live' : 'test' } = validateForOperator(query, request.query);
    const now = new Date();
    const [figures, refunds, queues, deliveries, due] = await Promise.all([
      paymentFigures(mode),
      refundFigures(mode, now),
      queueFigures(),
      deliveryFigures(),
      dueWork(now),
    ]);
    return {
      title: 'Overview',
      mode,
      needs: await needsPerson(
        now,
        deliveries.exhausted,
        due.isLate,
        queues?.filter(({ isHeld }) => isHeld).length ?? 0,
      ),
      figures: figures && drawn(figures),
      refunds,
      queues,
      deliveries: Object.entries(deliveries).map(([status, count]) => ({ status, count: upTo(count, MOST) })),
      standings: STANDINGS,
      oldest: due.since,
    };
  },
};
