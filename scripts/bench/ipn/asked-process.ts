import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../../config/root.js';

/** A process of the bench's own that answers questions. */
export interface AskedProcess {
  pid: number;
  ask<T>(question: object): Promise<T>;
  stop: () => Promise<void>;
}

const answerOf = async <T>(child: ChildProcess): Promise<T> => {
  const [{ answer }] = (await once(child, 'message')) as [{ answer: T }]; // both ends are the bench's
  return answer;
};

/** Starts a built script of the bench; `isReady` waits for its first word. */
export async function forkScript(
  path: string,
  env: NodeJS.ProcessEnv = {},
  { isReady = false } = {},
): Promise<AskedProcess> {
  const child = fork(join(ROOT, 'dist/scripts/bench', path), { env: { ...process.env, ...env } });
  if (isReady) await answerOf(child);
  return {
    pid: child.pid ?? 0,
    ask(question) {
      const answered = answerOf<never>(child);
      child.send(question);
      return answered;
    },
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
