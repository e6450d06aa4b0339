import { givenBack, knownBack, toldBack } from './check-back.js';
import type { Charge, Evidence, MerchantEvent, Payment } from './evidence.js';
import { group } from './group.js';
import { JOURNEYS } from './journeys/index.js';
import { sum, toMinor } from './sums.js';

/** A promise that was not kept, and by what. */
export interface Violation {
  promise: string;
  what: string;
}

type Check = (evidence: Evidence) => string[];

/**
 * The charges that a customer can have meant: nobody pays an order that nobody was shown, but the sandbox's customers who
 * pay late.
 */
function meantCharges({ charges, orders, payments }: Evidence): Charge[] {
  const journeys = new Map(orders.map(({ identifier, journey }) => [identifier, JOURNEYS[journey]]));
  const unseen = payments.flatMap(({ identifier, unseenKeys }) =>
    journeys.get(identifier)?.paysUnseen ? unseenKeys : [],
  );
  return charges.filter(({ key }) => !unseen.includes(key));
}

const chargesOf = (evidence: Evidence): Map<string, Charge[]> =>
  group(meantCharges(evidence), ({ reference }) => reference);

const eventsOf = ({ events }: Evidence): Map<string, MerchantEvent[]> => group(events, ({ trx }) => trx);

const known: Check = ({ orders, payments }) => {
  const trxs = new Map(payments.map(({ identifier, trx }) => [identifier, trx]));
  return orders.flatMap(({ identifier, journey, answers, putOff, asksOnce }) => {
    if (answers.length === 0 && !asksOnce) return [`${identifier} (${journey}) was never answered, at last: ${putOff}`];
    const promised = answers.flatMap(({ status, trx }) => (status === 200 && trx ? [trx] : []));
    return [...new Set(promised)]
      .filter((trx) => trxs.get(identifier) !== trx)
      .map((trx) => `${identifier} was accepted as ${trx} and is known as ${trxs.get(identifier)}`);
  });
};

const answered: Check = ({ orders }) =>
  orders.flatMap(({ identifier, answers }) =>
    answers.filter(({ status }) => status === 500).map(() => `${identifier} was answered with a 500`),
  );

const endOf = ({ payment_status, reason, underReview }: Payment): string =>
  underReview ? 'under review' : [payment_status, reason].filter(Boolean).join(' ');

const ended: Check = ({ orders, payments }) => {
  const journeys = new Map(orders.map(({ identifier, journey }) => [identifier, journey]));
  return payments.flatMap((payment) => {
    const journey = journeys.get(payment.identifier) ?? 'no order of this run';
    if (payment.isForPerson || JOURNEYS[journey]?.ends.includes(endOf(payment))) return [];
    return [`${payment.trx} (${journey}) ended as ${endOf(payment)}`];
  });
};

const charged: Check = (evidence) => {
  const charges = chargesOf(evidence);
  return evidence.payments.flatMap(({ trx, payment_status, gross_amount, currency, underReview }) => {
    const moved = charges.get(trx) ?? [];
    const due = payment_status === 'success' || underReview ? 1 : 0;
    if (moved.length !== due) return [`${trx} is ${payment_status} and was charged ${moved.length} times`];
    const asked = toMinor(gross_amount, currency);
    return moved
      .filter((charge) => !underReview && (charge.amount !== asked || charge.currency !== currency))
      .map((charge) => `${trx} is over ${asked} ${currency} and was charged ${charge.amount} ${charge.currency}`);
  });
};

const owned: Check = ({ charges, payments }) => {
  const trxs = new Set(payments.map(({ trx }) => trx));
  return charges.filter(({ reference }) => !trxs.has(reference)).map(({ key }) => `the charge ${key} is nobody's`);
};

const told: Check = (evidence) => {
  const events = eventsOf(evidence);
  return evidence.payments.flatMap(({ trx, payment_status, late_confirmation, wasAbandoned }) => {
    const own = (events.get(trx) ?? []).filter(({ type }) => type.startsWith('payment.'));
    const statuses = own.sort((a, b) => a.sequence - b.sequence).map(({ status }) => status);
    if (payment_status === 'pending' || payment_status === 'abandoned')
      return statuses.length > 0 ? [`${trx} is ${payment_status} and told as ${statuses.join(', ')}`] : [];
    const counts = late_confirmation ? (wasAbandoned ? [1, 2] : [2]) : [1];
    if (counts.includes(statuses.length) && statuses.at(-1) === payment_status) return [];
    return [`${trx} is ${payment_status} and its events say: ${statuses.join(', ') || 'nothing'}`];
  });
};

const gapless: Check = ({ events }) => {
  const sequences = events.map(({ sequence }) => sequence).sort((a, b) => a - b);
  const wrong = sequences.findIndex((sequence, index) => sequence !== index + 1);
  return wrong < 0 ? [] : [`the sequence goes on with ${sequences[wrong]} where ${wrong + 1} is due`];
};

const delivered: Check = ({ events, notices }) => {
  const byId = group(notices, ({ id }) => id);
  const numbers = new Map(events.map(({ id, sequence }) => [id, sequence]));
  return [
    ...events.filter(({ id }) => !byId.has(id)).map(({ id, sequence }) => `event ${sequence} (${id}) never came`),
    ...[...byId.keys()].filter((id) => !numbers.has(id)).map((id) => `${id} came and is no event`),
    ...notices
      .filter(({ id, body }) => numbers.has(id) && !body.includes(`"sequence":${numbers.get(id)},`))
      .map(({ id }) => `${id} came under another number than ${numbers.get(id)}`),
    ...[...byId].filter(([, each]) => new Set(each.map(({ body }) => body)).size > 1).map(([id]) => `${id} changed`),
    ...notices.filter(({ verified }) => !verified).map(({ id }) => `${id} came with a wrong signature`),
  ];
};

const MONEY = [
  ['gross_amount', 'charge', 'net_amount'],
  ['gross_amount_usd', 'charge_usd', 'net_amount_usd'],
] as const;

const addUp: Check = (evidence) => {
  const { payments } = evidence;
  const each = payments.flatMap((payment) =>
    MONEY.filter(([gross, charge, net]) => {
      const currency = gross === 'gross_amount' ? payment.currency : 'USD';
      const minor = (amount: number) => toMinor(amount, currency);
      return minor(payment[gross]) - minor(payment[charge]) !== minor(payment[net]);
    }).map(([gross]) => `${payment.trx}: ${gross} less its charge is not its net`),
  );
  const reviewed = new Set(payments.filter(({ underReview }) => underReview).map(({ trx }) => trx));
  const moved = group(
    meantCharges(evidence).filter(({ reference }) => !reviewed.has(reference)),
    ({ currency }) => currency,
  );
  const successes = group(
    payments.filter(({ payment_status }) => payment_status === 'success'),
    ({ currency }) => currency,
  );
  const totals = [...new Set([...moved.keys(), ...successes.keys()])].flatMap((currency) => {
    const out = sum((moved.get(currency) ?? []).map(({ amount }) => amount));
    const told = sum((successes.get(currency) ?? []).map(({ gross_amount }) => toMinor(gross_amount, currency)));
    return out === told ? [] : [`${currency}: ${out} moved and ${told} was told, in minor units`];
  });
  return [...each, ...totals];
};

/** What Tollgate promises whatever happens, by the words that a report has for it. */
export const PROMISES: Record<string, Check> = {
  'every accepted payment is known under its trx': known,
  'no order is answered with a fault of ours': answered,
  'every payment reaches an end that its customer meant': ended,
  'a success is charged exactly once, anything else never': charged,
  'no charge is without a payment': owned,
  'every end has its event': (evidence) => [...told(evidence), ...toldBack(evidence)],
  'no payment gives back more than came': givenBack,
  'every refund is known to both ledgers once': knownBack,
  'sequences have no gap and no number twice': gapless,
  'every event reaches the merchant, signed, under one id with the same bytes': delivered,
  'nothing that is due is left undone': ({ overdue }) => overdue,
  'no job is given up': ({ failedJobs }) => failedJobs,
  'no process ends by itself': ({ crashes }) => crashes,
  'no card data is left anywhere': ({ cardTraces }) => cardTraces,
  'amounts add up': addUp,
};

/** Every promise that the evidence shows to be broken; none is what we want. */
export const check = (evidence: Evidence): Violation[] =>
  Object.entries(PROMISES).flatMap(([promise, broken]) => broken(evidence).map((what) => ({ promise, what })));
