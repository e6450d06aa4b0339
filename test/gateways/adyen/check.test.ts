import { expect } from 'chai';
import { freePort } from '../../../scripts/development/free-port.js';
import { accessOf } from '../../../src/connectors/adyen/access.js';
import { checkAdyen } from '../../../src/connectors/adyen/check.js';
import { CREDENTIALS } from '../../../src/connectors/adyen/credentials.js';
import { adyen as gateway } from '../../../src/connectors/adyen/index.js';
import { credentialFaults } from '../../../src/console/gateways/read-credentials.js';
import { adyenAccess } from './access.js';
import { ADYEN_KEY, HMAC_KEY, MERCHANT_ACCOUNT, startAdyen, type AdyenStandIn } from './stand-in.js';

describe('the check of an account at Adyen', () => {
  let adyen: AdyenStandIn;
  beforeEach(async () => {
    adyen = await startAdyen();
  });
  afterEach(() => adyen.close());

  const faults = async (changes: Partial<Parameters<typeof adyenAccess>[0]> = {}) => {
    const findings = await checkAdyen(adyenAccess({ url: adyen.url, ...changes }));
    return findings.flatMap(({ name, ok }) => (ok ? [] : [name]));
  };

  it('finds nothing wrong with one that can be used, and moves nothing', async () => {
    const findings = await checkAdyen(adyenAccess({ url: adyen.url }));
    expect(findings.map(({ name }) => name)).to.deep.equal([
      'reachable',
      'authenticated',
      'merchant account',
      'raw cards',
      'webhook',
    ]);
    expect(await faults()).to.deep.equal([]);
    expect(adyen.world.payments.size).to.equal(0);
  });

  it('says what is wrong', async () => {
    expect(await faults({ apiKey: 'AQE-revoked' })).to.deep.equal(['authenticated']);
    expect(await faults({ merchantAccount: 'Another' })).to.deep.equal(['merchant account']);
    expect(await faults({ url: `http://127.0.0.1:${await freePort()}` })).to.deep.equal(['reachable']);
  });

  const whole = { api_key: ADYEN_KEY, merchant_account: MERCHANT_ACCOUNT, hmac_key: HMAC_KEY };
  const PREFIX = '1797a841fbb37ca7-Company';

  it('wants the prefix of a live account, and of no other', () => {
    const names = (mode: 'test' | 'live', given: Record<string, string>) =>
      credentialFaults(gateway, mode, given, []).map(({ field, code }) => `${field} ${code}`);
    expect(names('test', whole)).to.deep.equal([]);
    expect(names('live', { ...whole, live_prefix: PREFIX })).to.deep.equal([]);
    expect(names('live', whole)).to.deep.equal(['credentials.live_prefix required']);
    expect(names('test', { ...whole, live_prefix: PREFIX })).to.deep.equal(['credentials.live_prefix wrong_mode']);
  });

  it('calls the host of its mode', () => {
    const of = (mode: 'test' | 'live', credentials: Record<string, string>) =>
      accessOf({ account: 'a', mode, credentials }).apiUrl;
    expect(of('test', whole)).to.equal('https://checkout-test.adyen.com/v72');
    expect(of('live', { ...whole, live_prefix: PREFIX })).to.equal(
      `https://${PREFIX}-checkout-live.adyenpayments.com/checkout/v72`,
    );
  });

  it('takes credentials of the form that Adyen gives them', () => {
    const takes = (name: string, value: string) =>
      CREDENTIALS.find((field) => field.name === name)?.schema.validate(value).error === undefined;
    for (const [name, right, wrong] of [
      ['api_key', [ADYEN_KEY], ['', 'short', `${ADYEN_KEY}\n`, `${ADYEN_KEY} x`]],
      ['merchant_account', ['TollgateECOM', 'Tea_Shop-EU'], ['', 'a b', 'a:b']],
      ['hmac_key', [HMAC_KEY, `${HMAC_KEY},${HMAC_KEY}`], ['', HMAC_KEY.slice(1), `${HMAC_KEY},`, 'g'.repeat(64)]],
      ['live_prefix', [PREFIX], ['', 'evil.example/', 'a', `${PREFIX}.evil.example`]],
      ['capture_delay', ['0', '1', '168'], ['', '-1', '1.5', '169', '01']],
    ] as const) {
      for (const value of right) expect(takes(name, value), `${name} ${value}`).to.equal(true);
      for (const value of wrong) expect(takes(name, value), `${name} ${value}`).to.equal(false);
    }
  });
});
