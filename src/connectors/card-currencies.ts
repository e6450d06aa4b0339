/** The currencies that card accounts here have, each of which every gateway of many currencies takes. */
export const CARD_CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY', 'KWD', 'INR', 'BDT'] as const;
