import type { showPayment } from './payments.calls.js';
import { duration, inWords, money } from '../pages/format.js';
import type { FoundJob } from './jobs-of-payment.js';
import { nameThere } from './name-there.js';

type Payment = Awaited<ReturnType<typeof showPayment>>;

/** One thing that happened to a payment. */
export interface Moment {
  /** ISO 8601. */
  at: string;
  /** Which colour and mark it has; said in words too. */
  kind: 'state' | 'gateway' | 'proof' | 'review' | 'refund' | 'dispute' | 'notification' | 'job';
  title: string;
  detail?: string | undefined;
  href?: string;
  bad?: boolean;
}

const FAILED = new Set(['failed', 'cancelled']);

const states = ({ history }: Payment): Moment[] =>
  history.map(({ at, event, from, to, actor }) => ({
    at,
    kind: 'state',
    title: from ? `${inWords(event)}: ${inWords(from)} → ${inWords(to)}` : `Created: ${inWords(to)}`,
    detail: `by ${actor}`,
    bad: FAILED.has(to),
  }));

const between = (from: string, to: string): string => duration(Date.parse(to) - Date.parse(from));

/** When an answer counts from: its step in the history is written with it, though some milliseconds may lie between. */
function answerTime({ history }: Payment, { started_at, answered_at, outcome }: Payment['attempts'][number]): string {
  const step = history.find(({ at, event }) => event === outcome && at >= started_at);
  return [answered_at ?? started_at, ...(step ? [step.at] : [])].sort()[0] ?? started_at;
}

const gateway = (payment: Payment): Moment[] =>
  payment.attempts.flatMap((attempt): Moment[] => {
    const { no, account, key, passed_on, started_at, answered_at, outcome, reason, reference, gateway_code } = attempt;
    const answer = [
      answered_at && `after ${between(started_at, answered_at)}`,
      reason && inWords(reason),
      gateway_code && `gateway code ${gateway_code}`,
      reference && `reference ${reference}`,
      passed_on && 'nothing was taken: the next account is asked',
    ];
    return [
      {
        at: started_at,
        kind: 'gateway',
        title: `Gateway ${account} is asked, attempt ${no}`,
        detail: `as ${nameThere(account, key)}`,
      },
      ...(answered_at
        ? [
            {
              at: answerTime(payment, attempt),
              kind: 'gateway' as const,
              title: `Gateway answers: ${inWords(outcome ?? 'an answer')}`,
              detail: answer.filter(Boolean).join(', '),
              bad: outcome === 'declined',
            },
          ]
        : []),
    ];
  });

const proofs = ({ proofs: handedIn, currency }: Payment): Moment[] =>
  handedIn.flatMap(({ versions, decided_at, decided_by, proof_status, note, amount_seen }): Moment[] => [
    ...versions.map(({ version, form, text, submitted_at }) => ({
      at: submitted_at,
      kind: 'proof' as const,
      title: `Proof handed in, version ${version}: ${form}`,
      detail: text ?? undefined,
    })),
    ...(decided_at
      ? [
          {
            at: decided_at,
            kind: 'proof' as const,
            title: `Proof ${proof_status} ${decided_by ? `by ${decided_by}` : 'automatically'}`,
            detail: amount_seen === null ? note : `${money(amount_seen, currency)} seen. ${note}`,
            bad: proof_status === 'rejected',
          },
        ]
      : []),
  ]);

/** Until somebody has looked a payment up at its gateway, nothing is known to have come. */
const whatWaits = ({ kind, amount, currency, reference }: NonNullable<Payment['review']>) =>
  kind === 'not_told'
    ? { title: 'A person is to look: the gateway has told nothing', detail: `It is ${reference} there` }
    : {
        title: `Money waits for a person: ${inWords(kind)}`,
        detail: `${money(amount, currency)} came, reference ${reference}`,
      };

const reviews = ({ review }: Payment): Moment[] =>
  review
    ? [
        {
          at: review.opened_at,
          kind: 'review',
          ...whatWaits(review),
        },
        ...(review.decided_at
          ? [
              {
                at: review.decided_at,
                kind: 'review' as const,
                title: `${review.kind === 'not_told' ? 'Payment' : 'Money'} ${review.decision === 'accept' ? 'accepted' : 'refused'} ${review.decided_by ? `by ${review.decided_by}` : 'automatically'}`,
                detail: review.note ?? undefined,
              },
            ]
          : []),
      ]
    : [];

const refunds = ({ refunds: asked }: Payment): Moment[] =>
  asked.flatMap((refund) =>
    refund.history.map(({ at, event, from, to, actor }): Moment => {
      const what = `Refund of ${money(refund.amount, refund.currency)}`;
      const why = from ? (to === 'failed' ? refund.failure : refund.reference) : inWords(refund.reason);
      return {
        at,
        kind: 'refund',
        title: from ? `${what}, ${inWords(event)}: ${inWords(from)} → ${inWords(to)}` : `${what} asked for`,
        detail: [why, `by ${actor}`].filter(Boolean).join(', '),
        bad: to === 'failed',
      };
    }),
  );

const disputes = ({ disputes: known }: Payment): Moment[] =>
  known.flatMap(({ id, amount, currency, reason, state, opened_at, closed_at }): Moment[] => {
    const what = `Dispute over ${money(amount, currency)}`;
    return [
      { at: opened_at, kind: 'dispute', title: `${what} opened`, detail: `${inWords(reason)}, ${id}`, bad: true },
      ...(closed_at
        ? [{ at: closed_at, kind: 'dispute' as const, title: `${what} ${state}`, detail: id, bad: state === 'lost' }]
        : []),
    ];
  });

const notifications = ({ deliveries }: Payment): Moment[] =>
  deliveries.flatMap(({ type, event_id, url, created_at, attempts }): Moment[] => [
    { at: created_at, kind: 'notification', title: `Notification ${type}`, detail: `${event_id} to ${url}` },
    ...attempts.map(({ at, duration_ms, status, error, trigger }, index) => ({
      at,
      kind: 'notification' as const,
      title: `Sent, attempt ${index + 1}: ${status ?? inWords(error ?? 'no answer')}`,
      detail: `after ${duration(duration_ms)}${trigger === 'automatic' ? '' : ', sent again by an operator'}`,
      bad: error !== null,
    })),
  ]);

const jobs = (found: FoundJob[]): Moment[] =>
  found.map(({ name, href, addedAt, startedAt, finishedAt, failed }) => ({
    at: (finishedAt ?? startedAt ?? addedAt).toISOString(),
    kind: 'job',
    title: `Job ${name} ${failed ? 'failed' : finishedAt ? 'done' : startedAt ? 'runs' : 'waits in its queue'}`,
    detail: startedAt && finishedAt ? `after ${duration(finishedAt.getTime() - startedAt.getTime())}` : undefined,
    href,
    bad: failed,
  }));

const inOrder = (moments: Moment[]): Moment[] => moments.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)); // stable

/** The jobs of a payment in order, and what is said of them where they are folded: "7 jobs, 1 failed". */
export function foldedJobs(found: FoundJob[]) {
  const failed = found.filter(({ failed }) => failed).length;
  const count = found.length === 1 ? '1 job' : `${found.length} jobs`;
  return { title: failed > 0 ? `${count}, ${failed} failed` : count, failed, moments: inOrder(jobs(found)) };
}

/** Everything that happened to a payment, in order, causes first: states, gateway, proofs, decisions, notifications. */
export function timelineOf(payment: Payment): Moment[] {
  const [created, ...later] = states(payment);
  const rest = [proofs, reviews, refunds, disputes, notifications].flatMap((part) => part(payment));
  return inOrder([...(created ? [created] : []), ...gateway(payment), ...later, ...rest]);
}
