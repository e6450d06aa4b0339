import { paisaIn, randomName, takaOf, timeOf, type Payment, type World } from './world.js';

export type Body = Record<string, unknown>;

/** What bKash answers: nearly always with HTTP 200. */
export interface Answer {
  status: number;
  body: object;
}

export const well = (body: object): Answer => ({
  status: 200,
  body: { statusCode: '0000', statusMessage: 'Successful', ...body },
});

export const failed = (errorCode: string): Answer => ({
  status: 200,
  body: { errorCode, errorMessage: `Something about ${errorCode}` },
});

const textIn = (body: Body, name: string): string => (typeof body[name] === 'string' ? body[name] : '');

function faultIn(body: Body): string | undefined {
  const amount = paisaIn(body.amount);
  if (!(amount > 0)) return '2006';
  if (body.currency !== 'BDT') return '2007';
  if (body.intent !== 'sale') return '2008';
  if (body.mode !== '0011') return '2063';
  if (!URL.canParse(textIn(body, 'callbackURL'))) return '2049';
  if (!/^[^<>&]{1,255}$/.test(textIn(body, 'payerReference'))) return '2048';
  return /^[^<>&]{1,255}$/.test(textIn(body, 'merchantInvoiceNumber')) ? undefined : '2031';
}

/** Where bKash's page leads: it adds to the query that is there. */
export function returnOf({ callbackURL, paymentID, signature }: Payment, status: string): string {
  const url = new URL(callbackURL);
  for (const [name, value] of Object.entries({ paymentID, status, signature, apiVersion: '1.2.0-beta' }))
    url.searchParams.set(name, value);
  return url.href;
}

export function create(world: World, body: Body): Answer {
  const fault = faultIn(body);
  if (fault) return failed(fault);
  const payment: Payment = {
    paymentID: `TR0011${randomName(15)}`,
    merchantInvoiceNumber: textIn(body, 'merchantInvoiceNumber'),
    payerReference: textIn(body, 'payerReference'),
    callbackURL: textIn(body, 'callbackURL'),
    amount: paisaIn(body.amount),
    currency: 'BDT',
    signature: randomName(10),
    createdAt: new Date(),
    customer: 'nothing',
    refunds: [],
  };
  world.payments.set(payment.paymentID, payment);
  return well({
    paymentID: payment.paymentID,
    bkashURL: `${world.url}/pay/${payment.paymentID}`,
    callbackURL: payment.callbackURL,
    successCallbackURL: returnOf(payment, 'success'),
    failureCallbackURL: returnOf(payment, 'failure'),
    cancelledCallbackURL: returnOf(payment, 'cancel'),
    amount: takaOf(payment.amount),
    intent: 'sale',
    currency: payment.currency,
    paymentCreateTime: timeOf(payment.createdAt),
    transactionStatus: 'Initiated',
    merchantInvoiceNumber: payment.merchantInvoiceNumber,
  });
}

/** What stands in the answers to `execute` and to questions alike. */
const stateOf = ({ paymentID, amount, currency, payerReference, trxID, executedAt }: Payment) => ({
  paymentID,
  payerReference,
  amount: takaOf(amount),
  currency,
  intent: 'sale',
  ...(trxID && executedAt && { trxID, customerMsisdn: '01770000000', paymentExecuteTime: timeOf(executedAt) }),
});

export function execute(world: World, body: Body): Answer {
  const payment = world.payments.get(textIn(body, 'paymentID'));
  if (!payment) return failed('2002');
  if (payment.trxID) return failed('2062');
  if (payment.customer === 'nothing') return failed('2060');
  if (payment.customer === 'failed') return failed('2015');
  if (payment.customer === 'cancelled') return failed('2056');
  Object.assign(payment, { trxID: randomName(10), executedAt: new Date() });
  const { merchantInvoiceNumber } = payment;
  return well({ ...stateOf(payment), transactionStatus: 'Completed', merchantInvoiceNumber });
}

const statusOf = ({ trxID, customer }: Payment, { saysEnds }: World): string => {
  if (trxID) return 'Completed';
  if (!saysEnds) return 'Initiated';
  return { nothing: 'Initiated', agreed: 'Initiated', failed: 'Failed', cancelled: 'Cancelled' }[customer];
};

export function query(world: World, body: Body): Answer {
  const payment = world.payments.get(textIn(body, 'paymentID'));
  if (!payment) return failed('2002');
  return well({
    ...stateOf(payment),
    mode: '0011',
    paymentCreateTime: timeOf(payment.createdAt),
    merchantInvoice: payment.merchantInvoiceNumber,
    transactionStatus: statusOf(payment, world),
    ...(world.saysAgreed && { verificationStatus: payment.customer === 'agreed' ? 'Complete' : 'Incomplete' }),
  });
}
