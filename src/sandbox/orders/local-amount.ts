const digits = { style: 'decimal', minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
const indian = new Intl.NumberFormat('en-IN', digits);
const bengali = new Intl.NumberFormat('bn-BD', digits);

/** 12495000 → "₹1,24,950.00". @param amount in paise */
export const formatRupees = (amount: number): string => `₹${indian.format(amount / 100)}`;

/** 50000 → "৳500.00" or "৳৫০০.০০", the sign in front as people write it. @param amount in poisha */
export const formatTaka = (amount: number, language: 'BN' | 'EN'): string =>
  `৳${(language === 'BN' ? bengali : indian).format(amount / 100)}`;

const wholeBengali = new Intl.NumberFormat('bn-BD', { useGrouping: false });

/** Digits as the language writes them; leading zeros stay. */
export const formatDigits = (text: string, language: 'BN' | 'EN'): string =>
  language === 'BN' ? text.replace(/[0-9]/g, (digit) => wholeBengali.format(Number(digit))) : text;
