import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { ConnectorError } from '../../src/connectors/connector.js';
import { isClosed, type WalletOrder, type WalletRequest } from '../../src/connectors/orders.js';
import { WAITS, walletAbout } from '../support/about.js';
import { walletRequest } from '../support/local-requests.js';
import { expectNoAnswer, type LocalCases } from './local-cases.js';
import { noAnswerContract, SHORT } from './no-answer.contract.js';

type OneStepCases = Required<Pick<LocalCases, 'wallet' | 'customer' | 'timesCharged'>> & {
  /** Whose wallet it is. */
  name: WalletRequest['wallet'];
};

/**
 * The suite about wallets whose money moves on their own page, in one step, and whose orders nobody can close: what is left
 * to us is to ask, and to say of no order that it is over while it can be paid.
 */
export function oneStepWalletContract({ wallet, customer, timesCharged, name }: OneStepCases): void {
  const request = () => walletRequest({ wallet: name });

  async function open() {
    const key = randomUUID();
    const { reference } = await wallet().createWallet(request(), walletAbout(key));
    return { key, order: walletAbout(key, { reference }), charged: () => timesCharged(key) };
  }

  describe('a wallet order that is paid in one step', () => {
    it('says where its customer goes, and moves nothing', async () => {
      const key = randomUUID();
      const { reference, url } = await wallet().createWallet(request(), walletAbout(key));
      expect(reference).to.be.a('string').and.not.empty;
      expect(url).to.match(/^https?:\/\//);
      expect(await wallet().fetchOrder(walletAbout(key, { reference }))).to.deep.equal({ outcome: 'waiting' });
      expect(await timesCharged(key)).to.equal(0);
    });

    it('opened twice with one key is paid once, even at the same moment', async () => {
      const key = randomUUID();
      const opened = await Promise.allSettled([1, 2, 3].map(() => wallet().createWallet(request(), walletAbout(key))));
      const orders = opened.flatMap((each): WalletOrder[] => (each.status === 'fulfilled' ? [each.value] : []));
      for (const each of opened) if (each.status === 'rejected') expect(each.reason).to.be.instanceOf(ConnectorError);
      expect(orders).to.not.be.empty;
      await customer.confirms(key);
      expect(await timesCharged(key)).to.equal(1);
    });

    it('of a key that the gateway has never heard of is no answer', async () => {
      await expectNoAnswer(wallet().executeWallet(walletAbout(randomUUID())));
      await expectNoAnswer(wallet().fetchOrder(walletAbout(randomUUID())));
    });

    it('is paid by its customer alone, whatever is asked and however often', async () => {
      const { key, order, charged } = await open();
      expect(await wallet().executeWallet(order)).to.deep.equal({ outcome: 'waiting' });
      await customer.confirms(key);
      const results = await Promise.all([1, 2, 3].map(() => wallet().executeWallet(order)));
      expect(results[0]).to.include({ outcome: 'paid', amount: WAITS, currency: 'BDT' });
      for (const result of [...results, await wallet().fetchOrder(order), await wallet().cancelOrder(order)])
        expect(result).to.deep.equal(results[0]);
      expect(await charged()).to.equal(1);
    });

    it('is refused or cancelled by its customer', async () => {
      const refused = await open();
      await customer.refuses(refused.key);
      expect(await wallet().fetchOrder(refused.order)).to.include({ outcome: 'refused', reason: 'do_not_honor' });
      const cancelled = await open();
      await customer.cancels(cancelled.key);
      expect(await wallet().fetchOrder(cancelled.order)).to.deep.equal({ outcome: 'cancelled' });
      for (const { charged } of [refused, cancelled]) expect(await charged()).to.equal(0);
    });

    it('is never told as closed while it can be paid, and what comes then is found', async () => {
      const { key, order, charged } = await open();
      const result = await wallet().cancelOrder(order);
      expect(result).to.include({ outcome: 'cancelled' });
      expect(isClosed(result)).to.equal(false);
      await customer.confirms(key);
      expect(await wallet().fetchOrder(order)).to.include({ outcome: 'paid', amount: WAITS });
      expect(await charged()).to.equal(1);
    });

    it('whose reference never came was shown to nobody, and so is closed', async () => {
      expect(isClosed(await wallet().cancelOrder(walletAbout(randomUUID())))).to.equal(true);
    });
  });

  noAnswerContract((apiUrl) => {
    const connector = wallet({ apiUrl, timeout: SHORT });
    const order = walletAbout(randomUUID(), { reference: 'REFERENCE' });
    return Promise.all(
      [
        connector.createWallet(request(), walletAbout(randomUUID())),
        connector.executeWallet(order),
        connector.fetchOrder(order),
        connector.cancelOrder(order),
      ].map(expectNoAnswer),
    );
  });
}
