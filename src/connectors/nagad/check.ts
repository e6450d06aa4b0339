import { createPublicKey, randomUUID } from 'node:crypto';
import { ConnectorError, Misconfigured, NothingTaken } from '../connector.js';
import { clockFinding, found } from '../findings.js';
import type { Finding } from '../gateway.js';
import { timeLimit } from '../http/send.js';
import type { NagadAccess } from './access.js';
import { createClient } from './client.js';
import { createSteps } from './create.js';
import { createNagadWallet } from './wallet.js';

const GUIDE = 'see docs/gateways/nagad.md';

const REFUNDS = found(
  'refunds',
  true,
  'Nagad has no call to give money back that anybody here knows: payments of this account cannot be refunded but by hand',
);

/** The public half of ours in the place of Nagad's: the most likely mistake, which no answer would explain. */
const isOwnKey = ({ keys: { ours, nagads } }: NagadAccess): boolean => createPublicKey(ours).equals(nagads);

function failed(error: unknown): Finding {
  if (!(error instanceof ConnectorError)) throw error;
  const isSilent = error instanceof NothingTaken && !(error instanceof Misconfigured);
  return found(isSilent ? 'reachable' : 'authenticated', false, `${error.message}; ${GUIDE}`);
}

/**
 * Finds out whether an account can be used. It begins an order that never gets an amount or a page, which is the one
 * question to Nagad that needs the keys.
 */
export async function checkNagad(access: NagadAccess): Promise<Finding[]> {
  if (isOwnKey(access))
    return [found('authenticated', false, `The public key is the half of your own, not Nagad’s: ${GUIDE}`), REFUNDS];
  const client = createClient(access);
  const { begin } = createSteps(access, client, () => new Date());
  const key = `check-${randomUUID()}`;
  try {
    const { paymentReferenceId: reference, date } = await begin(key, {}, timeLimit(access.timeout));
    const about = { key, reference, trx: key, amount: 0, currency: 'BDT', since: new Date() };
    const asked = await createNagadWallet(access, client)
      .fetchOrder(about)
      .then(
        ({ outcome }) => `It answers questions about payments: one that was just begun is ${outcome}`,
        (error: unknown) => {
          if (!(error instanceof ConnectorError)) throw error;
          return `It says nothing of a payment that was just begun (${error.message}), which nobody here has seen either way`;
        },
      );
    return [
      found('reachable', true, 'Nagad answers'),
      found('authenticated', true, 'It takes your signature, and its own answer is signed and for you'),
      ...(date === undefined ? [] : [clockFinding('Nagad', date, 'it refuses orders of another time')]),
      found('payments', true, asked),
      REFUNDS,
    ];
  } catch (error) {
    return [failed(error), REFUNDS];
  }
}
