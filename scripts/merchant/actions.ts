import { pipeline } from 'node:stream/promises';
import {
  activateMerchant,
  makeMerchant,
  probeMerchant,
  renewKey,
  renewSecret,
  resealSecrets,
  suspendMerchant,
} from '../../src/console/merchants/merchant-actions.js';
import { presentMerchant } from '../../src/console/merchants/present-merchant.js';
import { closeCaller } from '../../src/ipn/call/post.js';
import type { VerificationReport } from '../../src/ipn/verify-endpoint.js';
import { findMerchant } from '../../src/merchants/manage-merchants.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { requireWindow } from '../../src/settlement/require-window.js';
import { settlementCsv, settlementTotals } from '../../src/settlement/settlement-csv.js';

export { paymentEvidence } from '../../src/evidence/evidence.js';

export interface CreateOptions {
  name: string;
  mode: string;
  methods?: string[];
  threeDs?: string;
  lateMoney?: string;
  minimums?: unknown;
  fees?: unknown;
  accounts?: string[];
  privacyUrl?: string;
}

const inOurNames = ({ threeDs, lateMoney, privacyUrl, ...rest }: CreateOptions) => ({
  ...rest,
  three_ds_policy: threeDs ?? null,
  late_money_policy: lateMoney ?? null,
  privacy_url: privacyUrl ?? null,
});

export const create = (options: CreateOptions) => makeMerchant(null, inOurNames(options));

export const list = async () => (await merchants.find()).map(presentMerchant);

/** Exit code 1 when there is something that no master key in use opens. */
export async function reseal({ back = false }: { back?: boolean }) {
  const done = await resealSecrets(null, back);
  if (done.unreadable.length > 0) process.exitCode = 1;
  return done;
}

export const rotateSecret = (id: string) => renewSecret(null, id);

export const rotateKey = (id: string) => renewKey(null, id);

export async function suspend(id: string) {
  const { status } = await suspendMerchant(null, id);
  return { id, status };
}

export async function activate(id: string) {
  const { status } = await activateMerchant(null, id);
  return { id, status };
}

/** Exit code 1 unless everything was as it should be. */
export async function probe(id: string, url: string): Promise<VerificationReport> {
  const report = await probeMerchant(null, id, url).finally(closeCaller);
  if (!report.sound) process.exitCode = 1;
  return report;
}

export interface Days {
  from: string;
  to: string;
}

/** As CSV on stdout while it is read, or only its totals. */
export async function settlement(id: string, { from, to }: Days, json: boolean): Promise<object> {
  requireWindow({ from, to });
  const { _id: merchantId } = await findMerchant(id);
  const query = { merchantId, from, to };
  if (json) return { merchant_id: merchantId, from, to, totals: await settlementTotals(query) };
  await pipeline(settlementCsv(query), process.stdout, { end: false });
  return {};
}
