import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { isLeftOpen } from '../../src/connectors/orders.js';
import { upiRequest } from '../support/local-requests.js';
import { until } from '../../scripts/until.js';
import { expectNoAnswer, orderOpener, type LocalCases } from './local-cases.js';
import { about, WAITS } from '../support/about.js';

/** The part of the suite about what becomes of an order: by its customer and by closing it. */
export function localOrdersContract(cases: LocalCases): void {
  const { connect, customer, tooLittle } = cases;
  const open = orderOpener(cases);

  describe('the customer', () => {
    it('pays over UPI: what came, and the reference of the bank', async () => {
      const { key, charged } = await open.upi();
      await customer.confirms(key);
      const result = await connect().fetchOrder(about(key));
      expect(result).to.include({ outcome: 'paid', amount: WAITS, currency: 'INR' });
      expect(result).to.have.property('reference').that.is.a('string').and.is.not.empty;
      expect(await charged()).to.equal(1);
    });

    it('refuses: an answer, not an error', async () => {
      for (const { key, charged } of await open.each()) {
        await customer.refuses(key);
        const result = await connect().fetchOrder(about(key));
        expect(result).to.include({ outcome: 'refused', reason: 'do_not_honor' });
        expect(result).to.have.property('gatewayCode').that.is.a('string').and.is.not.empty;
        expect(await charged()).to.equal(0);
      }
    });

    it('cancels', async () => {
      for (const { key, charged } of await open.each()) {
        await customer.cancels(key);
        expect(await connect().fetchOrder(about(key))).to.include({ outcome: 'cancelled' });
        expect(await charged()).to.equal(0);
      }
    });

    it('cannot pay after a no, once an order that it leaves open is closed', async () => {
      for (const goesAway of [customer.refuses, customer.cancels]) {
        const { key, charged } = await open.upi();
        await goesAway(key);
        const no = await connect().fetchOrder(about(key));
        const closed = isLeftOpen(no) ? await connect().cancelOrder(about(key)) : no;
        expect(isLeftOpen(closed)).to.equal(false);
        expect(closed.outcome).to.equal(no.outcome);
        await customer.confirms(key);
        expect(await connect().fetchOrder(about(key))).to.deep.equal(closed);
        expect(await charged()).to.equal(0);
      }
    });

    if (tooLittle)
      it('pays too little: told as it came', async () => {
        const { key } = await open.upi({ amount: tooLittle.asked });
        await until('something has come', async () => (await connect().fetchOrder(about(key))).outcome === 'paid');
        expect(await connect().fetchOrder(about(key))).to.include({ outcome: 'paid', amount: tooLittle.comes });
      });
  });

  describe('closing', () => {
    it('keeps the customer from paying', async () => {
      for (const { key, charged } of await open.each()) {
        expect(await connect().cancelOrder(about(key))).to.deep.equal({ outcome: 'cancelled' });
        await customer.confirms(key);
        expect(await connect().fetchOrder(about(key))).to.deep.equal({ outcome: 'cancelled' });
        expect(await charged()).to.equal(0);
      }
    });

    it('leaves standing what was paid, and says so', async () => {
      const { key } = await open.upi();
      await customer.confirms(key);
      const paid = await connect().fetchOrder(about(key));
      expect(await connect().cancelOrder(about(key))).to.deep.equal(paid);
      expect(await connect().fetchOrder(about(key))).to.deep.equal(paid);
    });

    it('a key that the gateway has never heard of stops an order that arrives late', async () => {
      const key = randomUUID();
      expect(await connect().cancelOrder(about(key))).to.deep.equal({ outcome: 'cancelled' });
      await expectNoAnswer(connect().createUpi(upiRequest(), about(key)));
      expect(await connect().fetchOrder(about(key))).to.deep.equal({ outcome: 'cancelled' });
    });
  });
}
