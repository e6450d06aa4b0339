import { expect } from 'chai';
import { beginCheckout } from '../checkout/shopper.js';
import { ask } from '../support/ask.js';
import { sharedTollgate, startTollgate, type Tollgate } from '../support/tollgate.js';

const TIMES = 40;

/** One address, or those of a host that takes another one each time: `#` is a number of its own, `%` a port. */
const nth = (address: string, time: number): string =>
  address.replace('#', time.toString(16)).replaceAll('%', String(50_000 + time));

/** What so many requests with a wrong key are answered with, one after the other, all from one host. */
async function guess(tollgate: Tollgate, address: string): Promise<number[]> {
  const answers = [];
  for (let time = 0; time < TIMES; time++) {
    const headers = { 'x-forwarded-for': nth(address, time) };
    answers.push((await tollgate.api('/h2h/status', { public_key: 'pk_test_guess' }, headers)).status);
  }
  return answers;
}

/** What ninety requests to a page of the checkout, all at once and from one host, are answered with. */
const crowd = async (url: string, address: string, method: 'GET' | 'POST' = 'GET'): Promise<Set<number>> => {
  const headers = (time: number) => ({ 'x-forwarded-for': nth(address, time) });
  const answers = await Promise.all(
    Array.from({ length: 90 }, (_, time) => ask(url, { method, headers: headers(time) })),
  );
  return new Set(answers.map(({ status }) => status));
};

describe('addresses behind a proxy that TRUST_PROXY names', () => {
  let tollgate: Tollgate;
  before(async () => {
    tollgate = await startTollgate({ processes: ['web'], env: { TRUST_PROXY: '127.0.0.0/8', RATE_LIMITS: 'on' } });
  });
  after(() => tollgate.stop());

  it('have a rate limit each', async () => {
    expect(await guess(tollgate, '203.0.113.1')).to.include(429);
    expect((await guess(tollgate, '203.0.113.2')).slice(0, 30)).to.deep.equal(Array(30).fill(401));
  });

  it('share one over IPv6 as far as a host may choose among them, and no further', async () => {
    expect(await guess(tollgate, '2001:db8:1:2::#')).to.include(429);
    expect((await guess(tollgate, '2001:db8:1:3::#')).slice(0, 30)).to.deep.equal(Array(30).fill(401));
    const { url } = await beginCheckout(tollgate);
    expect(await crowd(`${url}x`, '2001:db8:2:1::#')).to.deep.equal(new Set([404, 429]));
  });

  it('are the same whichever port their proxy names beside them, and whether a second one does', async () => {
    for (const address of ['203.0.113.8:%', '[2001:db8:1:4::8]:%', '203.0.113.9:%, 127.0.0.2:%'])
      expect(await guess(tollgate, address), address).to.include(429);
    expect((await guess(tollgate, '203.0.113.10:%, 127.0.0.2:%')).slice(0, 30)).to.deep.equal(Array(30).fill(401));
  });

  it('are those that the proxy itself has added, at the end of the list', async () => {
    expect(await guess(tollgate, '198.51.100.7, 203.0.113.3')).to.include(429);
    const { status } = await tollgate.api('/h2h/status', {}, { 'x-forwarded-for': '198.51.100.8, 203.0.113.3' });
    expect(status).to.equal(429);
  });

  it('are counted for forms and unknown links of the hosted page, and may open the links that there are', async () => {
    const { url } = await beginCheckout(tollgate);
    expect(await crowd(`${url}x`, '203.0.113.4')).to.deep.equal(new Set([404, 429]));
    expect(await crowd(url, '203.0.113.5', 'POST')).to.include(429);
    for (const address of ['203.0.113.4', '203.0.113.5'])
      expect(await crowd((await beginCheckout(tollgate)).url, address)).to.deep.equal(new Set([200]));
  });
});

describe('a connection that a proxy keeps', () => {
  it('is never ended under a request: no proxy keeps it for as long as we do', async () => {
    const { api, console } = (await sharedTollgate()).urls;
    for (const url of [`${api}/healthz`, `${console}/login`]) {
      const { headers } = await fetch(url);
      expect(headers.get('keep-alive')).to.equal('timeout=95');
    }
  });
});

describe('RATE_LIMITS=off', () => {
  it('refuses nobody for coming often, with right keys or wrong ones', async () => {
    const tollgate = await sharedTollgate();
    expect(await guess(tollgate, '203.0.113.1')).to.deep.equal(Array(TIMES).fill(401));
    const body = { public_key: tollgate.merchant.public_key, trx: 'unknown' };
    const answers = await Promise.all(Array.from({ length: 150 }, () => tollgate.api('/h2h/status', body)));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([404]));
  });
});
