// Apart from past-payment.ts, which needs the settings of a Tollgate: who asks has none.
// One payment in a hundred is such a one: at every size more of them than a page shows.

/** How its card ends. */
export const COMMON_LAST4 = '4242';

/** What it costs, in cents. */
export const COMMON_AMOUNT = 4990;
