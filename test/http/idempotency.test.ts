import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { connectDatabase, mongoClient } from '../../src/database.js';
import type { ApiError } from '../../src/errors.js';
import { runOnce } from '../../src/http/idempotency.js';

const CALL = '/h2h/initiate';
const BODY = { amount: 1 };
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

describe('a request whose process died before it was answered', () => {
  const records = mongoClient.db().collection<{ _id: string; startedAt: Date }>('idempotency_keys');
  const keys: string[] = [];
  before(connectDatabase);
  after(() => records.deleteMany({ _id: { $in: keys } }));

  /** The key of one that began so many seconds ago and never ends. */
  async function begun(seconds: number): Promise<string> {
    const key = randomUUID();
    keys.push(key);
    await new Promise<void>((resolve) => {
      const forEver = new Promise<object>(() => undefined);
      void runOnce(key, CALL, BODY, () => (resolve(), forEver));
    });
    await records.updateOne({ _id: key }, { $set: { startedAt: secondsAgo(seconds) } });
    return key;
  }
  const repeat = (key: string) => runOnce(key, CALL, BODY, () => Promise.resolve({ status: 'success' }));
  const codeOf = (answer: Promise<unknown>) => answer.catch(({ code }: ApiError) => code);

  it('is taken for one that still runs at first', async () => {
    expect(await codeOf(repeat(await begun(25)))).to.equal('request_in_progress');
  });

  it('is done by the same request when it comes again after half a minute, and then replayed', async () => {
    const key = await begun(31);
    const json = '{"status":"success"}';
    expect(await repeat(key)).to.deep.equal({ json, replayed: false });
    expect(await repeat(key)).to.deep.equal({ json, replayed: true });
  });

  it('is done once when it comes again ten times at that moment', async () => {
    const key = await begun(31);
    let runs = 0;
    const run = () => Promise.resolve({ run: ++runs });
    const answers = await Promise.all(Array.from({ length: 10 }, () => codeOf(runOnce(key, CALL, BODY, run))));
    expect(runs).to.equal(1);
    expect(answers.filter((answer) => answer !== 'request_in_progress')).to.not.be.empty;
  });
});
