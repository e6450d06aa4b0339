import { expect } from 'chai';
import { generateKeyPairSync } from 'node:crypto';
import { ConfigError, loadConfig } from '../../config/index.js';
import { faultsOf, REQUIRED } from './environments.js';

const ed25519 = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

const WRONG: [name: string, value: string][] = [
  ['NODE_ENV', 'prod'],
  ['LOG_LEVEL', 'verbose'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PORT', 'http'],
  ['CONSOLE_PORT', ''],
  ['METRICS_PORT', '-1'],
  ['METRICS_HOST', 'localhost'],
  ['METRICS_HOST', '10.0.0.0/8'],
  ['PUBLIC_URL', 'pay.example'],
  ['PUBLIC_URL', 'ftp://pay.example'],
  ['PUBLIC_URL', 'https://pay.example/?to=us'],
  ['PUBLIC_URL', 'https://user@pay.example'],
  ['PUBLIC_URL', 'https://shop.example/pay'],
  ['SANDBOX_URL', 'http://127.0.0.1:3002/#pages'],
  ['MONGODB_URI', 'postgres://db.example'],
  ['MONGODB_URI', ''],
  ['REDIS_URL', 'localhost:6379'],
  ['REDIS_URL', 'redis://'],
  ['REDIS_URL', 'redis://127.0.0.1:99999'],
  ['REDIS_URL', 'redis://:pass/word@127.0.0.1:6379'],
  ['REDIS_URL', 'redis://127.0.0.1/tollgate'],
  ['REDIS_CA_FILE', '/nowhere/ca.pem'],
  ['REDIS_SENTINELS', 'redis://10.0.0.1'],
  ['REDIS_SENTINELS', '10.0.0.1:70000'],
  ['REDIS_CLUSTER', 'redis://10.0.0.1'],
  ['QUEUE_PREFIX', 'tollgate'],
  ['QUEUE_PREFIX', '{}'],
  ['MASTER_KEY', 'c2hvcnQ='],
  ['MASTER_KEY', Buffer.alloc(33).toString('base64')],
  ['CARD_PUBLIC_KEY', 'no key'],
  ['CARD_PUBLIC_KEY', ed25519],
  ['CARD_PUBLIC_KEY', REQUIRED.CARD_PUBLIC_KEY.slice(0, -4)],
  ['UPI_APP_PREFIXES', 'paytm=paytmmp://pay '],
  ['UPI_APP_PREFIXES', 'paytm=paytmmp://pay, gpay=tez://upi/pay'],
  ['CARD_VELOCITY', '-1'],
  ['CARD_VELOCITY', '1.5'],
  ['CARD_ANSWER_WAIT', '0'],
  ['GATEWAY_TIMEOUT', '-1'],
  ['GATEWAY_CALL_TIMEOUT', '0'],
  ['GATEWAY_URL_STRIPE', 'https://api.stripe.com'],
  ['GATEWAY_URL_STRIPE', 'http://127.0.0.1.evil.example'],
  ['GATEWAY_URL_STRIPE', 'http://sk_test_1@127.0.0.1:12111'],
  ['GATEWAY_URL_STRIPE', 'http://127.0.0.1:12111/?to='],
  ['GATEWAY_URL_CASHFREE', 'ftp://127.0.0.1'],
  ['THREE_DS_EXPIRY', '31536001'],
  ['SWEEP_INTERVAL', 'often'],
  ['SWEEP_INTERVAL', '86401'],
  ['IPN_TIMEOUT', '2592000'],
  ['KEEP_ALIVE', '86401'],
  ['IPN_RETRY_WAITS', '5,1e20'],
  ['RECONCILE_WAITS', '1,x'],
  ['RECONCILE_WAITS', '1,,2'],
  ['RECONCILE_WAITS', '0'],
  ['THREE_DS_POLL_WAITS', '0,15,0'],
  ['LATE_MONEY_WAITS', '30, 0'],
  ['IPN_RETRY_WAITS', '5,-1'],
  ['IPN_RETRY_WAITS', 'Infinity'],
  ['IPN_RETRY_WAITS', ''],
  ['IPN_ALLOWED_NETWORKS', '0.0.0.0/0'],
  ['IPN_ALLOWED_NETWORKS', '127.0.0.0/8,::/0'],
  ['IPN_ALLOWED_NETWORKS', '127.0.0.1'],
  ['IPN_ALLOWED_NETWORKS', '127.0.0.0/33'],
  ['IPN_ALLOWED_NETWORKS', '::1/129'],
  ['IPN_ALLOWED_NETWORKS', '127.0.0.0/8/8'],
  ['IPN_ALLOWED_NETWORKS', 'localhost'],
  ['IPN_ALLOWED_NETWORKS', '169.254.0.0/16'],
  ['IPN_ALLOWED_NETWORKS', '169.254.169.254/32'],
  ['IPN_ALLOWED_NETWORKS', '0.0.0.0/1,128.0.0.0/1'],
  ['IPN_ALLOWED_NETWORKS', '10.0.0.0/8,fd00::/8'],
  ['IPN_ALLOWED_NETWORKS', 'fd00:ec2::254/128'],
  ['IPN_ALLOWED_NETWORKS', '::ffff:0:0/96'],
  ['IPN_ALLOWED_NETWORKS', '::ffff:169.254.0.0/112'],
  ['IPN_ALLOWED_NETWORKS', '64:ff9b::/96'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.0/'],
  ['TRUST_PROXY', '10.0.0.0/ 8'],
  ['TRUST_PROXY', '10.0.0.0/8.0'],
  ['RATE_LIMITS', 'no'],
  ['SANDBOX_API_KEY', 'too short'],
  ['SANDBOX_API_KEY', 'ключ, который длиннее'],
  ['SANDBOX_API_KEY', 'copied-with-\u200b-nothing'],
  ['SANDBOX_FAULTS', 'maybe'],
  ['SANDBOX_RETENTION', '0'],
  ['CONCURRENCY_CARD_AUTHORIZATION', '0'],
  ['CONCURRENCY_CARD_AUTHORIZATION', '1001'],
  ['CONCURRENCY_IPN_DELIVERY', ''],
  ['CONCURRENCY_IPN_DELIVERY', 'many'],
];

describe('a wrong setting', () => {
  for (const [name, value] of WRONG)
    it(`refuses ${name}=${value.length > 30 ? `${value.slice(0, 30)}…` : value}, by name`, () => {
      expect(faultsOf({ ...REQUIRED, [name]: value })).to.deep.equal([name]);
    });

  it('refuses a cluster beside Sentinels, and a database of its own on one', () => {
    const cluster = { ...REQUIRED, REDIS_CLUSTER: '10.0.0.1,10.0.0.2:6380' };
    expect(faultsOf(cluster)).to.deep.equal([]);
    expect(faultsOf({ ...cluster, REDIS_SENTINELS: '' })).to.deep.equal([]);
    expect(faultsOf({ ...cluster, REDIS_SENTINELS: '10.0.0.1' })).to.deep.equal(['REDIS_CLUSTER']);
    expect(faultsOf({ ...cluster, REDIS_URL: 'redis://queue.example/0' })).to.deep.equal([]);
    expect(faultsOf({ ...cluster, REDIS_URL: 'redis://queue.example/1' })).to.deep.equal(['REDIS_CLUSTER']);
  });

  for (const name of Object.keys(REQUIRED))
    it(`does not start without ${name}`, () => {
      expect(faultsOf({ ...REQUIRED, [name]: undefined })).to.deep.equal([name]);
    });

  it('says of an address that a name is none', () => {
    expect(() => loadConfig({ ...REQUIRED, METRICS_HOST: 'localhost' })).to.throw('an IP address, such as 127.0.0.1');
  });

  it('never shows a secret that is wrong', () => {
    const secret = 'c2VjcmV0LXNlY3JldA';
    for (const name of ['MASTER_KEY', 'CARD_PUBLIC_KEY', 'SANDBOX_API_KEY'])
      expect(() => loadConfig({ ...REQUIRED, [name]: secret.slice(0, 15) }))
        .to.throw(ConfigError)
        .with.property('message')
        .that.does.not.include(secret.slice(0, 15));
    expect(() => loadConfig({ ...REQUIRED, SANDBOX_API_KEY: `${secret}—${secret}` }))
      .to.throw(ConfigError)
      .with.property('message')
      .that.does.not.include(secret);
  });
});
