import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { About } from '../../src/connectors/about.js';
import { until } from '../../scripts/until.js';
import { walletRequest } from '../support/local-requests.js';
import { expectNoAnswer, type LocalCases } from './local-cases.js';
import { noAnswerContract, SHORT } from './no-answer.contract.js';
import { WAITS, walletAbout } from '../support/about.js';

/** What the suite about wallets needs to know; of a gateway that takes whole amounts only there is no `tooLittle`. */
type WalletCases = Required<Pick<LocalCases, 'wallet' | 'customer' | 'timesCharged'>> &
  Partial<Pick<LocalCases, 'tooLittle'>> & {
    /** Whether each call opens an order of its own, even with the same key: then it is up to us to make but one. */
    opensEachTime?: boolean;
  };

/** The part of the suite about wallets, whose money moves only when we say so. */
export function walletContract({ wallet, customer, tooLittle, timesCharged, opensEachTime }: WalletCases): void {
  async function open(changes: Pick<About, 'amount'> = { amount: WAITS }) {
    const key = randomUUID();
    const { reference } = await wallet().createWallet(walletRequest(), walletAbout(key, changes));
    return { key, order: walletAbout(key, { ...changes, reference }), charged: () => timesCharged(key) };
  }

  describe('a wallet order', () => {
    it('says where its customer goes, and whom a receipt will name if it knows', async () => {
      const { reference, url, payee } = await wallet().createWallet(walletRequest(), walletAbout(randomUUID()));
      expect(reference).to.be.a('string').and.not.empty;
      expect(url).to.match(/^https?:\/\//);
      if (payee) for (const part of [payee.name, payee.account]) expect(part).to.be.a('string').and.not.empty;
    });

    it(`opened twice with one key is one ${opensEachTime ? 'payment' : 'order'}, even at the same moment`, async () => {
      const request = walletRequest();
      const key = randomUUID();
      const orders = await Promise.all([1, 2, 3].map(() => wallet().createWallet(request, walletAbout(key))));
      if (!opensEachTime) for (const order of orders) expect(order).to.deep.equal(orders[0]);
      await customer.confirms(key);
      const [order] = orders;
      await wallet().executeWallet(walletAbout(key, { reference: String(order?.reference) }));
      expect(await timesCharged(key)).to.equal(1);
    });

    it('of a key that the gateway has never heard of cannot be executed', async () => {
      await expectNoAnswer(wallet().executeWallet(walletAbout(randomUUID())));
    });

    if (tooLittle)
      it('agrees to too little at a wallet: told before anything moves', async () => {
        const { order, charged } = await open({ amount: tooLittle.asked });
        await until('the customer has agreed', async () => (await wallet().fetchOrder(order)).outcome === 'agreed');
        expect(await wallet().fetchOrder(order)).to.include({ outcome: 'agreed', amount: tooLittle.comes });
        expect(await charged()).to.equal(0);
      });

    it('moves the money that was agreed to, once, however often and at whatever moment', async () => {
      const { key, order, charged } = await open();
      await customer.confirms(key);
      expect(await wallet().fetchOrder(order)).to.deep.equal({
        outcome: 'agreed',
        amount: WAITS,
        currency: 'BDT',
      });
      expect(await charged()).to.equal(0);
      const results = await Promise.all([1, 2, 3].map(() => wallet().executeWallet(order)));
      expect(results[0]).to.include({ outcome: 'paid', amount: WAITS, currency: 'BDT' });
      for (const result of [...results, await wallet().executeWallet(order), await wallet().fetchOrder(order)])
        expect(result).to.deep.equal(results[0]);
      expect(await charged()).to.equal(1);
    });

    it('moves nothing before the customer has agreed, nor after they refused', async () => {
      const unagreed = await open();
      expect(await wallet().executeWallet(unagreed.order)).to.deep.equal({ outcome: 'waiting' });
      await customer.refuses(unagreed.key);
      expect(await wallet().executeWallet(unagreed.order)).to.include({ outcome: 'refused' });
      expect(await unagreed.charged()).to.equal(0);
    });

    it('voids what the customer has agreed to and nobody executed', async () => {
      const { key, order, charged } = await open();
      await customer.confirms(key);
      expect(await wallet().cancelOrder(order)).to.deep.equal({ outcome: 'cancelled' });
      expect(await wallet().executeWallet(order)).to.deep.equal({ outcome: 'cancelled' });
      expect(await charged()).to.equal(0);
    });
  });

  noAnswerContract((apiUrl) => {
    const connector = wallet({ apiUrl, timeout: SHORT });
    return Promise.all(
      [
        connector.createWallet(walletRequest(), walletAbout(randomUUID())),
        connector.executeWallet(walletAbout(randomUUID())),
      ].map(expectNoAnswer),
    );
  });
}
