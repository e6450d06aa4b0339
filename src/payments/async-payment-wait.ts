import { UPI_APPS, type UpiLinks, type UpiPayee, type WalletPayee } from '../connectors/orders.js';
import { date, flag, listOf, number, oneOf, optional, subdocument, text } from '../database/schema.js';
import { leadingForm, type LeadingForm } from './customer-page.js';
import { LATE_MONEY_POLICIES, WALLETS, type LateMoneyPolicy, type Wallet } from '../vocabulary.js';

/** A SEPA mandate as it was given. Of the IBAN only country, check digits and the last four are kept. */
export interface Mandate {
  /** The gateway's, where it makes one of its own; else ours, which the accepted words name. */
  reference: string;
  iban: string;
  holder: string;
  /** The words that were accepted, with creditor, debtor and both rights. */
  text: string;
  acceptedAt: Date;
  address: string;
  /** The gateway's own reference, once the debit is there. */
  debit?: string;
}

/** The wait of an asynchronous payment: for money that the customer sends elsewhere, by UPI, wallet or debit. */
export interface AsyncPaymentWait {
  expiresAt: Date;
  /** How often the gateway was asked, before the payment ended and after. */
  pollCount: number;
  /** That it was asked when the time was over, by the clock of whoever asked, and has answered. */
  askedAtEnd?: boolean;
  lateMoney: LateMoneyPolicy;
  upi?: UpiPayee;
  wallet?: {
    code: Wallet;
    language: 'BN' | 'EN';
    url: string;
    form?: LeadingForm;
    /** The gateway's own of the order. Absent, as is who is paid, on what is older than this field. */
    reference?: string;
    /** With which the customer comes back when the gateway itself sends them. */
    returnSignature?: string;
    payee?: WalletPayee;
  };
  mandate?: Mandate;
}

export const asyncPaymentWait = subdocument<AsyncPaymentWait>({
  expiresAt: date,
  pollCount: number,
  askedAtEnd: optional(flag),
  lateMoney: oneOf(LATE_MONEY_POLICIES),
  upi: optional(
    subdocument<UpiPayee>({
      reference: text,
      pa: text,
      pn: text,
      mc: optional(text),
      apps: listOf(oneOf(UPI_APPS)),
      links: optional(
        subdocument<UpiLinks>({
          any: text,
          tr: optional(text),
          gpay: optional(text),
          phonepe: optional(text),
          paytm: optional(text),
        }),
      ),
    }),
  ),
  wallet: optional(
    subdocument<NonNullable<AsyncPaymentWait['wallet']>>({
      code: oneOf(WALLETS),
      language: oneOf(['BN', 'EN']),
      url: text,
      form: optional(leadingForm),
      reference: optional(text),
      returnSignature: optional(text),
      payee: optional(subdocument<WalletPayee>({ name: text, account: text })),
    }),
  ),
  mandate: optional(
    subdocument<Mandate>({
      reference: text,
      iban: text,
      holder: text,
      text,
      acceptedAt: date,
      address: text,
      debit: optional(text),
    }),
  ),
});
