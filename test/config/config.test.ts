import { expect } from 'chai';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig, readEnvironment } from '../../config/index.js';
import { SETTINGS } from '../../config/settings.js';
import { JOB_NAMES } from '../../src/jobs.js';
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
  ['MONGODB_URI', 'postgres://db.example'],
  ['MONGODB_URI', ''],
  ['REDIS_URL', 'localhost:6379'],
  ['QUEUE_PREFIX', 'tollgate'],
  ['QUEUE_PREFIX', '{}'],
  ['MASTER_KEY', 'c2hvcnQ='],
  ['MASTER_KEY', Buffer.alloc(33).toString('base64')],
  ['CARD_PUBLIC_KEY', 'no key'],
  ['CARD_PUBLIC_KEY', ed25519],
  ['CARD_PUBLIC_KEY', REQUIRED.CARD_PUBLIC_KEY.slice(0, -4)],
  ['CARD_VELOCITY', '-1'],
  ['CARD_VELOCITY', '1.5'],
  ['CARD_ANSWER_WAIT', '0'],
  ['GATEWAY_TIMEOUT', '-1'],
  ['THREE_DS_EXPIRY', '31536001'],
  ['SWEEP_INTERVAL', 'often'],
  ['RECONCILE_WAITS', '1,x'],
  ['RECONCILE_WAITS', '1,,2'],
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
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['RATE_LIMITS', 'no'],
  ['SANDBOX_API_KEY', 'too short'],
  ['SANDBOX_FAULTS', 'maybe'],
  ['CONCURRENCY_CARD_AUTHORIZATION', '0'],
  ['CONCURRENCY_CARD_AUTHORIZATION', '1001'],
  ['CONCURRENCY_IPN_DELIVERY', ''],
  ['CONCURRENCY_IPN_DELIVERY', 'many'],
];

describe('the configuration', () => {
  it('starts in development with nothing but stores and secrets', () => {
    const config = loadConfig(REQUIRED);
    expect(config).to.deep.include({ production: false, rateLimits: true, trustProxy: [], concurrency: {} });
    expect(config.ports).to.include({ web: 3000, console: 3001, sandbox: 3002, sandboxApi: 13_002 });
    expect(config.publicUrl).to.equal('http://127.0.0.1:3000');
    expect(config.ipn.allowedNetworks).to.deep.equal(['127.0.0.0/8', '::1/128']);
    expect(config.ipn.retryWaits).to.deep.equal([5, 30, 120, 600, 1800, 7200, 18000, 36000, 50400, 72000, 86400]);
    expect(config.sandbox).to.include({ url: 'http://127.0.0.1:3002', apiUrl: 'http://127.0.0.1:13002', faults: true });
  });

  for (const [name, value] of WRONG)
    it(`refuses ${name}=${value.length > 30 ? `${value.slice(0, 30)}…` : value}, by name`, () => {
      expect(faultsOf({ ...REQUIRED, [name]: value })).to.deep.equal([name]);
    });

  for (const name of Object.keys(REQUIRED))
    it(`does not start without ${name}`, () => {
      expect(faultsOf({ ...REQUIRED, [name]: undefined })).to.deep.equal([name]);
    });

  it('names every fault at once', () => {
    const wrong = ['PORT', 'LOG_LEVEL', 'IPN_RETRY_WAITS', 'CONCURRENCY_RECONCILIATION'];
    const env = Object.fromEntries(wrong.map((name) => [name, 'wrong']));
    expect(faultsOf(env)).to.have.members([...wrong, ...Object.keys(REQUIRED)]);
  });

  it('never shows a secret that is wrong', () => {
    const secret = 'c2VjcmV0LXNlY3JldA';
    for (const name of ['MASTER_KEY', 'CARD_PUBLIC_KEY', 'SANDBOX_API_KEY'])
      expect(() => loadConfig({ ...REQUIRED, [name]: secret.slice(0, 15) }))
        .to.throw(ConfigError)
        .with.property('message')
        .that.does.not.include(secret.slice(0, 15));
  });

  it('is frozen to its last list', () => {
    const { ipn, ...config } = loadConfig({ ...REQUIRED, CONCURRENCY_RECONCILIATION: '3' });
    for (const part of [
      loadConfig(REQUIRED),
      config.ports,
      config.card,
      config.concurrency,
      ipn,
      ipn.breaker,
      ipn.retryWaits,
    ])
      expect(part).to.be.frozen;
  });

  it('takes an empty IPN_ALLOWED_NETWORKS for no private network at all', () => {
    expect(loadConfig({ ...REQUIRED, IPN_ALLOWED_NETWORKS: '' }).ipn.allowedNetworks).to.deep.equal([]);
  });

  it('lets the public and the sandbox addresses follow their ports, and drops slashes at their ends', () => {
    const config = loadConfig({
      ...REQUIRED,
      PORT: '4000',
      SANDBOX_PORT: '60000',
      SANDBOX_URL: 'https://bank.example//',
    });
    expect(config.publicUrl).to.equal('http://127.0.0.1:4000');
    expect(config.sandbox.url).to.equal('https://bank.example');
    expect(config.ports.sandboxApi).to.equal(4464); // 70000 is no port
  });

  for (const job of JOB_NAMES) {
    const name = `CONCURRENCY_${job.toUpperCase().replaceAll('-', '_')}`;
    it(`reads ${name}`, () => {
      expect(loadConfig({ ...REQUIRED, [name]: '7' }).concurrency).to.deep.equal({ [job]: 7 });
    });
  }

  it('gives every setting its line of explanation', () => {
    for (const [name, { about }] of Object.entries(SETTINGS)) expect(about, name).to.match(/^\S.{10,}[^.]$/);
  });
});

describe('readEnvironment()', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-config-'));
    writeFileSync(join(folder, 'env'), 'PORT=4000\nLOG_LEVEL=debug\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('takes what ./scripts/up left in LOCAL_DIR, under the environment itself', () => {
    const env = readEnvironment({ LOCAL_DIR: folder, LOG_LEVEL: 'warn' });
    expect(env).to.include({ PORT: '4000', LOG_LEVEL: 'warn' });
  });

  it('reads no file in production', () => {
    const env = { LOCAL_DIR: folder, NODE_ENV: 'production' };
    expect(readEnvironment(env)).to.deep.equal(env);
  });
});
