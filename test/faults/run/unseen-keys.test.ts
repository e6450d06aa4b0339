import { expect } from 'chai';
import { unseenKeysOf } from '../../../scripts/faults-run/unseen-keys.js';
import type { Attempt } from '../../../src/payments/payment-parts.js';
import type { PaymentStatus } from '../../../src/payments/states.js';
import { aPayment } from '../../payments/a-payment.js';

const attempts = (...passedOn: boolean[]): Attempt[] =>
  passedOn.map((isPassedOn, index) => ({
    ...{ no: index + 1, key: `key-${index + 1}`, account: `account-${index + 1}`, startedAt: new Date() },
    ...(isPassedOn && { passedOn: true }),
  }));

const through = (...statuses: PaymentStatus[]) =>
  statuses.map((to) => ({ id: to, event: 'created' as const, from: null, to, at: new Date(), actor: 'spec' }));

const CASES: [what: string, payment: Partial<ReturnType<typeof aPayment>>, closed: string[], unseen: string[]][] = [
  ['none of an order that was shown', { attempts: attempts(false) }, ['key-1'], []],
  [
    'the one that was closed before the next account took the payment',
    { attempts: attempts(true, false) },
    ['key-1', 'key-2'],
    ['key-1'],
  ],
  ['not one that was left open before the next account took the payment', { attempts: attempts(true, false) }, [], []],
  [
    'those before the last, once it was abandoned and taken up again',
    { attempts: attempts(false, true, false), history: through('opening', 'abandoned', 'opening', 'succeeded') },
    ['key-2'],
    ['key-1', 'key-2'],
  ],
  [
    'all of one that is abandoned',
    { status: 'abandoned', attempts: attempts(true, false), history: through('opening', 'abandoned') },
    [],
    ['key-1', 'key-2'],
  ],
];

describe('the keys of orders that nobody was shown', () => {
  for (const [what, payment, closed, unseen] of CASES)
    it(`are ${what}`, () => {
      expect(unseenKeysOf({ ...aPayment(), ...payment }, new Set(closed))).to.deep.equal(unseen);
    });
});
