import { expect } from 'chai';
import { ConnectorError } from '../../src/connectors/connector.js';
import { payeeOfLinks } from '../../src/connectors/upi-links.js';
import { about } from '../support/about.js';

const QUERY = 'pa=shop%40bank&pn=A%20Shop&mc=5411&tr=CF123&am=499.00&cu=INR&sign=MEUC';
const order = about('a-key', { amount: 49_900 });
const payeeOf = (links: { any: string; gpay?: string; phonepe?: string; paytm?: string }) =>
  payeeOfLinks('or_1', links, order);

describe('whole UPI links of a gateway', () => {
  it('say whom they pay, and are kept as they came', () => {
    const links = { any: `upi://pay?${QUERY}`, gpay: `tez://upi/pay?${QUERY}`, paytm: `paytmmp://pay?${QUERY}` };
    expect(payeeOf(links)).to.deep.equal({
      reference: 'or_1',
      pa: 'shop@bank',
      pn: 'A Shop',
      mc: '5411',
      apps: ['gpay', 'paytm'],
      links: { ...links, tr: 'CF123' },
    });
  });

  it('need not repeat the currency, nor name the payee', () => {
    expect(payeeOf({ any: 'upi://pay?pa=shop@bank&am=499' })).to.include({ pa: 'shop@bank', pn: 'shop@bank' });
  });

  it('leave out one that would open something else than its app', () => {
    const any = `upi://pay?${QUERY}`;
    for (const gpay of [`phonepe://pay?${QUERY}`, `https://example.org/?${QUERY}`, 'javascript:alert(1)', 'gpay'])
      expect(payeeOf({ any, gpay, paytm: any })).to.deep.include({
        apps: ['paytm'],
        links: { any, paytm: any, tr: 'CF123' },
      });
  });

  const WRONG: [what: string, links: { any: string; gpay?: string; phonepe?: string }][] = [
    ['open something else', { any: `https://example.org/pay?${QUERY}` }],
    ['are no links', { any: 'pa=shop@bank' }],
    ['are too long', { any: `upi://pay?${QUERY}&x=${'x'.repeat(2048)}` }],
    ['pay nobody', { any: 'upi://pay?am=499.00&cu=INR' }],
    ['ask for another amount', { any: `upi://pay?${QUERY.replace('499.00', '4990.00')}` }],
    ['ask for an amount that is no number', { any: `upi://pay?${QUERY.replace('499.00', '0x1F3')}` }],
    ['leave the amount to the customer', { any: 'upi://pay?pa=shop@bank&cu=INR' }],
    ['ask for another currency', { any: `upi://pay?${QUERY.replace('INR', 'USD')}` }],
    ['ask for another amount in one app', { any: `upi://pay?${QUERY}`, phonepe: 'phonepe://pay?pa=a@b&am=1&cu=INR' }],
  ];
  for (const [what, links] of WRONG)
    it(`are no answer when they ${what}`, () => {
      expect(() => payeeOf(links)).to.throw(ConnectorError);
    });

  it('lead to the page of a test system where there is one, and nowhere else', () => {
    const any = `https://simulator.example/1?${QUERY}`;
    const read = (...simulators: string[]) => payeeOfLinks('or_1', { any, gpay: any }, order, simulators);
    expect(read('https://simulator.example').links).to.include({ any, gpay: any, tr: 'CF123' });
    for (const other of ['https://simulator.example.org', 'http://simulator.example'])
      expect(() => read(other)).to.throw(ConnectorError);
    expect(() => read()).to.throw(ConnectorError);
  });
});
