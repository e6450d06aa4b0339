import { inside, listIn, textIn, type Fields } from './fields.js';
import type { BalanceTransaction, Charge, Dispute, Intent, Refund, World } from './world.js';

interface Created {
  id: string;
  created: number;
}

/** A page of a list, the newest first, by Stripe's usual filters. */
export function pageOf<T extends Created>(url: string, oldestFirst: readonly T[], fields: Fields) {
  const { gte, gt, lte, lt } = inside(fields, 'created');
  const isIn = ({ created }: T): boolean =>
    created >= Number(gte ?? 0) &&
    created > Number(gt ?? -1) &&
    created <= Number(lte ?? Infinity) &&
    created < Number(lt ?? Infinity);
  const all = oldestFirst.filter(isIn).reverse();
  const after = textIn(fields, 'starting_after');
  const begin = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const end = begin + Number(textIn(fields, 'limit') ?? 10);
  return { object: 'list', url, has_more: end < all.length, data: all.slice(begin, end) };
}

/** Puts objects in the place of the ids that are to be expanded. */
export function expander(world: World, fields: Fields) {
  const wanted = listIn(fields, 'expand');
  const isWanted = (path: string): boolean => wanted.some((each) => each === path || each.startsWith(`${path}.`));

  const money = (id: string | null) => world.books.find((line) => line.id === id) ?? id;

  function chargeOf(charge: Charge, path: string) {
    return {
      ...charge,
      ...(isWanted(`${path}balance_transaction`) && { balance_transaction: money(charge.balance_transaction) }),
      ...(isWanted(`${path}payment_intent`) && { payment_intent: world.intents.get(charge.payment_intent) }),
    };
  }

  function refundOf(refund: Refund, path: string) {
    return {
      ...refund,
      ...(isWanted(`${path}balance_transaction`) && { balance_transaction: money(refund.balance_transaction) }),
      ...(isWanted(`${path}payment_intent`) && { payment_intent: world.intents.get(refund.payment_intent) }),
    };
  }

  const disputeOf = (dispute: Dispute, path: string) => ({
    ...dispute,
    ...(isWanted(`${path}payment_intent`) && { payment_intent: world.intents.get(dispute.payment_intent) }),
  });

  return {
    intent(intent: Intent, path = '') {
      const charge = world.charges.get(intent.latest_charge ?? '');
      const at = `${path}latest_charge`;
      return { ...intent, ...(charge && isWanted(at) && { latest_charge: chargeOf(charge, `${at}.`) }) };
    },
    refund: (refund: Refund, path = '') => refundOf(refund, path),
    dispute: (dispute: Dispute, path = '') => disputeOf(dispute, path),
    line(line: BalanceTransaction, path = '') {
      if (!isWanted(`${path}source`)) return line;
      const charge = world.charges.get(line.source ?? '');
      const refund = world.refunds.get(line.source ?? '');
      const dispute = world.disputes.get(line.source ?? '');
      const at = `${path}source.`;
      const source =
        (charge && chargeOf(charge, at)) ?? (refund && refundOf(refund, at)) ?? (dispute && disputeOf(dispute, at));
      return { ...line, source: source ?? line.source };
    },
  };
}
