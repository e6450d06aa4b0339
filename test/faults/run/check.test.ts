import { expect } from 'chai';
import { check, PROMISES } from '../../../scripts/faults-run/check.js';
import type { Charge, Evidence, MerchantEvent, Notice, Payment } from '../../../scripts/faults-run/evidence.js';

const APPROVED = 'card, approved';

const paid = (trx: string): Payment => ({
  trx,
  identifier: `order-${trx}`,
  payment_status: 'success',
  reason: null,
  late_confirmation: false,
  currency: 'USD',
  gross_amount: 100,
  charge: 2.5,
  net_amount: 97.5,
  gross_amount_usd: 100,
  charge_usd: 2.5,
  net_amount_usd: 97.5,
  underReview: false,
  wasAbandoned: false,
});

const failed = (trx: string): Payment => ({
  ...paid(trx),
  payment_status: 'failed',
  reason: 'gateway_error',
  gross_amount: 0,
  charge: 0,
  net_amount: 0,
  gross_amount_usd: 0,
  charge_usd: 0,
  net_amount_usd: 0,
});

const chargeOf = (trx: string): Charge => ({ reference: trx, key: `${trx}-1`, amount: 10_000, currency: 'USD' });

const eventOf = ({ trx, payment_status }: Payment, sequence: number): MerchantEvent => ({
  id: `evt_${trx}_${payment_status}`,
  sequence,
  trx,
  status: payment_status,
});

const noticeOf = ({ id, sequence, status }: MerchantEvent): Notice => ({
  id,
  body: JSON.stringify({ id, sequence, status }),
  verified: true,
});

/** Events, and their notifications under the same numbers. */
const told = (events: MerchantEvent[]): Partial<Evidence> => ({ events, notices: events.map(noticeOf) });

/** Two payments that were paid and one that was not, and all that belongs to them. */
function sound(): Evidence {
  const payments = [paid('a'), paid('b'), failed('c')];
  const events = payments.map((payment, index) => eventOf(payment, index + 1));
  return {
    orders: payments.map(({ identifier, trx }) => ({ identifier, journey: APPROVED, answers: [{ status: 200, trx }] })),
    payments,
    charges: [chargeOf('a'), chargeOf('b')],
    events,
    notices: [...events, ...events].map(noticeOf),
    overdue: [],
    failedJobs: [],
    crashes: [],
    cardTraces: [],
  };
}

const without = <T>(things: T[], index: number): T[] => things.filter((_, at) => at !== index);
const withChanged = <T>(things: T[], index: number, change: Partial<T>): T[] =>
  things.map((thing, at) => (at === index ? { ...thing, ...change } : thing));

const CHARGED = 'a success is charged exactly once, anything else never';
const ENDED = 'every payment reaches an end that its customer meant';
const TOLD = 'every end has its event';
const GAPLESS = 'sequences have no gap and no number twice';
const DELIVERED = 'every event reaches the merchant, signed, under one id with the same bytes';
const KNOWN = 'every accepted payment is known under its trx';
const ADD_UP = 'amounts add up';

/** What goes wrong, and which promises it must be seen to break. */
const PLANTED: [string, (evidence: Evidence) => Partial<Evidence>, string[]][] = [
  ['a payment lost with all that was its own', losePayment, [KNOWN]],
  [
    'a payment lost after its charge',
    ({ payments }) => ({ payments: without(payments, 0) }),
    [KNOWN, 'no charge is without a payment', ADD_UP],
  ],
  ['a request that nobody answered', ({ orders }) => ({ orders: withChanged(orders, 0, { answers: [] }) }), [KNOWN]],
  [
    'an order that met a bug',
    ({ orders }) => ({ orders: withChanged(orders, 0, { answers: [{ status: 500, trx: undefined }] }) }),
    ['no order is answered with a fault of ours'],
  ],
  [
    'one order under two trxs',
    ({ orders }) => ({ orders: withChanged(orders, 0, { answers: ['a', 'z'].map((trx) => ({ status: 200, trx })) }) }),
    [KNOWN],
  ],
  [
    'a payment that stays pending',
    ({ payments }) => ({ payments: withChanged(payments, 2, { payment_status: 'pending', reason: null }) }),
    [ENDED, TOLD],
  ],
  [
    'a decline of a card that is good',
    ({ payments }) => ({ payments: withChanged(payments, 2, { reason: 'do_not_honor' }) }),
    [ENDED],
  ],
  [
    'a double charge',
    ({ charges }) => ({ charges: [...charges, { ...chargeOf('a'), key: 'a-2' }] }),
    [CHARGED, ADD_UP],
  ],
  [
    'a charge of a payment that is told as failed',
    ({ charges }) => ({ charges: [...charges, chargeOf('c')] }),
    [CHARGED, ADD_UP],
  ],
  ['a success without a charge', ({ charges }) => ({ charges: without(charges, 0) }), [CHARGED, ADD_UP]],
  [
    'a charge over another amount',
    ({ charges }) => ({ charges: withChanged(charges, 0, { amount: 9_999 }) }),
    [CHARGED, ADD_UP],
  ],
  [
    "a charge that is nobody's",
    ({ charges }) => ({ charges: [...charges, chargeOf('z')] }),
    ['no charge is without a payment', ADD_UP],
  ],
  ['an end without an event', ({ events }) => told(without(events, 2)), [TOLD]],
  ['an end that is told twice', ({ events, notices }) => tellTwice(events, notices), [TOLD]],
  ['an event of another status', ({ events }) => ({ events: withChanged(events, 0, { status: 'failed' }) }), [TOLD]],
  ['a gap in the sequence', ({ events }) => told(withChanged(events, 2, { sequence: 4 })), [GAPLESS]],
  ['a number that is given twice', ({ events }) => told(withChanged(events, 2, { sequence: 2 })), [GAPLESS]],
  [
    'a notification under the number of another event',
    ({ events }) => ({ notices: [...events, ...withChanged(events, 0, { sequence: 2 })].slice(1).map(noticeOf) }),
    [DELIVERED],
  ],
  [
    'a notification that never came',
    ({ notices }) => ({ notices: notices.filter(({ id }) => !id.startsWith('evt_a')) }),
    [DELIVERED],
  ],
  [
    'a notification that came with other bytes',
    ({ notices }) => ({ notices: withChanged(notices, 0, { body: 'changed' }) }),
    [DELIVERED],
  ],
  ['a notification of no event', ({ notices }) => ({ notices: withChanged(notices, 0, { id: 'evt_z' }) }), [DELIVERED]],
  ['a wrong signature', ({ notices }) => ({ notices: withChanged(notices, 0, { verified: false }) }), [DELIVERED]],
  [
    'a net that is too much',
    ({ payments }) => ({ payments: withChanged(payments, 0, { net_amount: 97.51 }) }),
    [ADD_UP],
  ],
  [
    'an obligation that nobody keeps',
    () => ({ overdue: ['payments a waits'] }),
    ['nothing that is due is left undone'],
  ],
  ['a job that was given up', () => ({ failedJobs: ['1 of status-inquiry'] }), ['no job is given up']],
  ['a process that crashed', () => ({ crashes: ['process.crashed'] }), ['no process ends by itself']],
  ['a card number in a log', () => ({ cardTraces: ['number in log line 1'] }), ['no card data is left anywhere']],
];

function losePayment({ payments, charges, events }: Evidence): Partial<Evidence> {
  const isAnothers = ({ trx }: { trx: string }) => trx !== 'b';
  return {
    payments: payments.filter(isAnothers),
    charges: charges.filter(({ reference }) => reference !== 'b'),
    ...told(events.filter(isAnothers).map((event, index) => ({ ...event, sequence: index + 1 }))),
  };
}

function tellTwice(events: MerchantEvent[], notices: Notice[]): Partial<Evidence> {
  const again = { ...eventOf(paid('a'), 4), id: 'evt_a_again' };
  return { events: [...events, again], notices: [...notices, noticeOf(again)] };
}

describe('the checker of fault runs', () => {
  it('finds nothing in a run where all came right', () => {
    expect(check(sound())).to.deep.equal([]);
  });

  for (const [what, plant, broken] of PLANTED)
    it(`finds ${what}`, () => {
      const found = check({ ...sound(), ...plant(sound()) });
      expect([...new Set(found.map(({ promise }) => promise))]).to.have.members(broken);
    });

  it('has been shown to find a breach of every promise', () => {
    expect(new Set(PLANTED.flatMap(([, , broken]) => broken))).to.deep.equal(new Set(Object.keys(PROMISES)));
  });
});
