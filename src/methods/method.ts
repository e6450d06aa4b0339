import type { ApiRequest } from '../api/api-route.js';
import type { Route } from '../gateways/why-not.js';
import type { FormValues } from '../http/form-values.js';
import type { Phone } from '../http/phone-of.js';
import type { Language } from '../language/language.js';
import type { MerchantRecord } from '../merchants/merchant.model.js';
import type { HostedPayment } from '../payments/hosted-payment.js';
import type { AsyncPaymentWait } from '../payments/async-payment-wait.js';
import type { PaymentStatus } from '../payments/states.js';
import type { MethodName } from '../vocabulary.js';

/** What a method says of a choice on the page: its name there, and what its form says. */
export interface ChoiceTexts {
  name: string;
  about?: string;
  /** The words of its button, and while it works. */
  start?: string;
  starting?: string;
}

/** Which fields of a form are wrong, and why: names of texts. */
export type FormFaults = Record<string, string | undefined>;

/** What is said of the fields of a form, by field and fault, in their order on the page. */
export type FaultTexts = Record<string, Record<string, string>>;

/** A form of the page as its customer has sent it. */
export interface SubmittedForm {
  values: FormValues;
  language: Language;
}

/** One way to pay on the page. A wallet's customer chooses among several, by one method. */
export interface Choice {
  /** The value of the form's field `method`. */
  name: string;
  /** Templates of views/checkout: the form, and the mark beside the name. */
  form: string;
  mark?: string;
  /** What it asks of the gateway account that is to take it, beside method, currency and amount. */
  asks?: (merchant: MerchantRecord) => Pick<Route, 'wallet' | 'threeDsRequired'>;
  /** Whether the answer comes at once. Then a refusal is shown with the form as it was filled. */
  answersAtOnce?: boolean;
  texts(language: Language, amount: string): ChoiceTexts;
  /**
   * Begins to pay. The payment names the browser that has sent the form.
   * @returns the payment as it then stands, or what is wrong with the form; nothing has begun then
   */
  pay(payment: HostedPayment, form: SubmittedForm): Promise<HostedPayment | { faults: FormFaults }>;
}

/** The page of a payment whose customer, or whose bank, has something to do. */
export interface WaitingPage {
  status: PaymentStatus;
  /** The template in views/checkout. */
  template: string;
  /** Whether the gateway has given what the page shows; until then it is the one of a payment in process. */
  isReady(wait: AsyncPaymentWait): boolean;
  view(payment: HostedPayment, language: Language, phone: Phone | null): object;
  /** Where the customer goes instead, right after choosing. */
  url?(wait: AsyncPaymentWait): string | undefined;
  /** A PNG that the page shows. */
  picture?(payment: HostedPayment): Buffer;
}

/** A method's part of the hosted page. */
interface MethodPage {
  /** Its place among the methods of a page, the lowest first. */
  place: number;
  /** Offered only when the merchant asks for it by this `payment_method_type`. */
  askedBy?: string;
  choices: readonly Choice[];
  /** What its form shows beside the texts, and what it says of its fields. */
  formView?(payment: HostedPayment, language: Language): object;
  faultTexts?(language: Language): FaultTexts;
  /** The fields that a form shows again; of the others typeAgain() tells the customer why they are empty. */
  shownAgain?: readonly string[];
  typeAgain?(values: FormValues, language: Language): string | undefined;
  waiting?: WaitingPage;
}

/** A payment method. A new one is a folder beside this file that makes one of these, and a line in index.ts. */
export interface Method {
  name: MethodName;
  /** The currencies that it is offered for; absent: all that a gateway account takes. */
  currencies?: readonly string[];
  /** Its part of the H2H API: the `payment_method_type` that means it, for its currencies, and who takes the call. */
  h2h?: { type: string; initiate: (request: ApiRequest) => Promise<object> };
  page: MethodPage;
}
