import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createOperator, verifyOperator } from '../../src/console/operators/operators.js';
import { findMerchantByKey } from '../../src/merchants/find-merchant.js';
import { createMerchant, type MerchantKeys } from '../../src/merchants/manage-merchants.js';

interface OperatorAccess {
  email: string;
  password: string;
  api_token: string;
}

/** What a file of ours holds, or null when there is none yet. */
const readKept = <T>(file: string): T | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;

function keep<T>(file: string, value: T): T {
  writeFileSync(file, JSON.stringify(value, null, 2), { mode: 0o600 });
  return value;
}

/** The test merchant of this folder: the same keys at every run, made anew only when the database does not know them. */
export async function testMerchant(file: string): Promise<MerchantKeys> {
  const kept = readKept<MerchantKeys>(file);
  if (kept && (await findMerchantByKey(kept.public_key))) return kept;
  const fees = ['USD', 'EUR', 'GBP', 'CAD', 'AUD'].map((currency) => ({ currency, basisPoints: 250, fixed: 30 }));
  return keep(
    file,
    await createMerchant({ name: 'Blue Tea Shop', mode: 'test', fees: [...fees, { basisPoints: 200, fixed: 0 }] }),
  );
}

/** The operator of this folder, with the same password and token at every run. */
export async function testOperator(file: string): Promise<OperatorAccess> {
  const kept = readKept<OperatorAccess>(file);
  if (kept && (await verifyOperator(kept.email, kept.password))) return kept;
  const access = { email: 'operator@tollgate.example', password: randomBytes(12).toString('base64url') };
  const { api_token } = await createOperator({ ...access, role: 'admin' });
  return keep(file, { ...access, api_token });
}
