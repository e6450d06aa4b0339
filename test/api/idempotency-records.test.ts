import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { notFound, type ApiError } from '../../src/errors.js';
import { runOnce } from '../../src/api/idempotency.js';
import { until } from '../../scripts/until.js';

const CALL = '/h2h/initiate';
const BODY = { amount: 1 };
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

describe('a request whose process died before it was answered', () => {
  const records = mongoClient.db().collection<{ _id: string; startedAt: Date; expiresAt: Date }>('idempotency_keys');
  const keys: string[] = [];
  before(connectDatabase);
  after(() => records.deleteMany({ _id: { $in: keys } }));

  const codeOf = (answer: Promise<unknown>) => answer.catch(({ code }: ApiError) => code);
  const repeat = (key: string) => runOnce(key, CALL, BODY, () => Promise.resolve({ status: 'success' }));

  /** Leaves a request running. @returns what ends it, and gives what it was told */
  const running = (key: string): Promise<(ending: object | Error) => Promise<unknown>> =>
    new Promise((begun) => {
      const run = () =>
        new Promise<object>((answer, refuse) => {
          begun((ending) => {
            if (ending instanceof Error) refuse(ending);
            else answer(ending);
            return told;
          });
        });
      const told = codeOf(runOnce(key, CALL, BODY, run));
    });

  /** One that began so many seconds ago, and what ends it: nothing else does. Its process says that it runs when told to. */
  async function begun(seconds: number) {
    const key = randomUUID();
    keys.push(key);
    const says: (() => void)[] = [];
    const timers = mock.method(globalThis, 'setInterval', (say: () => void) => void says.push(say));
    const end = await running(key).finally(() => timers.mock.restore());
    await records.updateOne({ _id: key }, { $set: { startedAt: secondsAgo(seconds) } });
    return { key, end, sayThatItRuns: () => says.forEach((say) => say()) };
  }

  it('is taken for one that still runs at first', async () => {
    expect(await codeOf(repeat((await begun(25)).key))).to.equal('request_in_progress');
  });

  it('is taken for one that runs as long as its process says so, however slow its gateways are', async () => {
    const { key, end, sayThatItRuns } = await begun(31);
    sayThatItRuns();
    const runsAt = () => records.findOne({ _id: key, runsAt: { $exists: true } });
    await until('it is said that it runs', async () => (await runsAt()) !== null);
    expect(await codeOf(repeat(key))).to.equal('request_in_progress');

    await records.updateOne({ _id: key }, { $set: { runsAt: secondsAgo(31) } });
    expect(await repeat(key)).to.include({ replayed: false });
    await end({});
  });

  it('is done by the same request when it comes again after half a minute, and then replayed', async () => {
    const { key } = await begun(31);
    const json = '{"status":"success"}';
    expect(await repeat(key)).to.deep.equal({ json, replayed: false });
    expect(await repeat(key)).to.deep.equal({ json, replayed: true });
  });

  it('is done once when it comes again ten times at that moment', async () => {
    const { key } = await begun(31);
    let runs = 0;
    const run = () => Promise.resolve({ run: ++runs });
    const answers = await Promise.all(Array.from({ length: 10 }, () => codeOf(runOnce(key, CALL, BODY, run))));
    expect(runs).to.equal(1);
    expect(answers.filter((answer) => answer !== 'request_in_progress')).to.not.be.empty;
  });

  it('takes nothing from the one that took over when it is refused after all', async () => {
    const { key, end } = await begun(31);
    const endOther = await running(key);
    expect(await end(notFound())).to.equal('not_found');
    expect(await codeOf(repeat(key))).to.equal('request_in_progress');
    expect(await endOther({ status: 'success' })).to.include({ replayed: false });
    expect(await repeat(key)).to.include({ replayed: true });
  });

  it('has the answer of the one that took over when it ends after all', async () => {
    const { key, end } = await begun(31);
    const first = await runOnce(key, CALL, BODY, () => Promise.resolve({ payment_status: 'pending' }));
    expect(await end({ payment_status: 'success' })).to.deep.equal({ json: first.json, replayed: true });
    expect(await repeat(key)).to.deep.equal({ json: first.json, replayed: true });
  });

  it('gives its answer to the one that took over when it ends before that', async () => {
    const { key, end } = await begun(31);
    const endOther = await running(key);
    const json = '{"payment_status":"success"}';
    expect(await end({ payment_status: 'success' })).to.deep.equal({ json, replayed: false });
    expect(await endOther({ payment_status: 'pending' })).to.deep.equal({ json, replayed: true });
    expect(await repeat(key)).to.deep.equal({ json, replayed: true });
  });

  it('leaves nothing under a key that serves another request by then', async () => {
    const { key, end } = await begun(31);
    expect(await codeOf(runOnce(key, CALL, BODY, () => Promise.reject(notFound())))).to.equal('not_found');
    const other = await runOnce(key, CALL, { amount: 2 }, () => Promise.resolve({ amount: 2 }));
    await end({ amount: 1 });
    expect(await runOnce(key, CALL, { amount: 2 }, () => Promise.resolve({}))).to.deep.equal({
      ...other,
      replayed: true,
    });
  });

  it('is done anew when its answer is due to go and the database has not got round to it', async () => {
    const { key } = await begun(31);
    await repeat(key);
    await records.updateOne({ _id: key }, { $set: { expiresAt: secondsAgo(1) } });
    expect(await repeat(key)).to.include({ replayed: false });
  });
});
