import { openText, resealText, sealText } from '../crypto/keyed.js';
import { gatewayAccounts, type Account, type SealedCredential } from './account.model.js';

/** What a credential is bound to: one that is copied to another account or name does not open. */
const contextOf = (account: string, name: string): string => `gateway-credential|${account}|${name}`;

const SHORTEST_SHOWN = 12; // of less, four characters would give too much away

/** How a value ends; while one is exchanged, as `new,old`, the new one. */
function endOf(value: string): string {
  const [inUse = ''] = value.split(',');
  return inUse.length >= SHORTEST_SHOWN ? inUse.slice(-4) : '';
}

/** Seals credentials under the current master key. @param values in clear, by name */
export const sealCredentials = (account: string, values: Record<string, string>): Account['credentials'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { sealed: sealText(value, contextOf(account, name)), lastFour: endOf(value) },
    ]),
  );

/** An account's credentials in clear, for the calls to its gateway alone. @throws when no master key opens one */
export const openCredentials = ({ _id, credentials }: Pick<Account, '_id' | 'credentials'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(credentials).map(([name, { sealed }]) => [name, openText(sealed, contextOf(_id, name))]),
  );

/** The same; null when no master key opens one. */
export function credentialsIfReadable(account: Pick<Account, '_id' | 'credentials'>): Record<string, string> | null {
  try {
    return openCredentials(account);
  } catch {
    return null;
  }
}

const reseal = (account: string, name: string, credential: SealedCredential): SealedCredential => ({
  ...credential,
  sealed: resealText(credential.sealed, contextOf(account, name)),
});

/** Seals an account's credentials under the current master key. @returns whether any was sealed under another one */
async function resealAccount({ _id, credentials, version }: Account): Promise<boolean> {
  const entries = Object.entries(credentials);
  const now = entries.map(([name, credential]) => [name, reseal(_id, name, credential)] as const);
  if (now.every(([, { sealed }], index) => sealed === entries[index]?.[1].sealed)) return false;
  // Whoever reads them at this moment must not put them back as they were.
  const change = { $set: { credentials: Object.fromEntries(now) }, $inc: { version: 1 } };
  const { matchedCount } = await gatewayAccounts.updateOne({ _id, version }, change);
  if (matchedCount > 0) return true;
  const latest = await gatewayAccounts.findOne({ _id }); // something of it was changed meanwhile
  return latest !== null && resealAccount(latest);
}

/**
 * Seals every account's credentials under the current master key. May be interrupted and run again.
 * @returns how many accounts had to be, and which were left as they are, since no master key in use opens all they have
 */
export async function resealCredentials(): Promise<{ resealed: number; unreadable: string[] }> {
  let resealed = 0;
  const unreadable: string[] = [];
  for await (const account of gatewayAccounts.find())
    if (!credentialsIfReadable(account)) unreadable.push(account._id);
    else if (await resealAccount(account)) resealed++;
  return { resealed, unreadable };
}
