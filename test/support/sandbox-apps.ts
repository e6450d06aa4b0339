import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { NO_FAULT } from '../../src/sandbox/faults.js';
import { openLedger } from '../../src/sandbox/ledger.js';
import { pages } from '../../src/sandbox/pages.js';
import { paymentApi } from '../../src/sandbox/payment-api.js';
import { SANDBOX_API_KEY } from './sandbox.js';

/** The sandbox's two apps over a new ledger, in this process and without ports: for tests of what they answer. */
export function sandboxApps() {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-sandbox-'));
  const ledger = openLedger(join(folder, 'ledger.jsonl'));
  const current = () => NO_FAULT;
  const api = supertest(paymentApi(ledger, SANDBOX_API_KEY, current));
  return {
    ledger,
    site: supertest(pages(ledger, { current, turn: () => Promise.resolve() })),
    api: {
      post: (path: string) => api.post(path).auth(SANDBOX_API_KEY, { type: 'bearer' }),
      get: (path: string) => api.get(path).auth(SANDBOX_API_KEY, { type: 'bearer' }),
    },
    close() {
      ledger.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The body of a charge over 49.90 EUR. */
export const chargeBody = (number: string, changes: object = {}) => ({
  reference: 'a-reference',
  amount: 4990,
  currency: 'EUR',
  card: { number, expiry_month: 12, expiry_year: 2040, cvv: '8317', holder: 'Ada Lovelace' },
  three_ds: 'required',
  return_url: 'https://shop.example/return?token=abc',
  ...changes,
});
