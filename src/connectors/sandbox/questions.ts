import DataLoader from 'dataloader';
import Joi from 'joi';
import type { About } from '../about.js';
import { ConnectorError } from '../connector.js';
import type { AsyncPaymentResult } from '../orders.js';
import { answerForm } from '../http/answer.js';
import { saysCode, type Client } from './client.js';
import { toAsyncPaymentResult } from './map-order.js';
import { readAnswer } from './read-answer.js';

const MOST_KEYS = 100; // the gateway takes no more at once
const WINDOW = 5; // ms for which a question waits for company: jobs that wake together ask a few ticks apart

const form = answerForm<{ orders: { key: string }[] }>({
  orders: Joi.array()
    .items(Joi.object({ key: Joi.string().required() }).unknown())
    .required(),
});

/** What the gateway said of one key; an error, when it said nothing that we understand. */
function toResult(answer: unknown): AsyncPaymentResult | ConnectorError {
  if (answer === undefined || saysCode('order_unknown', answer))
    return new ConnectorError('The sandbox gateway does not know this order');
  try {
    return toAsyncPaymentResult(answer);
  } catch (error) {
    if (error instanceof ConnectorError) return error;
    throw error;
  }
}

/** Asks what orders have come to; the questions of one moment travel together, and nothing is remembered. */
export function createQuestions(client: Client): (about: About) => Promise<AsyncPaymentResult> {
  async function askAll(keys: readonly string[]): Promise<(AsyncPaymentResult | ConnectorError)[]> {
    const asked = { keys: [...new Set(keys)] };
    const { orders } = readAnswer(form, await client({ method: 'POST', path: '/orders/query', body: asked }));
    const answers = new Map(orders.map((answer) => [answer.key, answer]));
    return keys.map((key) => toResult(answers.get(key)));
  }

  const loader = new DataLoader(askAll, {
    cache: false,
    maxBatchSize: MOST_KEYS,
    batchScheduleFn: (ask) => void setTimeout(ask, WINDOW),
  });
  return ({ key }) => loader.load(key);
}
