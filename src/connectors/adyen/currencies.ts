/** The currencies of ours that Adyen takes: all that card accounts here have. */
export const CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY', 'KWD', 'INR', 'BDT'] as const;
