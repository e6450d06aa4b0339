import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import { awaitCompletion, publishCompletion } from '../../src/payments/completions.js';
import { postpone } from '../../src/payments/transition.js';
import { IN_AN_HOUR } from './a-payment.js';
import { hearEndingsFromNow } from './subscribe-completions.js';
import { KeptPayments } from './kept-payments.js';

const JOB = 'card-authorization';

describe('the end of a job that somebody waits for', () => {
  const kept = new KeptPayments();
  let stop: () => void;

  before(async () => {
    await connectDatabase();
    stop = await hearEndingsFromNow();
  });
  after(async () => {
    stop();
    await kept.remove();
  });

  it('is heard by everybody who waits for it, with what the job returned', async () => {
    const payload = { id: 'two tabs', version: 1 };
    const both = [awaitCompletion(JOB, payload), awaitCompletion(JOB, payload)];
    const heard = Promise.all(both.map((ending) => ending.within(20)));
    publishCompletion(JOB, payload, { status: 'succeeded' });
    expect(await heard).to.deep.equal([{ status: 'succeeded' }, { status: 'succeeded' }]);
    for (const ending of both) ending.unsubscribe();
  });

  it('is heard when it comes before anybody asks for how long to wait', async () => {
    const payload = { id: 'quick', version: 1 };
    const completion = awaitCompletion(JOB, payload);
    const first = awaitCompletion(JOB, payload);
    publishCompletion(JOB, payload, 'done');
    await first.within(20);
    expect(await completion.within(20)).to.equal('done');
    for (const each of [completion, first]) each.unsubscribe();
  });

  it('is not that of another version', async () => {
    const completion = awaitCompletion(JOB, { id: 'again', version: 2 });
    publishCompletion(JOB, { id: 'again', version: 1 }, 'another');
    expect(await completion.within(0.3)).to.equal(undefined);
    completion.unsubscribe();
  });

  it('is seen on the payment when nobody tells of it', async () => {
    const payment = await kept.save();
    const completion = awaitCompletion(JOB, { id: payment._id, version: payment.version });
    const startedAt = performance.now();
    const waited = completion.within(20);
    await postpone(payment, IN_AN_HOUR());
    expect(await waited).to.equal(undefined);
    expect(performance.now() - startedAt).to.be.lessThan(10_000);
    completion.unsubscribe();
  });

  it('is not seen on a payment that waits as before: the wait lasts as long as it was to', async () => {
    const payment = await kept.save();
    const completion = awaitCompletion(JOB, { id: payment._id, version: payment.version });
    const startedAt = performance.now();
    await completion.within(2.5); // longer than until it looks for itself
    expect(performance.now() - startedAt).to.be.at.least(2490);
    completion.unsubscribe();
  });
});
