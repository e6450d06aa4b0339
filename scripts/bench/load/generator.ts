import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { answerQuestions } from '../answer-questions.js';

// The merchants' servers, in a process of its own: as many requests at once as are asked for, or at a fixed pace.

/** Where requests go and what they say. */
export interface Target {
  /** Taken in turn, as a load balancer would. */
  urls: string[];
  /** Taken in turn. */
  bodies: object[];
  /** Whether each is sent with an identifier of its own: orders are. */
  isOrder: boolean;
  /** Fields that every answer must hold. */
  expected: Record<string, unknown>;
}

/** Closed: one in flight follows another. Open: they begin at their time, whatever became of those before. */
export type Question =
  | { kind: 'closed'; target: Target; count: number; inFlight: number }
  | { kind: 'open'; target: Target; perSecond: number; seconds: number };

export interface Load {
  /** When the first request began: ms since 1970. */
  startedAt: number;
  /** From the first request to the last answer. */
  seconds: number;
  /** From when a request should have begun to its answer, in ms. */
  latencies: number[];
}

const dispatcher = new Agent();
/** Sooner than an overloaded Tollgate says, so that it stays as busy as it is to be. */
const AGAIN_MS = 100;

const isOverloaded = (text: string): boolean => text.includes('"code":"overloaded"');

const inTurn = <T>(values: T[], no: number): T | undefined => values[no % values.length];

async function send({ urls, bodies, isOrder, expected }: Target, no: number): Promise<void> {
  const url = inTurn(urls, no) ?? '';
  const order = JSON.stringify({ ...inTurn(bodies, no), ...(isOrder && { identifier: randomUUID() }) });
  const ask = async () => {
    const headers = { 'content-type': 'application/json' };
    const { statusCode, body } = await request(url, { dispatcher, method: 'POST', headers, body: order });
    return { statusCode, text: await body.text() };
  };
  let answer = await ask();
  for (; isOverloaded(answer.text); answer = await ask()) await delay(AGAIN_MS);
  const { text } = answer;
  const body = JSON.parse(text) as Record<string, unknown>; // both lanes answer in JSON
  for (const [name, value] of Object.entries(expected))
    if (body[name] !== value) throw new Error(`${url} answered with ${answer.statusCode}: ${text.slice(0, 500)}`);
}

async function closed(target: Target, count: number, inFlight: number): Promise<number[]> {
  const latencies: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < count) {
      const begunAt = performance.now();
      await send(target, next++);
      latencies.push(performance.now() - begunAt);
    }
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, count) }, client));
  return latencies;
}

async function open(target: Target, perSecond: number, seconds: number): Promise<number[]> {
  const begunAt = performance.now();
  const under: Promise<number>[] = [];
  for (let no = 0; no < Math.round(perSecond * seconds); no++) {
    const due = begunAt + (no * 1000) / perSecond;
    if (due > performance.now()) await delay(due - performance.now());
    under.push(send(target, no).then(() => performance.now() - due));
  }
  return Promise.all(under);
}

answerQuestions<Question>(async (question): Promise<Load> => {
  const startedAt = Date.now();
  const latencies =
    question.kind === 'closed'
      ? await closed(question.target, question.count, question.inFlight)
      : await open(question.target, question.perSecond, question.seconds);
  return { startedAt, seconds: (Date.now() - startedAt) / 1000, latencies };
});
