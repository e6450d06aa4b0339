import { Refusal } from './refusal.js';

/** A whole answer. */
export interface Answer {
  status: number;
  body: object;
}

interface Known {
  fingerprint: string;
  at: number;
  /** Absent while the first request is under way. */
  answer?: Answer;
}

const DAY = 86_400;

/** Stripe keeps the first answer of a key, but not one by which it says that nothing was done. */
const isKept = ({ status }: Answer): boolean => status < 400 || status === 402 || status >= 500;

/** Stripe's idempotency: one execution for a key, whose answer is given again for a day. */
export function createIdempotency(now: () => number) {
  const keys = new Map<string, Known>();

  return {
    /**
     * @param fingerprint of the whole request
     * @param work the first time, and anew when the key was forgotten
     */
    async run(key: string, fingerprint: string, work: () => Promise<Answer>): Promise<Answer & { replayed: boolean }> {
      const known = keys.get(key);
      if (known && now() - known.at < DAY) {
        if (known.fingerprint !== fingerprint)
          throw new Refusal(400, {
            type: 'idempotency_error',
            message: 'Keys can only be used with the same parameters',
          });
        if (known.answer) return { ...known.answer, replayed: true };
        // Of the type of a key that is taken, on purpose: some have seen it so.
        throw new Refusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'Under way' });
      }
      const begun: Known = { fingerprint, at: now() };
      keys.set(key, begun);
      const answer = await work();
      if (isKept(answer)) begun.answer = answer;
      else keys.delete(key);
      return { ...answer, replayed: false };
    },
    /** As if a day had passed. */
    forget: () => keys.clear(),
    /** As if a key's request was still under way for some milliseconds. */
    hold(key: string, milliseconds: number): void {
      const known = keys.get(key);
      if (!known?.answer) throw new Error(`There is no answer of ${key}`);
      const { answer } = known;
      delete known.answer;
      setTimeout(() => (known.answer = answer), milliseconds).unref();
    },
  };
}
