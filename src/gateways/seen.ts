import { found } from '../connectors/findings.js';
import type { Finding } from '../connectors/gateway.js';
import { inUtc } from '../time.js';
import { gatewayAccounts, type Account } from './account.model.js';
import { gatewayOf } from './connectors.js';

/** The account at the same gateway whose truth run is the latest, its own before all others. */
async function lastSeen({ _id, connector, seenAt }: Account) {
  if (seenAt) return { _id, seenAt };
  const [latest] = await gatewayAccounts
    .find({ connector, seenAt: { $exists: true } })
    .sort({ seenAt: -1 })
    .limit(1);
  return latest?.seenAt && { _id: latest._id, seenAt: latest.seenAt };
}

/**
 * Whether what is known of an account's gateway has ever been held against the gateway itself. It keeps nobody from using
 * the account; nothing is said of a gateway that is ours.
 */
export async function seenFindings(account: Account): Promise<Finding[]> {
  const { title, isOurs } = gatewayOf(account);
  if (isOurs) return [];
  const seen = await lastSeen(account);
  if (!seen)
    return [
      found(
        'seen',
        true,
        `Not yet seen on a real account: what is done here was only read. Run "npm run gateways -- truth ${account.connector} <test account>" with keys of ${title}'s test system before live money`,
      ),
    ];
  const by = seen._id === account._id ? '' : ` by the account ${seen._id}`;
  return [found('seen', true, `A truth run at ${title}'s test system passed${by} on ${inUtc(seen.seenAt)}`)];
}
