import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { paymentOf } from '../../src/callbacks/find-payment.js';
import type { CardResult } from '../../src/connectors/card.js';
import { ConnectorError } from '../../src/connectors/connector.js';
import { connectDatabase } from '../../src/database/client.js';
import { ApiError } from '../../src/errors.js';
import { accountNamed, learnAccounts } from '../../src/gateways/accounts.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { sealCredentials } from '../../src/gateways/credentials.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { anAccount } from '../gateways/an-account.js';
import { CREDENTIALS } from '../gateways/bkash/stand-in.js';
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
  async function heard(
    payment: PaymentRecord,
    isLast: boolean,
    { is, amount = 4990, account = ACCOUNT }: { is: CardResult | Error; amount?: number | null; account?: string },
  ) {
    const [first] = payment.attempts;
    if (!first) throw new Error('There is no attempt');
    const at = { ...first, account };
    await saved({ ...payment, attempts: isLast ? [at] : [at, { ...at, no: 2, key: `${payment._id}-2` }] });
    mock.method(connectorPart(ACCOUNT, 'card'), 'fetchCard', async () => {
      if (is instanceof Error) throw is;
      return is;
    });
    let code: unknown;
    const lines = await logLines(async () => {
      const news = { key: first.key, reference: payment._id, ...(amount !== null && { amount }) };
      code = await paymentOf(news, [accountNamed(account)]).then(
        () => 'taken',
        (error: unknown) => (error instanceof ApiError ? error.code : error),
      );
      await setImmediate(); // whoever told is answered meanwhile
    });
    return [code, ...lines.map(({ message }) => message)].sort();
  }

  const NONE: CardResult = { outcome: 'not_charged' };
  const SILENT = new ConnectorError('no answer');
  const LATE = 'payment.charged_late';
  const REFUSED = ['callback.refused', 'transaction_not_found'];
  const ALARM = ['callback.refused', LATE, 'transaction_not_found'];
  const paid = (by: Partial<PaymentRecord>) => aPayment({ account: ACCOUNT, status: 'succeeded', ...by });
  const failed = () => aPayment({ account: ACCOUNT, status: 'failed' });
  const CASES: [what: string, heard: Parameters<typeof heard>, expected: string[]][] = [
    ['is an alarm when an attempt that was left was charged', [paid({}), false, { is: CHARGED }], ALARM],
    ['is one when the payment went on by a debit', [paid({ method: 'sepa' }), false, { is: CHARGED }], ALARM],
    ['is none when it was not', [paid({}), false, { is: NONE }], REFUSED],
    ['is not asked about when the news says that nothing came', [paid({}), false, { is: CHARGED, amount: 0 }], REFUSED],
    ['is an alarm when the payment has failed', [failed(), true, { is: CHARGED }], [LATE, 'taken']],
    [
      'is one, too, when its gateway does not answer',
      [failed(), true, { is: SILENT }],
      ['gateway.unresponsive', LATE, 'taken'],
    ],
    [
      'is none when no amount is told either',
      [failed(), true, { is: SILENT, amount: null }],
      ['gateway.unresponsive', 'taken'],
    ],
    ['is none when that is so', [failed(), true, { is: NONE }], ['taken']],
    ['is none when the payment has succeeded', [paid({}), true, { is: CHARGED }], ['taken']],
    [
      'is told by the log when a fault of ours ends it',
      [failed(), true, { is: new TypeError('ours') }],
      ['question.crashed', 'taken'],
    ],
  ];
  for (const [what, given, expected] of CASES)
    it(what, async () => expect(await heard(...given)).to.deep.equal(expected));

  it('is left to the comparison when the attempt was an order at a gateway without cards', async () => {
    const account = anAccount({ _id: `bkash-${randomUUID().slice(0, 8)}`, connector: 'bkash' });
    learnAccounts([{ ...account, credentials: sealCredentials(account._id, CREDENTIALS) }]);
    const given = { is: CHARGED, account: account._id };
    expect(await heard(paid({}), false, given)).to.deep.equal(REFUSED);
    learnAccounts([{ ...account, status: 'closed', version: account.version + 1 }]);
  });
});
