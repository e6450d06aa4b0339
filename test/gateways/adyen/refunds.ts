import { admit, Unanswered, type Body } from './payments.js';
import { Refusal } from './refusal.js';
import { newReference, type Refund, type World } from './world.js';

/** Amounts that end so are refused, or hang after the work, as those of the sandbox. */
const ENDS = { refused: 55, hangsRefunded: 77, hangsRefused: 88 };

/** What the webhook of a refund names: the refund's own reference, or its payment's. */
const merchantReferenceOf = (world: World, { reference, payment }: Refund): string =>
  world.refundsCarry === 'payment' ? payment.reference : reference;

function tellOf(world: World, refund: Refund, eventCode: string, success: boolean, reason?: string): void {
  world.tell({
    eventCode,
    success,
    pspReference: refund.pspReference,
    originalReference: refund.payment.pspReference,
    merchantReference: merchantReferenceOf(world, refund),
    amount: refund.amount,
    ...(reason !== undefined && { reason }),
  });
}

/** POST /payments/{pspReference}/refunds: taken on at once, and told of later. */
export function refund(world: World, body: Body, psp: string): object {
  admit(world, body);
  const payment = world.payments.get(psp);
  if (!payment) throw new Refusal(422, '167', 'Original pspReference required for this operation');
  const { amount, reference = '', merchantRefundReason, merchantAccount } = body;
  if (!amount || !Number.isInteger(amount.value)) throw new Refusal(422, '100', 'No amount specified');
  const end = amount.value % 100;
  const isCovered = payment.status === 'captured' && payment.refunded + amount.value <= payment.amount.value;
  const isDone = isCovered && end !== ENDS.refused && end !== ENDS.hangsRefused;
  const made: Refund = { pspReference: newReference(), reference, payment, amount, isDone };
  world.refunds.push(made);
  if (isDone) payment.refunded += amount.value;
  const reason = isCovered ? 'Refused' : 'Insufficient balance on payment';
  const tell = () => tellOf(world, made, 'REFUND', isDone, isDone ? undefined : reason);
  setTimeout(tell, world.refundDelay * 1000).unref();
  const answer = {
    merchantAccount,
    paymentPspReference: psp,
    pspReference: made.pspReference,
    reference,
    status: 'received',
    amount,
    ...(merchantRefundReason && { merchantRefundReason }),
  };
  if (end === ENDS.hangsRefunded || end === ENDS.hangsRefused) throw new Unanswered(answer);
  return answer;
}

/** A bank sends back what had gone: its customer's account is closed. */
export function reverse(world: World, reference: string): void {
  const made = world.refunds.find((each) => each.reference === reference && each.isDone);
  if (!made) throw new Error(`Nothing has gone back by ${reference}`);
  made.isDone = false;
  made.payment.refunded -= made.amount.value;
  tellOf(world, made, 'REFUNDED_REVERSED', true);
}
