import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  createOperator,
  findOperatorByToken,
  listOperators,
  verifyOperator,
} from '../../src/console/operators/operators.js';
import { findMerchantByKey } from '../../src/merchants/find-merchant.js';
import { createMerchant, type MerchantKeys } from '../../src/merchants/manage-merchants.js';
import { signingSecrets } from '../../src/merchants/secrets.js';

const DOMAIN = 'tollgate.example';

interface OperatorAccess {
  email: string;
  password: string;
  api_token: string;
}

/** What a file of ours holds; null when there is none yet, or a full disk or a power cut has left a part of it. */
function readKept<T>(file: string): T | null {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T; // keep() has written it
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function keep<T>(file: string, value: T): T {
  writeFileSync(file, JSON.stringify(value, null, 2), { mode: 0o600 });
  return value;
}

/** Whether payments can be made with these keys and their notifications verified: people rotate and suspend. */
async function isOfUse({ id, public_key, secret_key }: MerchantKeys): Promise<boolean> {
  const merchant = await findMerchantByKey(public_key);
  return merchant?.status === 'active' && (await signingSecrets(id)).includes(secret_key);
}

/** The test merchant of this folder: the same keys at every run, made anew only when these are of no use any more. */
export async function testMerchant(file: string): Promise<MerchantKeys> {
  const kept = readKept<MerchantKeys>(file);
  if (kept && (await isOfUse(kept))) return kept;
  const fees = ['USD', 'EUR', 'GBP', 'CAD', 'AUD'].map((currency) => ({ currency, basisPoints: 250, fixed: 30 }));
  return keep(
    file,
    await createMerchant({ name: 'Blue Tea Shop', mode: 'test', fees: [...fees, { basisPoints: 200, fixed: 0 }] }),
  );
}

const isOpen = async ({ email, password, api_token }: OperatorAccess): Promise<boolean> =>
  (await verifyOperator(email, password)) !== null && (await findOperatorByToken(api_token)) !== null;

/** One that nobody has: ours may have another password by now, and another folder may use the same database. */
async function freeEmail(): Promise<string> {
  const isTaken = (await listOperators()).some(({ email }) => email === `operator@${DOMAIN}`);
  return isTaken ? `operator-${randomBytes(4).toString('hex')}@${DOMAIN}` : `operator@${DOMAIN}`;
}

/** The operator of this folder: the same password and token at every run, made anew only when these open nothing. */
export async function testOperator(file: string): Promise<OperatorAccess> {
  const kept = readKept<OperatorAccess>(file);
  if (kept && (await isOpen(kept))) return kept;
  const access = { email: await freeEmail(), password: randomBytes(12).toString('base64url') };
  const { api_token } = await createOperator({ ...access, role: 'admin' });
  return keep(file, { ...access, api_token });
}
