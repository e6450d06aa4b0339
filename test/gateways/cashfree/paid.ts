import { randomUUID } from 'node:crypto';
import { createCashfreeCards } from '../../../src/connectors/cashfree/cards.js';
import { createCashfreeUpi } from '../../../src/connectors/cashfree/upi.js';
import { about } from '../../support/about.js';
import { authorization } from '../../support/card-authorization.js';
import { upiRequest } from '../../support/local-requests.js';
import { cashfreeAccess } from './access.js';
import { answerChallenge } from './challenge.js';
import { customerAt } from './customer.js';
import type { CashfreeStandIn } from './stand-in.js';

/** What a call about a new payment of 49.90 INR is about, with a key as Tollgate makes it. */
export function newAbout() {
  const trx = randomUUID();
  return about(`${trx}-1`, { trx, amount: 4990 });
}

/** A payment over UPI that succeeded. */
export async function paidByUpi(cashfree: CashfreeStandIn) {
  const upi = createCashfreeUpi(cashfreeAccess({ apiUrl: cashfree.url }));
  const made = newAbout();
  await upi.createUpi(upiRequest(), made);
  await customerAt(cashfree).confirms(made.key);
  const result = await upi.fetchOrder(made);
  if (result.outcome !== 'paid') throw new Error(`Expected money to move, not ${result.outcome}`);
  return { ...made, reference: result.reference };
}

/** The same by card. */
export async function paidByCard(cashfree: CashfreeStandIn) {
  const cards = createCashfreeCards(cashfreeAccess({ apiUrl: cashfree.url }));
  const made = newAbout();
  const page = await cards.authorizeCard(authorization('4706131211212123'), made);
  if (page.outcome !== 'challenge') throw new Error(`Expected a challenge, not ${page.outcome}`);
  await answerChallenge(page, 'complete');
  return { ...made, reference: page.reference };
}
