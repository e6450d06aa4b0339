import { expect } from 'chai';
import type { Answer } from '../support/ask.js';

const ANSWERED_WITHIN_MS = 3000;

/** The answer to a question, which comes within 3 s even while a store is away. */
export async function answeredInTime(question: () => Promise<Answer>): Promise<Answer> {
  const begun = Date.now();
  const answer = await question();
  expect(Date.now() - begun).to.be.lessThan(ANSWERED_WITHIN_MS);
  return answer;
}
