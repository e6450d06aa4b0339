import { expect } from 'chai';
import type { UpiPayee } from '../../src/connectors/orders.js';
import { linkForAnyApp, paymentLinks } from '../../src/methods/upi/upi-link.js';

const TRX = '00c1d722-ae10-8762-80ef-f9ffa93d896f';
const payee: UpiPayee = {
  reference: 'ord_1',
  pa: 'tea.shop@bank',
  pn: 'Blue Tea Shop',
  mc: '5999',
  apps: ['gpay', 'phonepe'],
};
const links = (...names: string[]) => paymentLinks({ payee, trx: TRX, amount: 10_050, names });

describe('UPI links', () => {
  it('have payee, reference, amount with two decimals, currency and note, each percent-encoded', () => {
    expect(links('First flush, 100 g').upi).to.equal(
      'upi://pay?pa=tea.shop%40bank&pn=Blue%20Tea%20Shop&mc=5999&tr=00c1d722ae10876280eff9ffa93d896f' +
        '&am=100.50&cu=INR&tn=First%20flush%2C%20100%20g',
    );
  });

  const notes: [about: string, names: string[], shown: string][] = [
    ['a note that would end the query', ['Tea & milk #1 = 50%?'], 'Tea & milk #1 = 50%?'],
    ['Bengali and Devanagari', ['চা দার্জিলিং चाय'], 'চা দার্জিলিং चाय'],
    ['a picture, which some apps refuse', ['Tea 🍵 for two'], 'Tea  for two'],
    ['a long note, which is cut at 50 characters', ['x'.repeat(80)], 'x'.repeat(50)],
    ['the shop for a note of pictures', ['👍🏽🇮🇳👩‍👩‍👧❤️🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'Tea Shop', 'order-1'], 'Tea Shop'],
    ['the identifier when the shop is a picture, too', ['🍵 🍵', '🍵', 'order-1 🍵'], 'order-1'],
    ['the reference when nothing is plain', ['🍵', '🍵', '🍵'], '00c1d722ae10876280eff9ffa93d896f'],
  ];
  for (const [about, names, shown] of notes)
    it(`carry ${about}`, () => {
      const { upi } = links(...names);
      expect(upi).not.to.include('+');
      expect(decodeURIComponent(upi.split('&tn=')[1] ?? '')).to.equal(shown);
    });

  it('put the same query under the prefix of each app that the gateway supports, and of no other', () => {
    const { upi, ...apps } = links('Tea');
    const query = upi.slice('upi://pay'.length);
    expect(apps).to.deep.equal({ gpay: `tez://upi/pay${query}`, phonepe: `phonepe://pay${query}` });
  });

  it('open any app by intent: where it is configured, but not on an iPhone, where that means nothing', () => {
    const both = { upi: 'upi://pay?x', upi1: 'intent://pay?x' };
    expect(linkForAnyApp(both, 'android')).to.equal(both.upi1);
    expect(linkForAnyApp(both, null)).to.equal(both.upi1);
    expect(linkForAnyApp(both, 'ios')).to.equal(both.upi);
    expect(linkForAnyApp({ upi: both.upi }, 'android')).to.equal(both.upi);
  });

  it('that lead to a page which plays the apps stay what they are on every phone', () => {
    const any = 'https://simulator.example/1?pa=shop@bank&am=100.50&cu=INR';
    const whole = paymentLinks({ payee: { ...payee, links: { any } }, trx: TRX, amount: 10_050, names: [] });
    expect(whole).to.deep.equal({ upi: any });
    expect(linkForAnyApp(whole, 'android')).to.equal(any);
  });
});
