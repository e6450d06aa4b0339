import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { endWithBench } from './end-with-bench.js';

/** A process of the bench's own that answers questions, one at a time. */
export interface AskedProcess {
  pid: number;
  /** @throws what the process threw, or that it has ended */
  ask<T>(question: object): Promise<T>;
  stop: () => Promise<void>;
}

/** What such a process sends: the answer, or why there is none. */
export type Sent = { answer: unknown } | { error: string };

async function answerOf<T>(child: ChildProcess, path: string): Promise<T> {
  const waiting = new AbortController();
  const heard = <Event extends string>(event: Event) => once(child, event, { signal: waiting.signal });
  const ended = heard('exit').then(([code]: unknown[]) => {
    throw new Error(`${path} has ended with exit code ${String(code)}`);
  });
  try {
    const [sent] = (await Promise.race([heard('message'), ended])) as [Sent]; // both ends are the bench's
    if ('error' in sent) throw new Error(`${path}: ${sent.error}`);
    return sent.answer as T;
  } finally {
    ended.catch(() => undefined); // nobody waits for its end any more
    waiting.abort();
  }
}

/** Starts a built script of the bench, and waits for its first word. */
export async function forkScript(path: string, env: NodeJS.ProcessEnv = {}): Promise<AskedProcess> {
  const child = fork(join(ROOT, 'dist/scripts/bench', path), {
    env: { ...process.env, ...env },
    execArgv: [], // not those of a test runner
  });
  endWithBench(child);
  await answerOf(child, path);
  return {
    pid: child.pid ?? 0,
    ask(question) {
      const answered = answerOf<never>(child, path);
      child.send(question);
      return answered;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
