import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Charge } from '../../src/sandbox/charge.js';
import { openLedger, type Ledger } from '../../src/sandbox/ledger.js';
import type { UpiOrder, WalletOrder } from '../../src/sandbox/orders/order.js';

const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };

const charge = (no: number): Charge => ({
  status: 'charged',
  key: `charge-${no}`,
  id: `ch_${no}`,
  reference: `trx-${no}`,
  amount: 4990,
  currency: 'EUR',
  network: 'VISA',
  last4: '4242',
  calls: 1,
  challenge: { token: `token-${no}`, returnUrl: 'https://shop.example', wrongCodes: 0, then: 'approve' },
  settledAt: Date.now(),
});
const taken = (no: number) => ({
  id: `or_${no}`,
  reference: `trx-${no}`,
  amount: 4990,
  createdAt: Date.now(),
  expiresAt: Date.now() + 60_000,
  callbackUrl: 'https://tollgate.example',
  calls: 1,
  state: { status: 'paid', came: 4990, bankReference: `utr-${no}`, at: Date.now() } as const,
  customerAt: null,
  callback: null,
});
const upi = (no: number): UpiOrder => ({
  ...taken(no),
  key: `upi-${no}`,
  currency: 'INR',
  kind: 'upi',
  note: '',
  apps: [],
});
const wallet = (no: number): WalletOrder => ({
  ...taken(no),
  key: `wallet-${no}`,
  currency: 'BDT',
  kind: 'wallet',
  wallet: 'BKASH',
  language: 'EN',
  mobileEnd: '123',
  token: `wallet-token-${no}`,
  returnUrl: 'https://shop.example',
});

describe("the sandbox's memory", () => {
  let folder: string;
  let path: string;
  let ledger: Ledger;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-ledger-'));
    path = join(folder, 'ledger.jsonl');
    ledger = openLedger(path);
  });
  afterEach(() => {
    ledger.close();
    rmSync(folder, { recursive: true });
  });

  function save(no: number): void {
    ledger.save(charge(no));
    ledger.orders.save(upi(no));
    ledger.orders.save(wallet(no));
  }
  /** A moment that separates what was saved before from what is saved afterwards. */
  async function now(): Promise<number> {
    await pause(2);
    return Date.now();
  }
  function restart(): void {
    ledger.close();
    ledger = openLedger(path);
  }
  const linesOnFile = () => readFileSync(path, 'utf8').split('\n').length - 1;
  /** Everything that can be asked about one payment. */
  const known = (no: number) => [
    ledger.find(`charge-${no}`)?.key,
    ledger.findByChallenge(`token-${no}`)?.key,
    ledger.orders.find(`upi-${no}`)?.key,
    ledger.orders.findUpi(`trx-${no}`)?.key,
    ledger.orders.findByToken(`wallet-token-${no}`)?.key,
    ...['charge', 'upi', 'wallet'].map((kind) => ledger.settledOf(`${kind}-${no}`)?.idempotency_key),
    ...ledger.list(`trx-${no}`).map((line) => line.idempotency_key),
  ];
  const all = (no: number) => {
    const [card, order, other] = [`charge-${no}`, `upi-${no}`, `wallet-${no}`];
    return [card, card, order, order, other, card, order, other, card, order, other];
  };
  const none = Array<undefined>(8).fill(undefined);

  it('ends for keys that nobody has used for long, and for no others, in the process and on file', async () => {
    save(1);
    save(2);
    const before = await now();
    save(3);
    const found = ledger.find('charge-2');
    if (found) ledger.save({ ...found, calls: 2 });
    ledger.purge(before);
    const check = () => {
      expect(known(1)).to.deep.equal(none);
      expect(known(3)).to.deep.equal(all(3));
      expect(ledger.find('charge-2')?.calls).to.equal(2); // it was used once more
      expect(ledger.orders.find('upi-2')).to.equal(undefined);
      expect(ledger.settled(EVER, 0).lines.map((line) => line.idempotency_key)).to.deep.equal([
        'charge-2',
        'charge-3',
        'upi-3',
        'wallet-3',
      ]);
    };
    check();
    expect(linesOnFile()).to.equal(4);
    restart();
    check();
    save(4);
    restart();
    expect(known(4)).to.deep.equal(all(4));
    ledger.purge(Date.now() + 1);
    expect(linesOnFile()).to.equal(0);
  });

  it('leaves a statement that is being read at its place', async () => {
    save(1);
    const before = await now();
    save(2);
    const seen = 4; // all of the first, and one of the second
    ledger.purge(before);
    expect(ledger.settled(EVER, seen).lines.map((line) => line.idempotency_key)).to.deep.equal(['upi-2', 'wallet-2']);
  });

  it('takes a line from before this was kept for a new one, once', async () => {
    ledger.close();
    writeFileSync(path, `${JSON.stringify(charge(1))}\n${JSON.stringify(upi(1))}\n${JSON.stringify(wallet(1))}\n`);
    const before = Date.now();
    ledger = openLedger(path);
    const after = await now();
    ledger.purge(before);
    expect(known(1)).to.deep.equal(all(1));
    restart();
    ledger.purge(after);
    expect(known(1)).to.deep.equal(none);
  });
});
