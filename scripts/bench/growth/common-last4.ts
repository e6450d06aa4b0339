/** How the cards of one payment in a hundred end: at every size more of them than a page shows. */
export const COMMON_LAST4 = '4242';
