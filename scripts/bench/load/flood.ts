import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answerQuestions } from '../answer-questions.js';

// Callers that do not know each other, in a process of its own: each call comes at its time over a connection of its own,
// whatever became of those before. HTTP by hand, which costs this machine a third of what a client does.

export interface Question {
  /** Of the API. */
  url: string;
  /** Taken in turn; each is sent with an identifier of its own. */
  bodies: object[];
  perSecond: number;
  seconds: number;
}

/** A call that was answered: ms from sending to the last byte, and the seconds into the flood at which it was sent. */
export interface Answered {
  at: number;
  ms: number;
}

/** What came of the calls. */
export interface Flooded {
  offered: number;
  /** From the first call to the last one that was sent. */
  seconds: number;
  /** 200. */
  taken: (Answered & { identifier: string; trx: string | undefined; status: string })[];
  /** 503 overloaded. */
  refused: Answered[];
  /** Everything else by what it was, such as `429`, `ECONNRESET` or `no answer`. */
  others: Record<string, number>;
  /** The identifiers of those. */
  unanswered: string[];
}

interface Answer {
  /** The HTTP status, or why there is none. */
  what: string;
  text: string;
  ms: number;
}

/** Longer than any answer may take. */
const PATIENCE_MS = 60_000;

function call(hostname: string, port: number, path: string, body: string): Promise<Answer> {
  const sentAt = performance.now();
  let [text, failed] = ['', 'no answer'];
  const socket = connect({ host: hostname, port });
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.on('error', (error: NodeJS.ErrnoException) => (failed = error.code ?? error.message));
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  return new Promise((resolve) => {
    socket.on('close', () => {
      const what = /^HTTP\/1.1 (\d+) /.exec(text)?.[1] ?? failed;
      resolve({ what, text, ms: performance.now() - sentAt });
    });
  });
}

async function flood({ url, bodies, perSecond, seconds }: Question): Promise<Flooded> {
  const { hostname, port, pathname } = new URL(url);
  const flooded: Flooded = { offered: 0, seconds: 0, taken: [], refused: [], others: {}, unanswered: [] };
  const count = Math.round(perSecond * seconds);
  const begunAt = performance.now();
  const under: Promise<void>[] = [];

  async function send(no: number): Promise<void> {
    const identifier = randomUUID();
    const body = JSON.stringify({ ...bodies[no % bodies.length], identifier });
    const at = (performance.now() - begunAt) / 1000;
    const { what, text, ms } = await call(hostname, Number(port), pathname, body);
    const status = /"payment_status":"(\w+)"/.exec(text)?.[1];
    if (what === '200' && status) {
      const trx = /"trx":"([^"]+)"/.exec(text)?.[1];
      flooded.taken.push({ identifier, trx, status, at, ms });
    } else if (what === '503' && text.includes('"code":"overloaded"')) flooded.refused.push({ at, ms });
    else {
      flooded.others[what] = (flooded.others[what] ?? 0) + 1;
      flooded.unanswered.push(identifier);
    }
  }

  for (; flooded.offered < count; flooded.offered++) {
    const due = begunAt + (flooded.offered * 1000) / perSecond;
    if (due > performance.now()) await delay(due - performance.now());
    under.push(send(flooded.offered));
  }
  flooded.seconds = (performance.now() - begunAt) / 1000;
  await Promise.all(under);
  return flooded;
}

answerQuestions<Question>(flood);
