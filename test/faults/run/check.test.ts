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
  refunded_amount: 0,
  underReview: false,
  isForPerson: false,
  wasAbandoned: false,
  unseenKeys: [],
  refunds: [],
  disputes: [],
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
  type: `payment.${payment_status}`,
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
    moneyBack: [],
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
    'a call of a flood that nobody answered',
    ({ orders }) => ({ orders: withChanged(orders, 0, { answers: [], asksOnce: true }) }),
    [],
  ],
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
    'a charge of an order that nobody was shown, by a customer who pays in time',
    ({ charges, payments }) => ({
      charges: [...charges, { ...chargeOf('a'), key: 'a-2' }],
      payments: withChanged(payments, 0, { unseenKeys: ['a-2'] }),
    }),
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

/** The same, where 30 of the first payment went back, and 20 were lost by a dispute. */
function soundWithMoneyBack(): Evidence {
  const evidence = sound();
  const [first, ...rest] = evidence.payments;
  if (!first) throw new Error('there is one');
  const refunds = [
    { key: 'a-r1', identifier: 'r1', status: 'succeeded', amount: 3000, isForPerson: false, wasTakenBack: false },
    { key: 'a-r2', identifier: 'r2', status: 'failed', amount: 500, isForPerson: false, wasTakenBack: true },
  ];
  const disputes = [{ id: 'dp', state: 'lost', amount: 2000 }];
  const told = [
    ['refund.success', 'success'],
    ['refund.success', 'success'],
    ['refund.failed', 'failed'],
    ['dispute.opened', 'open'],
    ['dispute.closed', 'lost'],
  ].map(([type = '', status = ''], no) => ({ id: `evt_back_${no}`, sequence: 4 + no, trx: 'a', type, status }));
  const back = { reference: 'a', currency: 'USD' };
  return {
    ...evidence,
    orders: evidence.orders.map((order) => ({ ...order, refunds: [{ identifier: 'r1', status: 200, isTaken: true }] })),
    payments: [{ ...first, refunded_amount: 30, refunds, disputes }, ...rest],
    moneyBack: [
      { ...back, key: 'a-r1', amount: 3000, by: 'refund' },
      { ...back, key: 'dp', amount: 2000, by: 'dispute' },
    ],
    events: [...evidence.events, ...told],
    notices: [...evidence.notices, ...told.map(noticeOf)],
  };
}

const BACK = 'no payment gives back more than came';
const BOTH = 'every refund is known to both ledgers once';

const firstOf = ({ payments }: Evidence, change: (payment: Payment) => Partial<Payment>): Partial<Evidence> => ({
  payments: payments.map((payment, at) => (at === 0 ? { ...payment, ...change(payment) } : payment)),
});

const renumbered = (events: MerchantEvent[]) => events.map((event, at) => ({ ...event, sequence: at + 1 }));

/** The same of money that went back. */
const PLANTED_BACK: typeof PLANTED = [
  [
    'more that went back than came',
    ({ moneyBack }) => ({ moneyBack: withChanged(moneyBack, 0, { amount: 8001 }) }),
    [BACK, BOTH],
  ],
  [
    'money that went back twice',
    ({ moneyBack: [first, ...more] }) => ({ moneyBack: [first, first, ...more].flatMap((each) => each ?? []) }),
    [BOTH],
  ],
  ['a refund that the gateway does not know', ({ moneyBack }) => ({ moneyBack: without(moneyBack, 0) }), [BOTH]],
  ['a lost dispute that took nothing', ({ moneyBack }) => ({ moneyBack: without(moneyBack, 1) }), [BOTH]],
  [
    'a refund that went back under a key of nobody',
    ({ moneyBack }) => ({ moneyBack: withChanged(moneyBack, 0, { key: 'a-r9' }) }),
    [BOTH],
  ],
  [
    'a failed refund that went back',
    ({ moneyBack }) => ({
      moneyBack: [...moneyBack, { reference: 'a', key: 'a-r2', amount: 500, currency: 'USD', by: 'refund' }],
    }),
    [BOTH],
  ],
  [
    'a refund over another amount',
    ({ moneyBack }) => ({ moneyBack: withChanged(moneyBack, 0, { amount: 2999 }) }),
    [BOTH],
  ],
  [
    "money back that is of nobody's payment",
    ({ moneyBack }) => ({
      moneyBack: [...moneyBack, { reference: 'z', key: 'z-r1', amount: 1, currency: 'USD', by: 'refund' }],
    }),
    [BACK, BOTH],
  ],
  [
    'a refund that stays pending',
    (evidence) => firstOf(evidence, ({ refunds }) => ({ refunds: withChanged(refunds, 1, { status: 'unresolved' }) })),
    [BOTH, TOLD],
  ],
  ['a status that says another sum', (evidence) => firstOf(evidence, () => ({ refunded_amount: 29 })), [BOTH]],
  [
    'a refund that was taken and is lost',
    ({ orders }) => ({
      orders: withChanged(orders, 0, { refunds: [{ identifier: 'r7', status: 200, isTaken: true }] }),
    }),
    [BOTH],
  ],
  [
    'a refund that met a bug',
    ({ orders }) => ({
      orders: withChanged(orders, 0, { refunds: [{ identifier: 'r1', status: 500, isTaken: false }] }),
    }),
    [BOTH],
  ],
  [
    'a refund that was not told',
    ({ events }) => told(renumbered(events.filter(({ id }) => id !== 'evt_back_0'))),
    [TOLD],
  ],
  ['a dispute that was not told', ({ events }) => told(events.slice(0, -1)), [TOLD]],
];

describe('the checker of fault runs', () => {
  it('finds nothing in a run where all came right', () => {
    expect(check(sound())).to.deep.equal([]);
    expect(check(soundWithMoneyBack())).to.deep.equal([]);
  });

  for (const [what, plant, broken] of PLANTED)
    it(`finds ${what}`, () => {
      const found = check({ ...sound(), ...plant(sound()) });
      expect([...new Set(found.map(({ promise }) => promise))]).to.have.members(broken);
    });

  for (const [what, plant, broken] of PLANTED_BACK)
    it(`finds ${what}`, () => {
      const found = check({ ...soundWithMoneyBack(), ...plant(soundWithMoneyBack()) });
      expect([...new Set(found.map(({ promise }) => promise))]).to.have.members(broken);
    });

  it('has been shown to find a breach of every promise', () => {
    expect(new Set([...PLANTED, ...PLANTED_BACK].flatMap(([, , broken]) => broken))).to.deep.equal(
      new Set(Object.keys(PROMISES)),
    );
  });
});
