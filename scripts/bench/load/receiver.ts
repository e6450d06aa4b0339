import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerQuestions } from '../answer-questions.js';
import { percentile } from '../figures.js';

// The merchants' end, in a process of its own: hosts that answer at once, or that hang when they are told to.

/** What the bench asks for; each question has one answer. */
export type Question = { hosts: number } | { hang: number } | { reset: true } | { distinct: true } | { stats: true };

export interface Stats {
  /** Requests, and how many different notifications they were. */
  received: number;
  distinct: number;
  /** When the last one came that had not come before: ms since 1970. */
  lastAt: number;
  /** From the event's timestamp to its first arrival, at hosts that do not hang. Milliseconds. */
  p50: number;
  p95: number;
}

const HANG_MS = 15_000;

let received = 0;
let hanging = 0;
let lastAt = 0;
const latencies = new Map<string, number>();

async function take(host: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrivedAt = Date.now();
  const body = await text(request);
  if (host < hanging) {
    setTimeout(() => response.writeHead(204).end(), HANG_MS).unref();
    return;
  }
  received += 1;
  const { id, timestamp } = JSON.parse(body) as { id: string; timestamp: string }; // the bench made it
  if (!latencies.has(id)) {
    latencies.set(id, arrivedAt - Date.parse(timestamp));
    lastAt = arrivedAt;
  }
  response.writeHead(204).end();
}

async function listen(host: number): Promise<number> {
  const server = createServer((request, response) => void take(host, request, response));
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // it listens on TCP
}

function stats(): Stats {
  const times = [...latencies.values()];
  return { received, distinct: times.length, lastAt, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

answerQuestions<Question>(async (question) => {
  if ('hosts' in question) return Promise.all(Array.from({ length: question.hosts }, (_, host) => listen(host)));
  if ('hang' in question) return (hanging = question.hang);
  if ('distinct' in question) return latencies.size;
  const soFar = stats();
  if ('stats' in question) return soFar;
  received = 0;
  latencies.clear();
  return soFar;
});
