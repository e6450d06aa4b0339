import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../../config/root.js';
import { freePort } from '../../../scripts/development/free-port.js';
import { until } from '../../../scripts/until.js';
import type { BkashAccess } from '../../../src/connectors/bkash/access.js';
import type { TokenRecord } from '../../../src/connectors/bkash/token-record.js';
import { tokensOf } from '../../../src/connectors/bkash/client.js';
import { createBkashWallet } from '../../../src/connectors/bkash/wallet.js';
import { Misconfigured, NothingTaken } from '../../../src/connectors/connector.js';
import { connectDatabase, mongoClient } from '../../../src/database/client.js';
import { redis } from '../../../src/redis/client.js';
import { keyOf } from '../../../src/redis/keys.js';
import { walletAbout } from '../../support/about.js';
import { thrownBy } from '../../support/thrown-by.js';
import { outOfTime } from '../out-of-time.js';
import { bkashAccess } from './access.js';
import { startBkash, type BkashStandIn } from './stand-in.js';

const QUESTION = walletAbout('nobodys', { reference: 'TR0011NOBODY', since: new Date(0) });
const CANCELLED = { outcome: 'cancelled' };
const HOUR_MS = 3_600_000;

describe("bKash's token", () => {
  let bkash: BkashStandIn;
  let access: BkashAccess;
  before(connectDatabase);
  beforeEach(async () => {
    bkash = await startBkash();
    access = bkashAccess({ apiUrl: bkash.url });
  });
  afterEach(() => bkash.close());

  /** Each call as a process of its own would make it: with nothing remembered. */
  const ask = (changes: Partial<BkashAccess> = {}) => createBkashWallet({ ...access, ...changes }).fetchOrder(QUESTION);
  const grants = () => bkash.world.grants.length;
  const key = () => keyOf(`bkash-token:${access.account}`);
  const records = () => mongoClient.db().collection<TokenRecord>('bkash_tokens');
  /** As if so many milliseconds had gone by, here and at bKash. */
  const age = async (by: number) => {
    bkash.world.grants = bkash.world.grants.map((at) => at - by);
    const of = await redis.hgetall(key());
    const earlier = (at: string) => String(Number(at) - by);
    const times = Object.entries(of).filter(([name]) => ['renewAt', 'endsAt', 'lockedUntil'].includes(name));
    await redis.hset(key(), {
      ...Object.fromEntries(times.map(([name, at]) => [name, earlier(at)])),
      grants: (of.grants ?? '').split(',').map(earlier).join(','),
    });
    const record = await records().findOne({ _id: access.account });
    const asked = record?.asked.map((each) => ({ ...each, at: each.at - by }));
    const { renewAt = 0, endsAt = 0 } = record?.token ?? {};
    const token = record?.token && { ...record.token, renewAt: renewAt - by, endsAt: endsAt - by };
    await records().updateOne({ _id: access.account }, { $set: { ...(asked && { asked }), ...(token && { token }) } });
  };

  it('is asked for once by 50 calls at once, in one process and in as many', async () => {
    const one = createBkashWallet(access);
    await Promise.all(Array.from({ length: 50 }, () => one.fetchOrder(QUESTION)));
    expect(grants()).to.equal(1);
    const results = await Promise.all(Array.from({ length: 50 }, () => ask()));
    for (const result of results) expect(result).to.deep.equal(CANCELLED);
    expect(grants()).to.equal(1);
  });

  it('is asked for once by processes that start and die, however many', async () => {
    const start = () => {
      const child = spawn(
        process.execPath,
        ['--import', 'tsx', 'test/gateways/bkash/one-question.ts', bkash.url, access.account],
        { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
      );
      return Promise.all([text(child.stdout), once(child, 'close')]);
    };
    for (const many of [3, 3])
      for (const [printed] of await Promise.all(Array.from({ length: many }, start)))
        expect(printed).to.equal('answered\n');
    expect(grants()).to.equal(1);
  });

  it('is good for an hour where bKash does not say how long', async () => {
    for (const tokenLife of [undefined, null, '3600', 3600]) {
      Object.assign(bkash.world, { tokenLife });
      access = bkashAccess({ apiUrl: bkash.url });
      bkash.world.grants = [];
      expect(await ask(), String(tokenLife)).to.deep.equal(CANCELLED);
      const { renewAt, endsAt } = await redis.hgetall(key());
      expect(Number(endsAt) - Number(renewAt), String(tokenLife)).to.equal(HOUR_MS / 6);
    }
  });

  it('lies in Redis sealed', async () => {
    await ask();
    const of = JSON.stringify(await redis.hgetall(key()));
    for (const token of bkash.world.tokens) expect(of).to.not.include(token);
    expect(of).to.not.include(access.password).and.not.include(access.appSecret);
    expect(await redis.ttl(key())).to.be.greaterThan(0);
  });

  it('is renewed from its fiftieth minute, by one process, while the others use the old one', async () => {
    await ask();
    await age(HOUR_MS * (49.5 / 60));
    await ask();
    expect(grants()).to.equal(1);
    await age(HOUR_MS / 60);
    await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(grants()).to.equal(2);
    await age(HOUR_MS * (50 / 60));
    await ask();
    expect(grants()).to.equal(3);
  });

  it('is used to its end when it cannot be renewed', async () => {
    await ask();
    await age(HOUR_MS * (51 / 60));
    bkash.spoil(/grant$/, '500 before');
    expect(await thrownBy(ask())).to.be.instanceOf(NothingTaken); // whoever asked in vain has none of its own
    expect(await ask(), 'two were asked for').to.deep.equal(CANCELLED);
    expect(grants()).to.equal(1);
  });

  it('is asked for anew when bKash refuses it: once by all, and then no more', async () => {
    await ask();
    bkash.revoke();
    const results = await Promise.all(Array.from({ length: 20 }, () => ask()));
    for (const result of results) expect(result).to.deep.equal(CANCELLED);
    expect(grants()).to.equal(2);
    bkash.revoke();
    for (let time = 0; time < 3; time++) {
      const error = await thrownBy(ask());
      expect(error).to.be.instanceOf(NothingTaken).and.not.instanceOf(Misconfigured);
      expect(String(error)).to.match(/two tokens an hour: the next one in 3[56]\d\d s/);
    }
    expect(grants()).to.equal(2);
    await age(HOUR_MS); // bKash may have heard of them later than they were sent
    expect(await thrownBy(ask())).to.be.instanceOf(NothingTaken);
    await age(HOUR_MS / 60);
    expect(await ask()).to.deep.equal(CANCELLED);
  });

  it('counts when its answer is lost, and not when bKash cannot be reached', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    for (let time = 0; time < 3; time++) expect(await thrownBy(ask({ apiUrl: nobody }))).to.be.instanceOf(NothingTaken);
    for (const fault of ['hang', 'reset', 'half', 'garbage', '500', '429'] as const) {
      bkash.mend();
      access = bkashAccess({ apiUrl: bkash.url });
      const before = bkash.calls.length;
      for (let time = 0; time < 4; time++) {
        bkash.spoil(/grant$/, fault);
        expect(await thrownBy(outOfTime(bkash.isSilent, () => ask())), fault).to.be.instanceOf(NothingTaken);
      }
      expect(bkash.calls.length - before, fault).to.equal(2);
    }
  });

  it('is refused to wrong credentials, and asked for anew with others', async () => {
    expect(await thrownBy(ask({ password: 'wrong' }))).to.be.instanceOf(Misconfigured);
    expect(await ask()).to.deep.equal(CANCELLED);
    expect(grants()).to.equal(2);
    expect(await thrownBy(ask({ appSecret: 'exchanged' })), 'the third').to.be.instanceOf(NothingTaken);
    expect(grants()).to.equal(2);
  });

  it('of an account that is refused with any token is a fault of configuration', async () => {
    bkash.spoil(/status$/, '401', 9);
    expect(await thrownBy(ask())).to.be.instanceOf(Misconfigured);
    expect(grants()).to.equal(2);
  });

  describe('when Redis is emptied', () => {
    it('is the same as before, to all processes, however often', async () => {
      await ask();
      for (let time = 0; time < 3; time++) {
        await redis.del(key());
        const results = await Promise.all(Array.from({ length: 20 }, () => ask()));
        for (const result of results) expect(result).to.deep.equal(CANCELLED);
      }
      expect(grants()).to.equal(1);
    });

    it('is never the third of an hour, whatever became of the others', async () => {
      await ask();
      await age(HOUR_MS * (50.5 / 60));
      await ask();
      expect(grants(), 'renewed').to.equal(2);
      await redis.del(key());
      expect(await ask(), 'the second one is good').to.deep.equal(CANCELLED);
      bkash.revoke();
      for (let time = 0; time < 3; time++) {
        await redis.del(key());
        const error = await thrownBy(ask());
        expect(error).to.be.instanceOf(NothingTaken).and.not.instanceOf(Misconfigured);
        expect(String(error)).to.match(/two tokens an hour: the next one in 6\d\d s/);
      }
      expect(grants()).to.equal(2);
      await age(HOUR_MS * (11 / 60));
      expect(await ask()).to.deep.equal(CANCELLED);
      expect(grants()).to.equal(3);
    });

    it('counts also when its answer was lost', async () => {
      bkash.spoil(/grant$/, 'reset', 9);
      for (let time = 0; time < 4; time++) {
        await redis.del(key());
        expect(await thrownBy(ask())).to.be.instanceOf(NothingTaken);
      }
      expect(bkash.calls.length).to.equal(2);
    });

    it('is still in those that have it', async () => {
      const one = createBkashWallet(access);
      await one.fetchOrder(QUESTION);
      await redis.del(key());
      expect(await one.fetchOrder(QUESTION)).to.deep.equal(CANCELLED);
      expect(grants()).to.equal(1);
    });
  });

  it('is waited for while a process asks that has died, until its time is over', async () => {
    bkash.spoil(/grant$/, 'hang before');
    const dead = tokensOf({ ...access, timeout: 60 }).current();
    dead.catch(() => undefined);
    await until('bKash has been asked', () => bkash.calls.length === 1); // else whoever waits would ask first, and hang
    const waiting = ask({ timeout: 60 });
    await age(13_000);
    expect(await waiting).to.deep.equal(CANCELLED);
  });
});
