import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { envExample } from '../../config/env-example.js';
import { readEnvironment } from '../../config/environment.js';
import { loadConfig } from '../../config/index.js';
import { SETTINGS } from '../../config/settings.js';
import { JOB_NAMES } from '../../src/jobs/catalogue.js';
import { faultsOf, PRODUCTION, REQUIRED } from './environments.js';

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

  it('knows the stand-ins of a developer by their gateways', () => {
    const env = { ...REQUIRED, GATEWAY_URL_STRIPE: 'http://127.0.0.1:12111/', GATEWAY_URL_BKASH: '' };
    expect(loadConfig(env).gatewayUrls).to.deep.equal({ stripe: 'http://127.0.0.1:12111' });
    for (const url of ['http://localhost:1', 'http://[::1]:1/v1', 'https://127.9.9.9'])
      expect(faultsOf({ ...REQUIRED, GATEWAY_URL_STRIPE: url })).to.deep.equal([]);
  });

  it('names every fault at once', () => {
    const wrong = ['PORT', 'LOG_LEVEL', 'IPN_RETRY_WAITS', 'CONCURRENCY_STATUS_INQUIRY'];
    const env = Object.fromEntries(wrong.map((name) => [name, 'wrong']));
    expect(faultsOf(env)).to.have.members([...wrong, ...Object.keys(REQUIRED)]);
  });

  it('is frozen to its last list', () => {
    const { ipn, ...config } = loadConfig({ ...REQUIRED, CONCURRENCY_STATUS_INQUIRY: '3' });
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

  const samePorts: [string, Record<string, string>, string[]][] = [
    ['the console as the API', { PORT: '4310', CONSOLE_PORT: '4310' }, ['CONSOLE_PORT']],
    ['the API as the console by default', { PORT: '3001' }, ['CONSOLE_PORT']],
    ['the sandbox as the console by default', { SANDBOX_PORT: '3001' }, ['SANDBOX_PORT']],
    ['the two of the sandbox', { SANDBOX_PORT: '4310', SANDBOX_API_PORT: '4310' }, ['SANDBOX_API_PORT']],
    ['the API as what follows SANDBOX_PORT', { PORT: '13002' }, ['SANDBOX_API_PORT']],
    ['metrics as the API', { PORT: '4310', METRICS_PORT: '4310' }, ['METRICS_PORT']],
    ['three', { PORT: '3002', CONSOLE_PORT: '3002' }, ['CONSOLE_PORT', 'SANDBOX_PORT']],
  ];
  for (const [what, ports, names] of samePorts)
    it(`refuses the same port twice: ${what}`, () => {
      expect(faultsOf({ ...REQUIRED, ...ports })).to.deep.equal(names);
    });

  it('takes the same port twice in production, where a platform may choose it for each process', () => {
    expect(faultsOf({ ...PRODUCTION, PORT: '4310', CONSOLE_PORT: '4310' })).to.deep.equal([]);
  });

  it('takes an empty IPN_ALLOWED_NETWORKS for no private network at all', () => {
    expect(loadConfig({ ...REQUIRED, IPN_ALLOWED_NETWORKS: '' }).ipn.allowedNetworks).to.deep.equal([]);
  });

  it('refuses the addresses of cloud metadata to notifications, and not to proxies', () => {
    const others = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,169.254.0.0/17,fc00::/8';
    expect(faultsOf({ ...REQUIRED, IPN_ALLOWED_NETWORKS: others })).to.deep.equal([]);
    expect(faultsOf({ ...REQUIRED, TRUST_PROXY: '169.254.0.0/16,fd00::/8' })).to.deep.equal([]);
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

  it('takes what a file or a platform leaves around a value for nothing', () => {
    const { redis, sandbox, masterKeys } = loadConfig({
      ...REQUIRED,
      REDIS_URL: ` ${REQUIRED.REDIS_URL}\n`,
      REDIS_SENTINELS: '10.0.0.1\n',
      REDIS_SENTINEL_PASSWORD: ' with spaces \r\n',
      MASTER_KEY: `${REQUIRED.MASTER_KEY}\n`,
      SANDBOX_API_KEY: `${REQUIRED.SANDBOX_API_KEY}\n`,
    });
    expect(redis).to.include({ url: REQUIRED.REDIS_URL, sentinelPassword: ' with spaces ' });
    expect(sandbox.apiKey).to.equal(REQUIRED.SANDBOX_API_KEY);
    expect(masterKeys).to.deep.equal([REQUIRED.MASTER_KEY]);
  });

  for (const job of JOB_NAMES) {
    const name = `CONCURRENCY_${job.toUpperCase().replaceAll('-', '_')}`;
    it(`reads ${name}`, () => {
      expect(loadConfig({ ...REQUIRED, [name]: '7' }).concurrency).to.deep.equal({ [job]: 7 });
    });
  }

  it('takes up every number that is set, each beside the others', () => {
    const numbers = [...envExample().matchAll(/^# (\w+)=[\d,]+$/gm)];
    const env = Object.fromEntries(numbers.map(([, name = ''], index) => [name, String(1000 - index)]));
    expect(env).to.include.keys('PORT', 'IPN_RETRY_WAITS', 'SANDBOX_RETENTION');
    const loaded = JSON.stringify(loadConfig({ ...REQUIRED, ...env }));
    for (const [name, value] of Object.entries(env)) expect(loaded, name).to.match(new RegExp(`[:[]${value}[\\],}]`));
  });

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

  it('takes .env under the environment and over what ./scripts/up left', () => {
    writeFileSync(join(folder, '.env'), `LOCAL_DIR=${folder}\nPORT=5000\nLOG_LEVEL=error\n`);
    expect(readEnvironment({ PORT: '6000' }, folder)).to.include({ PORT: '6000', LOG_LEVEL: 'error' });
  });

  it('finds what ./scripts/up left in the LOCAL_DIR of .env', () => {
    writeFileSync(join(folder, '.env'), 'LOCAL_DIR=.\n');
    expect(readEnvironment({}, folder)).to.include({ PORT: '4000' });
  });

  it('takes an empty line of .env for nothing where ./scripts/up chose something, and for itself elsewhere', () => {
    writeFileSync(join(folder, '.env'), 'PORT=\nIPN_ALLOWED_NETWORKS=\n');
    expect(readEnvironment({ LOCAL_DIR: folder }, folder)).to.include({ PORT: '4000', IPN_ALLOWED_NETWORKS: '' });
  });

  it('reads no file in production', () => {
    const env = { LOCAL_DIR: folder, NODE_ENV: 'production' };
    expect(readEnvironment(env)).to.deep.equal(env);
  });
});
