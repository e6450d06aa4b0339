import { expect } from 'chai';
import type { CallbackNews } from '../../src/connectors/callbacks.js';
import { receiveCallbacks, type ReceivedCallback } from '../support/callback-receiver.js';
import { later } from '../support/later.js';
import { WAITS } from '../support/about.js';
import { orderOpener, type LocalCases } from './local-cases.js';

/** The part of the suite about what a gateway tells by itself. */
export function callbackContract(cases: LocalCases): void {
  describe('a callback', () => {
    let genuine: ReceivedCallback;
    let news: { key: string; reference: string; amount: number; currency: string };
    const ours = (list: CallbackNews[] | null) => list?.filter(({ key, amount }) => key === news.key && amount !== 0);
    const read = ({ headers, body }: Partial<ReceivedCallback>) =>
      cases.connect().readCallback(headers ?? genuine.headers, body ?? genuine.body);

    before(async () => {
      const callbacks = await receiveCallbacks();
      try {
        const { key } = await orderOpener(cases).upi({ callbackUrl: callbacks.url });
        await cases.customer.confirms(key);
        genuine = await callbacks.first(key);
        news = { key, reference: key, amount: WAITS, currency: 'INR' };
      } finally {
        await callbacks.stop();
      }
    });

    it('names the order and what came', () => {
      expect(ours(read({}))).to.deep.equal([news]);
    });

    it('is believed for five minutes, whichever clock is ahead, where its time is signed', () => {
      if (cases.signsTime === false) return void expect(later(3600, () => ours(read({})))).to.deep.equal([news]);
      for (const seconds of [290, -290]) expect(later(seconds, () => read({}))).to.deep.equal([news]);
      for (const seconds of [310, -310]) expect(later(seconds, () => read({}))).to.equal(null);
    });

    it('that was altered in any byte is nothing', () => {
      for (const [from, to] of [
        [/499\.?11/, '49912'], // in minor units or in major ones
        ['INR', 'BDT'],
        ['{', '{ '],
      ] as const)
        expect(read({ body: genuine.body.replace(from, to) })).to.equal(null);
      expect(read({ body: '' })).to.equal(null);
    });

    it('that was forged is nothing: each header is missing, empty, doubled or of another length', () => {
      const signed = Object.entries(genuine.headers).filter(
        ([name]) => read({ headers: { ...genuine.headers, [name]: undefined } }) === null,
      );
      expect(signed, 'no header matters').to.not.be.empty;
      for (const [name, value] of signed) {
        const text = String(value);
        const turned = (text.startsWith('1') ? '2' : '1') + text.slice(1);
        for (const wrong of ['', turned, text.slice(1), `${text}0`, [text, text], 'é'.repeat(text.length)])
          expect(read({ headers: { ...genuine.headers, [name]: wrong } }), `${name}: ${String(wrong)}`).to.equal(null);
      }
    });
  });
}
