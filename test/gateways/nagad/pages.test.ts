import { expect } from 'chai';
import { ConnectorError } from '../../../src/connectors/connector.js';
import { pageOf, pagesOf } from '../../../src/connectors/nagad/pages.js';

const LIVE = { mode: 'live' } as const;
const TEST = { mode: 'test' } as const;
const STAND_IN = { mode: 'test', standIn: 'http://127.0.0.1:12114' } as const;

const ANYWHERE = [LIVE, TEST, STAND_IN];

const CASES = [
  ['https://payment.mynagad.com:30000/check-out/1', ANYWHERE],
  ['https://elsewhere.example/1', ANYWHERE],
  ['http://sandbox.mynagad.com:10060/check-out/1', [TEST, STAND_IN]],
  ['http://127.0.0.1:12114/check-out/1', [STAND_IN]],
  ['http://127.0.0.1:9/p', [STAND_IN]],
  ['http://localhost:9/p', [STAND_IN]],
  ['http://[::1]:9/p', [STAND_IN]],
  ['http://sandbox.mynagad.com.elsewhere.example/p', []],
  ['http://payment.mynagad.com:30000/p', []],
  ['http://localhost.elsewhere.example/p', []],
  ['http://192.168.0.1/p', []],
  ['javascript:alert(1)', []],
  ['/check-out/1', []],
] as const;

describe("Nagad's pages", () => {
  for (const [address, places] of CASES)
    it(`may be at ${address} in ${places.length} of ${ANYWHERE.length} places`, () => {
      for (const where of ANYWHERE) {
        const page = () => pageOf(address, where);
        if ((places as readonly object[]).includes(where)) expect(page()).to.equal(address);
        else expect(page, JSON.stringify(where)).to.throw(ConnectorError);
      }
    });

  it('are where forms may lead: of a stand-in, which may name those of the sandbox, both', () => {
    expect(pagesOf(LIVE)).to.deep.equal(['https://payment.mynagad.com:30000']);
    expect(pagesOf(TEST)).to.deep.equal(['http://sandbox.mynagad.com:10060']);
    expect(pagesOf(STAND_IN)).to.deep.equal(['http://sandbox.mynagad.com:10060', STAND_IN.standIn]);
  });
});
