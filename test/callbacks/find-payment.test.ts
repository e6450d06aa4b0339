import { expect } from 'chai';
import { mock } from 'node:test';
import { paymentOf } from '../../src/callbacks/find-payment.js';
import type { CardResult } from '../../src/connectors/card.js';
import { connectDatabase } from '../../src/database/client.js';
import { ApiError } from '../../src/errors.js';
import { accountNamed } from '../../src/gateways/accounts.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';
import { removeSaved, saved } from '../proofs/api.js';

const ACCOUNT = 'sandbox-card';
const CHARGED: CardResult = { outcome: 'authorized', reference: 'ch_1', amount: 4990, currency: 'EUR' };

describe('news of money with which nobody reckons any more', () => {
  before(connectDatabase);
  afterEach(() => mock.restoreAll());
  after(removeSaved);

  /** A payment, its first attempt, and what taking news of that logs and throws. */
  async function heard(status: 'succeeded' | 'failed', isLast: boolean, amount: number, is: CardResult) {
    const payment = aPayment({ account: ACCOUNT, status });
    const [first] = payment.attempts;
    if (!first) throw new Error('There is no attempt');
    const at = { ...first, account: ACCOUNT };
    await saved({ ...payment, attempts: isLast ? [at] : [at, { ...at, no: 2, key: `${payment._id}-2` }] });
    mock.method(connectorPart(ACCOUNT, 'card'), 'fetchCard', async () => is);
    let code: unknown;
    const lines = await logLines(async () => {
      const taken = paymentOf({ key: first.key, reference: payment._id, amount }, [accountNamed(ACCOUNT)]);
      code = await taken.then(
        () => 'taken',
        (error: unknown) => (error instanceof ApiError ? error.code : error),
      );
    });
    return [code, ...lines.map(({ message }) => message)];
  }

  const NONE: CardResult = { outcome: 'not_charged' };
  const REFUSED = ['transaction_not_found', 'callback.refused'];
  const ALARM = ['transaction_not_found', 'payment.charged_late', 'callback.refused'];
  const CASES: [what: string, heard: Parameters<typeof heard>, expected: string[]][] = [
    ['is an alarm when an attempt that was left was charged', ['succeeded', false, 4990, CHARGED], ALARM],
    ['is none when it was not', ['succeeded', false, 4990, NONE], REFUSED],
    ['is not asked about when the news says that nothing came', ['succeeded', false, 0, CHARGED], REFUSED],
    ['is an alarm when the payment has failed', ['failed', true, 4990, CHARGED], ['taken', 'payment.charged_late']],
    ['is none when that is so', ['failed', true, 4990, NONE], ['taken']],
    ['is none when the payment has succeeded', ['succeeded', true, 4990, CHARGED], ['taken']],
  ];
  for (const [what, given, expected] of CASES)
    it(what, async () => expect(await heard(...given)).to.deep.equal(expected));
});
