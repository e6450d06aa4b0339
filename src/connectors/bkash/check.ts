import { ConnectorError, Misconfigured } from '../connector.js';
import { found, orFault } from '../findings.js';
import type { Finding } from '../gateway.js';
import { timeLimit } from '../http/send.js';
import type { BkashAccess } from './access.js';
import { CHECKOUT, createClient, tokensOf } from './client.js';
import { isUnknown } from './failure.js';

const GUIDE = 'see docs/gateways/bkash.md';

/** A payment that nobody has made: what bKash says of it says that it takes token and app key. */
const NOBODYS = { paymentID: 'TR0000000000000000000' };

const notifications = ({ topic }: BkashAccess): Finding =>
  topic === undefined
    ? found('notifications', true, 'No SNS topic is set: bKash is asked, and tells nothing by itself')
    : found('notifications', true, `bKash is believed about ${topic}; only a message can prove that it comes`);

/** Finds out whether an account can be used. It takes the token that is there, or one of the two that an hour has. */
export async function checkBkash(access: BkashAccess): Promise<Finding[]> {
  const tokens = tokensOf(access);
  try {
    await tokens.current();
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const isSeen = error instanceof Misconfigured; // bKash has answered, and said no
    return [found(isSeen ? 'authenticated' : 'reachable', false, `${error.message}; ${GUIDE}`)];
  }
  const first = [
    found('reachable', true, 'bKash answers'),
    found('authenticated', true, 'It gives a token: user name, password, app key and app secret are right'),
  ];
  const payments = await orFault('payments', GUIDE, async () => {
    const limit = timeLimit(access.timeout);
    const { failure } = await createClient(access, tokens).call(`${CHECKOUT}/payment/status`, NOBODYS, limit);
    const isAsExpected = failure !== undefined && isUnknown(failure);
    const text = isAsExpected
      ? 'It answers questions about payments'
      : `It answers ${failure ?? 'with a payment'} about a payment that nobody has made: ask bKash whether Checkout (URL) is on`;
    return found('payments', isAsExpected, text);
  });
  return [...first, ...payments, notifications(access)];
}
