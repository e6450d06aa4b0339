import { expect } from 'chai';
import type { CashfreeAccess } from '../../../src/connectors/cashfree/access.js';
import { toDispute } from '../../../src/connectors/cashfree/dispute.js';
import { createCashfreeDisputes } from '../../../src/connectors/cashfree/disputes.js';
import { ConnectorError } from '../../../src/connectors/connector.js';
import { noAnswerContract, SHORT } from '../../contract/no-answer.contract.js';
import { cashfreeAccess } from './access.js';
import { closeDispute, openDispute } from './disputes.js';
import { newAbout, paidByCard } from './paid.js';
import { startCashfree, type CashfreeStandIn } from './stand-in.js';

describe('disputes at Cashfree', () => {
  let cashfree: CashfreeStandIn;
  before(async () => {
    cashfree = await startCashfree();
  });
  after(() => cashfree.close());

  const connect = ({ apiUrl = cashfree.url, ...changes }: Partial<CashfreeAccess> = {}) =>
    createCashfreeDisputes(cashfreeAccess({ apiUrl, ...changes }));

  it('are told of a payment, closed ones too', async () => {
    const paid = await paidByCard(cashfree);
    expect(await connect().disputesOf(paid)).to.deep.equal([]);
    const dispute = openDispute(cashfree.world, paid.key, { dispute_amount: 10.5 });
    const [open] = await connect().disputesOf(paid);
    expect(open).to.deep.include({ trx: paid.trx, amount: 1050, currency: 'INR', reason: 'fraudulent', state: 'open' });
    expect(open?.id).to.equal(String(dispute.dispute_id));
    expect(open?.respondBy?.toISOString()).to.equal(new Date(dispute.respond_by).toISOString());
    closeDispute(cashfree.world, dispute, 'MERCHANT_LOST');
    expect((await connect().disputesOf(paid))[0]).to.include({ state: 'lost' });
  });

  it('of a payment that Cashfree has never heard of are none', async () => {
    expect(await connect().disputesOf(newAbout())).to.deep.equal([]);
  });

  const said = (dispute_status: string, reason_description = 'x') => ({
    dispute_id: 7,
    dispute_type: dispute_status.replace(
      /_(CREATED|DOCS_RECEIVED|UNDER_REVIEW|MERCHANT_\w+|INSUFFICIENT_EVIDENCE)$/,
      '',
    ),
    dispute_status,
    reason_description,
    dispute_amount: 1,
    dispute_amount_currency: 'INR',
    created_at: '2023-01-18T11:26:58',
    respond_by: null,
  });
  const ENDS = {
    CREATED: 'open',
    DOCS_RECEIVED: 'open',
    UNDER_REVIEW: 'open',
    INSUFFICIENT_EVIDENCE: 'open',
    MERCHANT_WON: 'won',
    MERCHANT_LOST: 'lost',
    MERCHANT_ACCEPTED: 'lost',
  };
  for (const stage of ['DISPUTE', 'CHARGEBACK', 'RETRIEVAL', 'PRE_ARBITRATION', 'ARBITRATION'])
    for (const [end, state] of Object.entries(ENDS))
      it(`${stage}_${end}`, () => {
        const expected = stage === 'RETRIEVAL' && state === 'lost' ? 'won' : state; // a question takes no money
        expect(toDispute(said(`${stage}_${end}`), 'trx').state).to.equal(expected);
      });

  for (const [description, reason] of [
    ['Fraud Transaction', 'fraudulent'],
    ['Duplicate Processing', 'duplicate'],
    ['Goods or Services Not Received', 'product_not_received'],
    ['Not as Described', 'product_unacceptable'],
    ['Credit Not Processed', 'credit_not_processed'],
    ['Cancelled Recurring', 'subscription_cancelled'],
    ['Cardholder does not recognize', 'unrecognized'],
    ['Load Testing', 'other'],
  ] as const)
    it(`"${description}" is ${reason}`, () => {
      expect(toDispute(said('DISPUTE_CREATED', description), 'trx').reason).to.equal(reason);
    });

  it('have their times in India, where they name no zone', () => {
    expect(toDispute(said('DISPUTE_CREATED'), 'trx').openedAt.toISOString()).to.equal('2023-01-18T05:56:58.000Z');
    expect(() => toDispute({ ...said('DISPUTE_CREATED'), created_at: 'yesterday' }, 'trx')).to.throw(ConnectorError);
  });

  noAnswerContract(async (apiUrl) => {
    const asked = connect({ apiUrl, timeout: SHORT }).disputesOf(newAbout());
    expect(await asked.catch((error: unknown) => error)).to.be.instanceOf(ConnectorError);
  });
});
