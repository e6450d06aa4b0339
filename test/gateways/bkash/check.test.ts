import { expect } from 'chai';
import Joi from 'joi';
import { freePort } from '../../../scripts/development/free-port.js';
import type { BkashAccess } from '../../../src/connectors/bkash/access.js';
import { checkBkash } from '../../../src/connectors/bkash/check.js';
import { bkash as gateway } from '../../../src/connectors/bkash/index.js';
import { connectDatabase } from '../../../src/database/client.js';
import { bkashAccess } from './access.js';
import { TOPIC } from './sns.js';
import { startBkash, type BkashStandIn } from './stand-in.js';

describe('the check of an account at bKash', () => {
  let bkash: BkashStandIn;
  before(connectDatabase);
  beforeEach(async () => {
    bkash = await startBkash();
  });
  afterEach(() => bkash.close());

  /** The names of what is not as it must be, of an account of its own. */
  async function faults(changes: Partial<BkashAccess> = {}): Promise<string[]> {
    const findings = await checkBkash(bkashAccess({ apiUrl: bkash.url, ...changes }));
    return findings.flatMap(({ name, ok }) => (ok ? [] : [name]));
  }

  it('finds nothing wrong with one that can be used, however often', async () => {
    const access = bkashAccess({ apiUrl: bkash.url, topic: TOPIC });
    for (let time = 0; time < 3; time++) {
      const findings = await checkBkash(access);
      expect(findings.map(({ name }) => name)).to.deep.equal([
        'reachable',
        'authenticated',
        'payments',
        'notifications',
      ]);
      expect(findings.filter(({ ok }) => !ok)).to.deep.equal([]);
    }
    expect(bkash.world.grants.length).to.equal(1);
    expect(bkash.calls.map(({ path }) => path.split('/').at(-1))).to.have.members([
      'grant',
      'status',
      'status',
      'status',
    ]);
  });

  it('says what is wrong, and asks no third time for a token', async () => {
    expect(await faults({ password: 'wrong' })).to.deep.equal(['authenticated']);
    expect(await faults({ apiUrl: `http://127.0.0.1:${await freePort()}` })).to.deep.equal(['reachable']);
    const refused = bkashAccess({ apiUrl: bkash.url, appSecret: 'wrong' });
    for (let time = 0; time < 3; time++) await checkBkash(refused);
    expect((await checkBkash(refused))[0]?.text).to.include('two tokens an hour');
    expect(bkash.world.grants.length).to.equal(1 + 2);
    bkash.spoil(/status$/, 'garbage');
    bkash.world.grants = [];
    expect(await faults()).to.deep.equal(['payments']);
  });
});

describe('the credentials of an account at bKash', () => {
  it('are told from others', () => {
    const form = Joi.object(Object.fromEntries(gateway.credentials.map(({ name, schema }) => [name, schema])));
    const wrong = (credentials: object) => form.validate(credentials).error?.details[0]?.path.join();
    expect(wrong({ username: 'tea', password: 'p@ss', app_key: 'k', app_secret: 's', topic_arn: TOPIC })).to.equal(
      undefined,
    );
    for (const [name, value] of [
      ['username', 'tea shop'],
      ['password', 'চাবি'],
      ['app_key', 'a\r\nb'],
      ['topic_arn', 'arn:aws:sqs:ap-southeast-1:000000000000:x'],
      ['topic_arn', 'arn:aws:sns:evil.example/:000000000000:x'],
    ] as const)
      expect(wrong({ [name]: value }), value).to.equal(name);
    expect(gateway.credentials.filter(({ secret }) => secret).map(({ name }) => name)).to.deep.equal([
      'password',
      'app_key',
      'app_secret',
    ]);
  });
});
