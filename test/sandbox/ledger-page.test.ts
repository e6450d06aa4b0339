import { expect } from 'chai';
import type { Charge } from '../../src/sandbox/charge.js';
import { ledgerPage, type LedgerCursor } from '../../src/sandbox/ledger-page.js';
import { readLedgerRequest } from '../../src/sandbox/ledger-request.js';
import type { OrderRecord, OrderState } from '../../src/sandbox/orders/order.js';

const charge = (no: number, savedAt: number): Charge => ({
  status: 'charged',
  key: `charge-${no}`,
  id: `ch_${no}`,
  reference: `trx-${no}`,
  amount: 4990,
  currency: 'EUR',
  network: 'VISA',
  last4: '4242',
  calls: 1,
  settledAt: savedAt,
  savedAt,
});
const order = (no: number, savedAt: number, state: OrderState): OrderRecord => ({
  kind: 'upi',
  key: `order-${no}`,
  id: `or_${no}`,
  reference: `trx-${no}`,
  amount: 4990,
  currency: 'INR',
  createdAt: 0,
  expiresAt: 0,
  callbackUrl: 'https://tollgate.example',
  calls: 1,
  state,
  customerAt: null,
  callback: null,
  note: '',
  apps: [],
  savedAt,
});

describe("the sandbox's whole ledger", () => {
  const charges = Array.from({ length: 900 }, (_, no) => charge(no, 1000 + Math.floor(no / 7)));
  const orders = Array.from({ length: 300 }, (_, no) => order(no, 1000 + no, { status: 'waiting' }));

  /** All pages; `meanwhile` happens after the first. */
  function walk(since: number, all: { charges: Charge[]; orders: OrderRecord[] }, meanwhile = () => undefined as void) {
    const lines: ReturnType<typeof ledgerPage>['charges'] = [];
    let cursor: LedgerCursor | null = null;
    do {
      const page = ledgerPage([all.charges, all.orders], since, cursor);
      lines.push(...page.charges);
      const next: string | null = page.next_cursor;
      cursor = next === null ? null : (readLedgerRequest({ since: new Date(0), cursor: next }).cursor ?? null);
      meanwhile();
    } while (cursor);
    return lines;
  }

  it('lists every charge and every open order once, in pages, in the order in which they were saved', () => {
    const lines = walk(0, { charges, orders });
    expect(new Set(lines.map((line) => line.idempotency_key)).size).to.equal(1200);
    expect(lines).to.have.length(1200);
    expect(lines.map(({ at }) => at)).to.deep.equal(lines.map(({ at }) => at).toSorted());
    expect(lines.filter(({ result }) => result === 'open').map(({ reference }) => reference)).to.have.length(300);
  });

  it('begins at a moment', () => {
    const lines = walk(1100, { charges, orders });
    expect(lines.filter(({ result }) => result === 'open')).to.have.length(200);
  });

  it('says of what changes while it is read how it stands then, too', () => {
    const changing = [...orders];
    const lines = walk(0, { charges, orders: changing }, () => {
      if (changing[0]?.key !== 'order-0') return;
      changing.shift();
      changing.push(order(0, 5000, { status: 'paid', came: 100, bankReference: 'utr', at: 0 }));
    });
    const said = lines.filter((line) => line.idempotency_key === 'order-0');
    expect(said.map(({ result, amount }) => [result, amount])).to.deep.equal([
      ['open', 4990],
      ['charged', 100],
    ]);
  });

  for (const query of [
    {},
    { since: 'yesterday' },
    { since: '2026-01-31T12:00:00Z', reference: 'a' },
    { since: '2026-01-31T12:00:00Z', cursor: 'x' },
    { reference: 'a', cursor: '1000-charge-1' },
  ])
    it(`refuses ${JSON.stringify(query)}`, () => {
      expect(() => readLedgerRequest(query)).to.throw('Give one');
    });
});
