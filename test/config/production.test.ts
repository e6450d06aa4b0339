import { expect } from 'chai';
import { loadConfig } from '../../config/index.js';
import { faultsOf, PRODUCTION } from './environments.js';

describe('the configuration in production', () => {
  it('starts with https and secrets', () => {
    expect(loadConfig(PRODUCTION)).to.include({ production: true, rateLimits: true, publicUrl: 'https://pay.example' });
    expect(loadConfig(PRODUCTION).ipn.allowedNetworks).to.deep.equal([]);
    expect(loadConfig(PRODUCTION).sandbox.faults).to.equal(false);
  });

  const REFUSED: [name: string, value: string | undefined][] = [
    ['PUBLIC_URL', 'http://pay.example'],
    ['PUBLIC_URL', undefined],
    ['IPN_ALLOWED_NETWORKS', '127.0.0.0/8'],
    ['IPN_ALLOWED_NETWORKS', ''],
    ['IPN_EVENT_RETENTION', '2591999'],
    ['RATE_LIMITS', 'off'],
    ['SANDBOX_FAULTS', 'on'],
    ['GATEWAY_URL_STRIPE', 'http://127.0.0.1:12111'],
    ['MASTER_KEY', undefined],
    ['CARD_PUBLIC_KEY', undefined],
    ['SANDBOX_API_KEY', undefined],
    ['MONGODB_URI', undefined],
    ['REDIS_URL', undefined],
  ];
  for (const [name, value] of REFUSED)
    it(`refuses ${value === undefined ? `to do without ${name}` : `${name}=${value}`}`, () => {
      expect(faultsOf({ ...PRODUCTION, [name]: value })).to.deep.equal([name]);
    });

  it('refuses all of them at once', () => {
    const env = Object.fromEntries(REFUSED.map(([name, value]) => [name, value ?? '']));
    expect(faultsOf({ ...PRODUCTION, ...env, PUBLIC_URL: 'http://pay.example' })).to.include.members([
      'PUBLIC_URL',
      'IPN_ALLOWED_NETWORKS',
      'RATE_LIMITS',
      'SANDBOX_FAULTS',
      'MASTER_KEY',
    ]);
  });
});
