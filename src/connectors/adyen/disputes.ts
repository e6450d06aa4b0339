import type {
  DisputeCapabilities,
  DisputeConnector,
  DisputeReason,
  DisputeStage,
  DisputeState,
  GatewayDispute,
} from '../disputes.js';
import type { Item } from './webhook-item.js';

export const DISPUTE_CAPABILITIES: DisputeCapabilities = { asks: 'told', debitsAreLost: true };

/** Adyen's disputes cannot be asked for by a payment; its webhooks tell of them. */
export const adyenDisputes: DisputeConnector = {
  capabilities: DISPUTE_CAPABILITIES,
  disputesOf: () => Promise.resolve([]),
};

/** What an event about a dispute means. */
interface Meaning {
  state: DisputeState;
  /** Absent: it may come at any. */
  stage?: DisputeStage;
}

const at = (stage: DisputeStage | undefined, meanings: Record<string, DisputeState>): [string, Meaning][] =>
  Object.entries(meanings).map(([event, state]) => [event, { state, ...(stage && { stage }) }]);

/** By their names, which are signed; what else they say of a dispute's state is not. */
const EVENTS = new Map<string, Meaning>([
  ...at('inquiry', { REQUEST_FOR_INFORMATION: 'open', INFORMATION_SUPPLIED: 'open' }),
  ...at('notice', { NOTIFICATION_OF_CHARGEBACK: 'open', DISPUTE_OPENED_WITH_CHARGEBACK: 'open' }), // in its place, rarely
  ...at('chargeback', { CHARGEBACK: 'open', CHARGEBACK_REVERSED: 'won' }),
  ...at('pre_arbitration', {
    PREARBITRATION_OPEN: 'open',
    PREARBITRATION_ACCEPTED: 'open', // SECOND_CHARGEBACK tells of the loss
    PREARBITRATION_DECLINED: 'open', // the issuer may go on
    PREARBITRATION_WON: 'won',
    PREARBITRATION_ISSUER_WITHDRAWN: 'won',
    PREARBITRATION_LOST: 'lost',
    SECOND_CHARGEBACK: 'lost',
  }),
  ...at('arbitration', {
    SCHEME_ARBITRATION: 'open',
    SCHEME_ARBITRATION_WON: 'won',
    SCHEME_ARBITRATION_LOST: 'lost',
  }),
  ...at(undefined, { ISSUER_RESPONSE_TIMEFRAME_EXPIRED: 'won', DISPUTE_DEFENSE_PERIOD_ENDED: 'lost' }),
]);

/** An inquiry ends by itself, or by its answer, and no event says so but its own: its status is not signed, nor money. */
const isAnswered = ({ stage }: Meaning, { disputeStatus = '' }: Item['additionalData']): boolean =>
  stage === 'inquiry' && ['Responded', 'Expired'].includes(disputeStatus);

/**
 * The schemes' reason codes, by how they begin: Visa's with a point, Mastercard's of four digits, those of American Express
 * of a letter and two digits, SEPA's of ISO 20022.
 */
const REASONS: [begins: RegExp, reason: DisputeReason][] = [
  [/^(10\.|48(37|63|70|71)|4840|F(\d\d|R\d)$)/, 'fraudulent'],
  [/^(13\.1|4855|C08)$/, 'product_not_received'],
  [/^(13\.[345]|4853|C3[12])$/, 'product_unacceptable'],
  [/^(13\.2|4841|C28)$/, 'subscription_cancelled'],
  [/^(12\.6|4834|AM05|P08|C14)/, 'duplicate'],
  [/^MD01/, 'unrecognized'], // the debtor knows of no mandate
  [/^(13\.[67]|4860|C0[245]|C18)$/, 'credit_not_processed'],
];

const reasonOf = (code = ''): DisputeReason => REASONS.find(([begins]) => begins.test(code.trim()))?.[1] ?? 'other';

function timeOf(text: string | undefined): Date | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}

/** The dispute that an item tells of; null when it is about none. */
export function disputeOf(
  item: Item,
  trx: string,
  money: { amount: number; currency: string } | undefined,
): GatewayDispute | null {
  const meaning = EVENTS.get(item.eventCode);
  if (!meaning || !money || item.pspReference === '') return null;
  const { chargebackReasonCode, defensePeriodEndsAt } = item.additionalData;
  return {
    id: item.pspReference,
    trx,
    ...money,
    reason: reasonOf(chargebackReasonCode),
    openedAt: timeOf(item.eventDate) ?? new Date(),
    respondBy: timeOf(defensePeriodEndsAt),
    ...meaning,
    ...(isAnswered(meaning, item.additionalData) && { state: 'won' }),
  };
}
