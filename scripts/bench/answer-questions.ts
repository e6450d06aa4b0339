import type { Sent } from './asked-process.js';

const send = (sent: Sent) => process.send?.(sent);

/** The other end of an AskedProcess: says that it is ready, answers each question, and is ended with whoever asks. */
export function answerQuestions<Question>(answerTo: (question: Question) => Promise<unknown>): void {
  process.on('message', (question: Question) => {
    answerTo(question).then(
      (answer) => send({ answer }),
      (error: unknown) => send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  send({ answer: 'ready' });
}
