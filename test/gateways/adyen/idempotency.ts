import { Refusal } from './refusal.js';

/** A whole answer. */
export interface Answer {
  status: number;
  body: object;
}

/** Adyen keeps an answer for its key, but none by which it says that it has not looked at the request. */
const isKept = ({ status }: Answer): boolean => ![401, 403, 429].includes(status);

/**
 * Adyen's idempotency: one execution for a key, whose answer is given again whatever the second request says. While the
 * first is under way it answers with code 704, by turns with 409 and 422: some have seen the one, some the other.
 */
export function createIdempotency() {
  const keys = new Map<string, { answer?: Answer }>();
  let refusals = 0;

  return {
    async run(key: string, work: () => Promise<Answer>): Promise<Answer> {
      const known = keys.get(key);
      if (known?.answer) return known.answer;
      if (known)
        throw new Refusal(
          refusals++ % 2 ? 409 : 422,
          '704',
          'request already processed or in progress',
          'validation',
          true,
        );
      const begun: { answer?: Answer } = {};
      keys.set(key, begun);
      const answer = await work();
      if (isKept(answer)) begun.answer = answer;
      else keys.delete(key);
      return answer;
    },
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
