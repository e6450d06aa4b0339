import type { CardResult, DeclineReason } from '../card.js';
import { NotDecided } from '../connector.js';
import { answerForm } from '../http/answer.js';
import type { PageForm } from '../page-form.js';
import { amount, answerReader, currency, pageForm, text } from './read-answer.js';

/** What the sandbox gateway says about a charge. */
type Answer =
  | { status: 'charged'; id: string; amount: number; currency: string }
  | { status: 'challenge_required'; id: string; challenge_url: string; challenge_form?: PageForm }
  | { status: 'declined'; id: string; decline_code: string }
  | { status: 'closed' }
  /** It is to be closed, and may still be charged until it is. */
  | { status: 'closing' };

const read = answerReader<Answer>({
  charged: answerForm({ id: text, amount, currency }),
  challenge_required: answerForm({
    id: text,
    challenge_url: text.uri({ scheme: ['http', 'https'] }),
    challenge_form: pageForm,
  }),
  declined: answerForm({ id: text, decline_code: text }),
  closed: answerForm({}),
  closing: answerForm({}),
});

/** A code that is not here is a decline all the same: the general one. */
const REASONS = new Map<string, DeclineReason>([
  ['insufficient_funds', 'insufficient_funds'],
  ['do_not_honor', 'do_not_honor'],
  ['lost_card', 'do_not_honor'],
  ['expired_card', 'expired_card'],
  ['incorrect_cvv', 'incorrect_cvv'],
  ['processing_error', 'gateway_error'],
  ['authentication_failed', 'authentication_failed'],
  ['authentication_cancelled', 'authentication_cancelled'],
]);

/**
 * The gateway's answer in our words.
 * @throws {NotDecided} when it is not known yet
 * @throws {ConnectorError} when it makes no sense
 */
export function toCardResult(body: unknown): CardResult {
  const answer = read(body);
  switch (answer.status) {
    case 'charged':
      return { outcome: 'authorized', reference: answer.id, amount: answer.amount, currency: answer.currency };
    case 'challenge_required':
      return {
        outcome: 'challenge',
        reference: answer.id,
        url: answer.challenge_url,
        ...(answer.challenge_form && { form: answer.challenge_form }),
      };
    case 'declined': {
      const gatewayCode = answer.decline_code;
      const reason = REASONS.get(gatewayCode) ?? 'do_not_honor';
      return { outcome: 'declined', reason, gatewayCode, reference: answer.id };
    }
    case 'closed':
      return { outcome: 'not_charged' };
    case 'closing':
      throw new NotDecided('The sandbox gateway has not closed the key yet');
  }
}
