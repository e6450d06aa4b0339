import type { PaymentRecord } from './payment.model.js';

type Asked = Pick<PaymentRecord, 'amounts'>;

/** Whether a gateway names exactly the money that the payment asks for, to the minor unit. */
export const isAsAsked = ({ amounts }: Asked, money: { amount: number; currency: string }): boolean =>
  money.amount === amounts.gross && money.currency === amounts.currency;
