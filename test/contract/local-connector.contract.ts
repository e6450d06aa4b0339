import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { ConnectorError, KeyTaken } from '../../src/connectors/connector.js';
import { upiRequest } from '../support/local-requests.js';
import { callbackContract } from './callback.contract.js';
import { expectNoAnswer, orderOpener, type LocalCases } from './local-cases.js';
import { localOrdersContract } from './local-orders.contract.js';
import { noAnswerContract, SHORT } from './no-answer.contract.js';
import { walletContract } from './wallet.contract.js';
import { about, WAITS } from '../support/about.js';

/** The one suite that every connector for UPI passes, and for wallets when it has them. */
export function localConnectorContract(cases: LocalCases): void {
  const { connect, wallet, customer, timesCharged, tooLittle } = cases;
  const open = orderOpener(cases);

  describe('opening an order', () => {
    it('over UPI says who is paid and which apps can do it', async () => {
      const payee = await connect().createUpi(upiRequest(), about(randomUUID()));
      expect(payee.pa).to.match(/^[\w.-]{2,}@[a-z][a-z0-9]+$/i);
      expect(payee).to.have.property('pn').that.is.a('string').and.is.not.empty;
      expect(payee.mc ?? '0000').to.match(/^[0-9]{4}$/);
      for (const app of payee.apps) expect(app).to.be.oneOf(['gpay', 'phonepe', 'paytm']);
      expect(payee.reference).to.be.a('string').and.not.empty;
    });

    it('twice with one key is one order, even at the same moment', async () => {
      const request = upiRequest();
      const key = randomUUID();
      const payees = await Promise.all([1, 2, 3].map(() => connect().createUpi(request, about(key))));
      for (const payee of payees) expect(payee).to.deep.equal(payees[0]);
      await customer.confirms(key);
      const late: unknown = await connect()
        .createUpi(request, about(key))
        .catch((error: unknown) => error);
      if (late instanceof Error)
        expect(late).to.be.instanceOf(ConnectorError); // nothing is left to pay
      else expect(late).to.deep.equal(payees[0]);
      expect(await timesCharged(key)).to.equal(1);
    });

    it('is refused with another amount under the same key', async () => {
      const request = upiRequest();
      const key = randomUUID();
      await connect().createUpi(request, about(key));
      const refusal: unknown = await connect()
        .createUpi(request, about(key, { amount: WAITS + 100 }))
        .catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(KeyTaken);
      await customer.confirms(key);
      expect(await connect().fetchOrder(about(key))).to.include({ outcome: 'paid', amount: WAITS });
    });

    it('gives nothing to pay with once the order is closed', async () => {
      const request = upiRequest();
      const key = randomUUID();
      await connect().createUpi(request, about(key));
      await connect().cancelOrder(about(key));
      await expectNoAnswer(connect().createUpi(request, about(key)));
    });

    it('moves nothing', async () => {
      for (const { key, charged } of await open.each()) {
        expect(await connect().fetchOrder(about(key))).to.deep.equal({ outcome: 'waiting' });
        expect(await charged()).to.equal(0);
      }
    });
  });

  localOrdersContract(cases);

  describe('asking', () => {
    it('of a key that the gateway has never heard of is no answer', async () => {
      await expectNoAnswer(connect().fetchOrder(about(randomUUID())));
    });

    it('about many at one moment gives each its own answer', async () => {
      const connector = connect();
      const orders = await Promise.all(Array.from({ length: 120 }, () => open.upi()));
      await Promise.all(orders.filter((_, at) => at % 2 === 0).map(({ key }) => customer.confirms(key)));
      const results = await Promise.all(orders.map(({ key }) => connector.fetchOrder(about(key))));
      for (const [at, result] of results.entries()) expect(result.outcome).to.equal(at % 2 === 0 ? 'paid' : 'waiting');
    });
  });

  if (wallet && tooLittle) walletContract({ ...cases, wallet, tooLittle });

  callbackContract(cases);

  noAnswerContract((apiUrl) => {
    const connector = connect({ apiUrl, timeout: SHORT });
    return Promise.all(
      [
        connector.createUpi(upiRequest(), about(randomUUID())),
        connector.fetchOrder(about(randomUUID())),
        connector.cancelOrder(about(randomUUID())),
        ...(connector.simulate ? [connector.simulate(about(randomUUID()), 'confirm')] : []),
      ].map(expectNoAnswer),
    );
  });
}
