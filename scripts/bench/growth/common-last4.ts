// Apart from past-payment.ts, which needs the settings of a Tollgate: who asks has none.

/** How the cards of one payment in a hundred end: at every size more of them than a page shows. */
export const COMMON_LAST4 = '4242';
