import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import supertest from 'supertest';
import { paymentOf } from '../../src/callbacks/find-payment.js';
import type { About } from '../../src/connectors/about.js';
import type { CallbackNews } from '../../src/connectors/callbacks.js';
import type { CardResult } from '../../src/connectors/card.js';
import { ConnectorError } from '../../src/connectors/connector.js';
import { connectDatabase } from '../../src/database/client.js';
import { ApiError } from '../../src/errors.js';
import { accountNamed, learnAccounts } from '../../src/gateways/accounts.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { sealCredentials } from '../../src/gateways/credentials.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { anAccount } from '../gateways/an-account.js';
import { CREDENTIALS } from '../gateways/bkash/stand-in.js';
import { eventOf, signatureOf } from '../gateways/stripe/webhooks.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';
import { app, removeSaved, saved } from '../proofs/api.js';

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
    {
      is,
      amount = 4990,
      account = ACCOUNT,
      by = account,
      result,
    }: {
      is: CardResult | Error;
      amount?: number | null;
      account?: string;
      by?: string;
      result?: NonNullable<CallbackNews['result']>;
    },
  ) {
    const [first] = payment.attempts;
    if (!first) throw new Error('There is no attempt');
    const at = { ...first, account };
    await saved({ ...payment, attempts: isLast ? [at] : [at, { ...at, no: 2, key: `${payment._id}-2` }] });
    const asked: string[] = [];
    mock.method(connectorPart(ACCOUNT, 'card'), 'fetchCard', async ({ key }: About) => {
      asked.push(key);
      if (is instanceof Error) throw is;
      return is;
    });
    let code: unknown;
    const lines = await logLines(async () => {
      const news = {
        key: first.key,
        reference: payment._id,
        ...(amount !== null && { amount }),
        ...(result && { result }),
      };
      code = await paymentOf(news, [accountNamed(by)]).then(
        () => 'taken',
        (error: unknown) => (error instanceof ApiError ? error.code : error),
      );
      await setImmediate(); // whoever told is answered meanwhile
    });
    for (const key of asked) expect(key).to.equal(first.key);
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

  it('is nothing when the secret of another account has signed it', async () => {
    const [account, by] = ['sandbox-card', 'sandbox-upi'];
    for (const isLast of [true, false])
      expect(await heard(paid({}), isLast, { is: CHARGED, account, by })).to.deep.equal(REFUSED);
  });

  it('is what its gateway has said of an attempt that was left, where that only tells', async () => {
    const account = anAccount({ _id: `adyen-${randomUUID().slice(0, 8)}`, connector: 'adyen' });
    learnAccounts([account]);
    const told = { is: CHARGED, account: account._id };
    const no = { outcome: 'declined', reason: 'do_not_honor', gatewayCode: '2' } as const;
    expect(await heard(paid({}), false, { ...told, result: CHARGED })).to.deep.equal(ALARM);
    expect(await heard(paid({}), false, { ...told, result: no })).to.deep.equal(REFUSED);
    learnAccounts([{ ...account, status: 'closed', version: account.version + 1 }]);
  });

  it('is left to the comparison when the attempt was an order at a gateway without cards', async () => {
    const account = anAccount({ _id: `bkash-${randomUUID().slice(0, 8)}`, connector: 'bkash' });
    learnAccounts([{ ...account, credentials: sealCredentials(account._id, CREDENTIALS) }]);
    const given = { is: CHARGED, account: account._id };
    expect(await heard(paid({}), false, given)).to.deep.equal(REFUSED);
    learnAccounts([{ ...account, status: 'closed', version: account.version + 1 }]);
  });
});

describe('news that an account with a secret of its own sends', () => {
  const secret = 'whsec_of_this_spec';
  const account = anAccount({ _id: `stripe-${randomUUID().slice(0, 8)}`, connector: 'stripe' });
  before(async () => {
    await connectDatabase();
    const credentials = sealCredentials(account._id, { secret_key: 'sk_test_of_this_spec', webhook_secret: secret });
    learnAccounts([{ ...account, credentials }]);
  });
  afterEach(() => mock.restoreAll());
  after(() => learnAccounts([{ ...account, status: 'closed', version: account.version + 1 }]));

  async function answerTo(type: string, object: object, created?: number): Promise<number> {
    const body = eventOf(type, object, created);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(secret, body) };
    return (await supertest(app).post(`/callbacks/${account._id}`).set(headers).send(body)).status;
  }
  const money = { amount: 4990, amount_received: 4990, currency: 'eur' };
  const ofNobody = { object: 'payment_intent', id: 'pi_1', ...money, metadata: { key: 'a-1', trx: 'a' } };
  const disputed = { object: 'dispute', ...money, metadata: {}, payment_intent: `pi_${randomUUID()}` };

  it('is heard when it is of another system, and comes again when it may be ours in a moment', async () => {
    expect(await answerTo('payment_intent.succeeded', ofNobody)).to.equal(204);
    expect(await answerTo('charge.dispute.created', disputed, Math.floor(Date.now() / 1000) - 600)).to.equal(204);
    expect(await answerTo('charge.dispute.created', disputed)).to.equal(404);
  });

  it('comes again when it could not be looked up', async () => {
    mock.method(payments, 'findOne', () => Promise.reject(new Error('the store is gone')));
    const lines = await logLines(async () =>
      expect(await answerTo('payment_intent.succeeded', ofNobody)).to.equal(500),
    );
    expect(lines.map(({ message }) => message)).to.include('request.crashed');
  });
});
