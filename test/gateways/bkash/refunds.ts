import type { Answer, Body } from './payments.js';
import { paisaIn, randomName, takaOf, timeOf, type Payment, type World } from './world.js';

/** How the second version of refunds says no. */
const refused = (code: string): Answer => ({
  status: 200,
  body: { internalCode: `refund_${code}`, externalCode: code, errorMessageEn: 'No', errorMessageBn: 'না' },
});

/** Paisa with which an amount ends that is not given back. */
const REFUSED = 55;

function paidPayment(world: World, { paymentId, trxId }: Body): Payment | undefined {
  const payment = world.payments.get(typeof paymentId === 'string' ? paymentId : '');
  return payment?.trxID !== undefined && payment.trxID === trxId ? payment : undefined;
}

const sumOf = ({ refunds }: Payment): number =>
  refunds.reduce((sum, { refundAmount }) => sum + paisaIn(refundAmount), 0);

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && /^[^<>&]{1,255}$/.test(value) && !/\p{Cs}/u.test(value);

export function refund(world: World, body: Body): Answer {
  const payment = paidPayment(world, body);
  const amount = paisaIn(body.refundAmount);
  if (!isText(body.sku) || !isText(body.reason)) return { status: 400, body: { message: 'Invalid request body' } };
  if (!payment) return refused('2080');
  if (!(amount > 0)) return refused('2071');
  if (sumOf(payment) + amount > payment.amount) return refused('2072');
  if (amount % 100 === REFUSED) return refused('2077');
  const made = {
    refundTrxId: randomName(10),
    refundTransactionStatus: 'Completed' as const,
    refundAmount: takaOf(amount),
    completedTime: timeOf(new Date()),
    sku: String(body.sku),
  };
  payment.refunds.push(made);
  const originalTrxAmount = takaOf(payment.amount);
  return {
    status: 200,
    body: { ...made, originalTrxId: payment.trxID, originalTrxAmount, currency: 'BDT', reason: body.reason },
  };
}

export function listOfRefunds(world: World, body: Body): Answer {
  const payment = paidPayment(world, body);
  if (!payment) return refused('2080');
  const refundTransactions = payment.refunds.map(({ sku, ...one }) => (world.listsSku ? { ...one, sku } : one));
  return {
    status: 200,
    body: {
      originalTrxId: payment.trxID,
      originalTrxAmount: takaOf(payment.amount),
      originalTrxCompletedTime: timeOf(payment.executedAt ?? payment.createdAt),
      refundTransactions,
    },
  };
}
