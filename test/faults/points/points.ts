import type { AccountMethod } from '../../../src/gateways/account.model.js';

/** A moment between two things that a process does one after the other, at which it is killed. */
export interface Point {
  /** What has been done by then, and what has not. */
  name: string;
  /** The process of the Procfile that dies. */
  process: 'web' | 'payments' | 'ipn';
  /** Before the call goes out, or when its answer has come. */
  when: 'before' | 'after';
  /** `collection.insert` or `.update`, `redis.script` for BullMQ, `http` for gateways and merchants. */
  call: string;
  /** Text that the call's arguments hold, where one process makes several such calls. */
  holding?: string;
  /** The payment that it happens to: one of journeys/. */
  journey: string;
  /** Comes before the others: what shares a write of events with one that is dead is not stored by this process. */
  first?: true;
}

const SUCCEEDED = '"succeeded"';
const CARD = 'card, approved';
const PASSED_ON = '"passedOn":true';

/** What FIRST_ACCOUNT takes: no other journey goes there. */
export const AT_FIRST: AccountMethod[] = [
  { method: 'card', currencies: ['GBP'] },
  { method: 'upi', currencies: ['INR'], minimums: { INR: 500_000 }, maximums: { INR: 500_000 } },
];
export const CARD_AT_FIRST = 'card, in pounds';
const UPI_AT_FIRST = 'UPI, a round sum';

/** Every gap between two writes, or between a write and a call, on the roads that money takes. */
export const POINTS: Point[] = [
  {
    name: 'the card is sealed, the payment not stored',
    process: 'web',
    when: 'before',
    call: 'payments.insert',
    journey: CARD,
  },
  {
    name: 'the payment is stored, nobody woken',
    process: 'web',
    when: 'after',
    call: 'payments.insert',
    journey: CARD,
  },
  {
    name: 'the worker is woken, the merchant not answered',
    process: 'web',
    when: 'after',
    call: 'redis.script',
    journey: CARD,
  },
  {
    name: 'the payment is stored, its order not asked for',
    process: 'web',
    when: 'before',
    call: 'http',
    journey: 'UPI, paid',
  },
  {
    name: 'the order of a stored payment is open at the gateway, what to pay by not stored',
    process: 'web',
    when: 'after',
    call: 'http',
    journey: 'UPI, paid',
  },
  {
    name: 'what to pay by is stored, nobody woken',
    process: 'web',
    when: 'after',
    call: 'payments.update',
    journey: 'wallet, paid',
  },
  {
    name: 'the first account took no order, the next is not asked yet',
    process: 'web',
    when: 'after',
    call: 'payments.update',
    holding: PASSED_ON,
    journey: UPI_AT_FIRST,
  },
  {
    name: "the customer's choice is stored, the gateway not asked",
    process: 'web',
    when: 'before',
    call: 'http',
    journey: 'hosted page, paid by UPI',
  },
  {
    name: 'the order is open at the gateway, what to pay by not stored',
    process: 'web',
    when: 'after',
    call: 'http',
    journey: 'hosted page, paid by UPI',
  },
  {
    name: 'the job is taken, the gateway not asked',
    process: 'payments',
    when: 'before',
    call: 'http',
    journey: CARD,
  },
  {
    name: 'the first account took nothing, the next is not asked yet',
    process: 'payments',
    when: 'after',
    call: 'payments.update',
    holding: PASSED_ON,
    journey: CARD_AT_FIRST,
  },
  {
    name: 'the gateway has answered, the card not destroyed',
    process: 'payments',
    when: 'after',
    call: 'http',
    journey: CARD,
  },
  {
    name: 'the card is destroyed, the result not stored',
    process: 'payments',
    when: 'before',
    call: 'payments.update',
    holding: SUCCEEDED,
    journey: CARD,
  },
  {
    name: 'the result is stored, nobody woken',
    process: 'payments',
    when: 'after',
    call: 'payments.update',
    holding: SUCCEEDED,
    journey: CARD,
  },
  {
    name: 'the result is stored, its notification not',
    process: 'payments',
    when: 'before',
    call: 'ipn_deliveries.insert',
    journey: CARD,
  },
  {
    name: 'the notification is stored, its worker not woken',
    process: 'payments',
    when: 'after',
    call: 'ipn_deliveries.insert',
    first: true,
    journey: CARD,
  },
  {
    name: 'the challenge is stored, nobody woken',
    process: 'payments',
    when: 'after',
    call: 'payments.update',
    holding: '"challenged"',
    journey: 'challenge, passed',
  },
  {
    name: "the gateway's silence is stored, nobody woken",
    process: 'payments',
    when: 'after',
    call: 'payments.update',
    holding: '"unresolved"',
    journey: 'card, charged while the gateway hangs',
  },
  {
    name: 'the gateway says that UPI is paid, the result not stored',
    process: 'payments',
    when: 'before',
    call: 'payments.update',
    holding: SUCCEEDED,
    journey: 'UPI, paid',
  },
  {
    name: 'the wallet has paid upon our word, the result not stored',
    process: 'payments',
    when: 'before',
    call: 'payments.update',
    holding: SUCCEEDED,
    journey: 'wallet, paid',
  },
  {
    name: 'the notification is signed, not sent',
    process: 'ipn',
    when: 'before',
    call: 'http',
    journey: CARD,
  },
  {
    name: 'the merchant has it, the attempt not recorded',
    process: 'ipn',
    when: 'before',
    call: 'ipn_deliveries.update',
    holding: '"delivered"',
    journey: CARD,
  },
  {
    name: 'the attempt is recorded, the job not finished',
    process: 'ipn',
    when: 'after',
    call: 'ipn_deliveries.update',
    holding: '"delivered"',
    journey: CARD,
  },
];
