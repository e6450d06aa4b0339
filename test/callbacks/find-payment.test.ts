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

describe('news of an attempt that its payment has left', () => {
  before(connectDatabase);
  afterEach(() => mock.restoreAll());
  after(removeSaved);

  const CASES: [what: string, passedOn: boolean, amount: number | undefined, is: CardResult, lines: string[]][] = [
    ['is an alarm when its gateway has charged it', true, 4990, CHARGED, ['payment.charged_late', 'callback.refused']],
    ['is none when it has not', true, 4990, { outcome: 'not_charged' }, ['callback.refused']],
    ['asks nobody when it says that nothing came', true, 0, CHARGED, ['callback.refused']],
    ['asks nobody when no other account took it over', false, 4990, CHARGED, ['callback.refused']],
  ];
  for (const [what, passedOn, amount, is, expected] of CASES)
    it(`${what}, and is refused`, async () => {
      const payment = aPayment({ account: ACCOUNT, status: 'succeeded' });
      const [first] = payment.attempts;
      if (!first) throw new Error('There is no attempt');
      const at = { ...first, account: ACCOUNT };
      const key = `${payment._id}-2`;
      await saved({
        ...payment,
        attempts: [
          { ...at, ...(passedOn && { passedOn }) },
          { ...at, no: 2, key },
        ],
      });
      mock.method(connectorPart(ACCOUNT, 'card'), 'fetchCard', async () => is);
      let code: unknown;
      const news = { key: first.key, reference: payment._id, ...(amount !== undefined && { amount }) };
      const lines = await logLines(async () => {
        code = await paymentOf(news, [accountNamed(ACCOUNT)]).catch((error: unknown) =>
          error instanceof ApiError ? error.code : error,
        );
      });
      expect(code).to.equal('transaction_not_found');
      expect(lines.map(({ message }) => message)).to.deep.equal(expected);
    });
});
