import type { Dispute, Evidence, MoneyBack, Payment, Refund } from './evidence.js';
import { group } from './group.js';
import { sum, toMinor } from './sums.js';

const backOf = ({ moneyBack }: Evidence): Map<string, MoneyBack[]> => group(moneyBack, ({ reference }) => reference);

/** What has gone back at the gateway is never more than what came. */
export function givenBack(evidence: Evidence): string[] {
  const came = group(evidence.charges, ({ reference }) => reference);
  return [...backOf(evidence)].flatMap(([trx, back]) => {
    const [in_, out] = [came.get(trx) ?? [], back].map((each) => sum(each.map(({ amount }) => amount)));
    return (out ?? 0) > (in_ ?? 0) ? [`${trx}: ${in_} came and ${out} went back, in minor units`] : [];
  });
}

/** How a refund or a dispute of ours and the movements under its key do not fit each other. */
function misfit(what: string, isDone: boolean, amount: number, moved: MoneyBack[]): string[] {
  if (moved.length !== (isDone ? 1 : 0)) return [`${what}, and the gateway has moved ${moved.length} times`];
  const [only] = moved;
  return only && only.amount !== amount ? [`${what} over ${amount}, and the gateway has moved ${only.amount}`] : [];
}

function misfitsOf(payment: Payment, back: MoneyBack[]): string[] {
  const { trx, refunds, disputes, refunded_amount, currency } = payment;
  const under = group(back, ({ key }) => key);
  const ours = new Set([...refunds.map(({ key }) => key), ...disputes.map(({ id }) => id)]);
  const done = sum(refunds.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount));
  return [
    ...refunds.flatMap(({ key, status, amount, isForPerson }) => [
      ...(isForPerson || ['succeeded', 'failed'].includes(status) ? [] : [`${key} stays ${status}`]),
      ...misfit(`${key} is ${status}`, status === 'succeeded', amount, under.get(key) ?? []),
    ]),
    ...disputes.flatMap(({ id, state, amount }) =>
      misfit(`the dispute ${id} of ${trx} is ${state}`, state === 'lost', amount, under.get(id) ?? []),
    ),
    ...back.filter(({ key }) => !ours.has(key)).map(({ key }) => `${key} went back and is nothing of ${trx}`),
    ...(toMinor(refunded_amount, currency) === done
      ? []
      : [`${trx} says that ${refunded_amount} went back, and its refunds are ${done} in minor units`]),
  ];
}

/** Every refund and every dispute is in both books, once and with the same amount, and no accepted one is lost. */
export function knownBack(evidence: Evidence): string[] {
  const back = backOf(evidence);
  const identifiers = new Set(evidence.payments.flatMap(({ refunds }) => refunds.map(({ identifier }) => identifier)));
  const trxs = new Set(evidence.payments.map(({ trx }) => trx));
  return [
    ...evidence.payments.flatMap((payment) => misfitsOf(payment, back.get(payment.trx) ?? [])),
    ...[...back.keys()].filter((trx) => !trxs.has(trx)).map((trx) => `money of ${trx} went back, which is nobody's`),
    ...evidence.orders.flatMap(({ identifier: order, refunds = [] }) =>
      refunds.flatMap(({ identifier, status, isTaken }) => {
        if (status === 0 || status === 500) return [`a refund of ${order} was answered with ${status}`];
        return isTaken && !identifiers.has(identifier)
          ? [`the refund ${identifier} of ${order} was taken and lost`]
          : [];
      }),
    ),
  ];
}

const ofRefund = ({ status, wasTakenBack }: Refund): string[] => {
  if (status === 'succeeded') return ['success'];
  if (status !== 'failed') return [];
  return wasTakenBack ? ['success', 'failed'] : ['failed'];
};

const ofDispute = ({ state }: Dispute): string[] => (state === 'open' ? ['open'] : ['open', state]);

/** The statuses of these events are those that are due, in whatever order. */
export function toldBack({ payments, events }: Evidence): string[] {
  const of = group(events, ({ trx }) => trx);
  return payments.flatMap(({ trx, refunds, disputes }) =>
    (
      [
        ['refund', refunds.flatMap(ofRefund)],
        ['dispute', disputes.flatMap(ofDispute)],
      ] as const
    ).flatMap(([what, due]) => {
      const told = (of.get(trx) ?? []).filter(({ type }) => type.startsWith(`${what}.`)).map(({ status }) => status);
      const same = told.toSorted().join() === due.toSorted().join();
      return same
        ? []
        : [
            `${trx}: of its ${what}s ${due.join(', ') || 'nothing'} is due, and told is ${told.join(', ') || 'nothing'}`,
          ];
    }),
  );
}
