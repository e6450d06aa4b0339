import { GATEWAYS } from '../connectors/index.js';
import { formatAmount } from '../money/amounts.js';
import type { Account } from './account.model.js';
import { allAccounts } from './accounts.js';
import { isLeftAlone } from './breaker.js';
import { unknownGateway } from './connectors.js';
import { findTried, MOST_TRIED, type Payee } from './find-route.js';
import { boundsAt, multipleOf, whyNot, type Route, type WhyNot } from './why-not.js';

/** An account's place among those that could take a payment, from 1 on; or why it has none. */
export interface ExplainedAccount {
  account: Account;
  /** Null: it is not asked. */
  place: number | null;
  /** For an operator. */
  text: string;
}

const bound = (amount: number | undefined, { currency }: Route): string => formatAmount(amount ?? 0, currency);

const TEXTS: Record<WhyNot, (account: Account, wanted: Route) => string> = {
  status: ({ status }) => (status === 'paused' ? 'It is paused: resume it.' : 'It is closed for good.'),
  mode: ({ mode }) => `It is for ${mode} keys only.`,
  stand_in: () => 'Its gateway has a stand-in here (GATEWAY_URL_*), which live keys never reach.',
  unknown_gateway: (account) => `${unknownGateway(account)}.`,
  sealed: () => 'No MASTER_KEY opens its credentials: add the key that they were sealed under, or replace them.',
  method: (_, { method, currency }) => `It does not take ${method} in ${currency}.`,
  wallet: (_, { wallet }) => `It does not take ${wallet}.`,
  three_ds: () => 'It has no 3-D Secure, which the merchant requires.',
  multiple: ({ connector }, wanted) => {
    const gateway = GATEWAYS.get(connector);
    return `Its gateway takes multiples of ${bound(gateway && multipleOf(gateway, wanted), wanted)} only.`;
  },
  minimum: (account, wanted) => `It takes nothing below ${bound(boundsAt(account, wanted).min, wanted)}.`,
  maximum: (account, wanted) => `It takes nothing above ${bound(boundsAt(account, wanted).max, wanted)}.`,
};

/** Why an account is not asked though it could take the payment. */
function whyNotAsked({ _id, onRequest }: Account, { accounts }: Payee, tried: Account[]): string {
  if (accounts.length > 0 && !accounts.includes(_id)) return 'The merchant names others.';
  if (accounts.length === 0 && onRequest) return 'It is only for merchants that name it.';
  if (tried.length < MOST_TRIED) return 'It has another creditor than the mandate will name.';
  return `A payment is tried at ${MOST_TRIED} accounts at most.`;
}

/**
 * Which accounts a payment of a merchant would be tried at, in their order, and why each other one is not (contract 18).
 * Those that would be tried come first.
 */
export function explainRoute(merchant: Payee, wanted: Route): ExplainedAccount[] {
  const tried = findTried(merchant, wanted);
  const now = Date.now();
  const inTurn = tried.map((account, at) => {
    const lately = isLeftAlone(account._id, now) ? ' It comes last because its gateway did not answer lately.' : '';
    return {
      account,
      place: at + 1,
      text: `${at === 0 ? 'It is asked first.' : 'It is asked when those before it took nothing.'}${lately}`,
    };
  });
  const others = allAccounts().filter(({ _id }) => !tried.some((one) => one._id === _id));
  return [
    ...inTurn,
    ...others.map((account) => {
      const why = whyNot(account, merchant.mode, wanted);
      const text = why ? TEXTS[why](account, wanted) : whyNotAsked(account, merchant, tried);
      return { account, place: null, text };
    }),
  ];
}
