import { domainToASCII } from 'node:url';

/** The customer's own browser, as it came to our page: what 3-D Secure 2 and the proof of a mandate ask for. */
export interface Browser {
  ip: string;
  userAgent?: string;
  acceptHeader?: string;
  /** Of the page that the customer read: `en` or `bn`. */
  language?: string;
}

/** Who pays. The browser's part is absent when the merchant's own server called: its address is not the customer's. */
export interface Payer extends Partial<Browser> {
  /** The same for each payment of one customer of one merchant, and tells nobody who that is: 32 letters and digits. */
  id: string;
  email: string;
  /** Absent when a hosted payment's merchant has sent no address with a country. */
  billing?: {
    /** ISO 3166-1 alpha-2. */
    country: string;
    address?: string;
    city?: string;
    postalCode?: string;
  };
}

/**
 * An address for mail in ASCII alone (RFC 5322), as most gateways take it and refuse a payment with any other; undefined
 * when it has no such form: a domain of other letters has one, a box has none.
 */
export function asciiEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const [box, domain] = [email.slice(0, at), domainToASCII(email.slice(at + 1))];
  return domain !== '' && /^[\x21-\x7e]+$/.test(box) ? `${box}@${domain}` : undefined;
}
