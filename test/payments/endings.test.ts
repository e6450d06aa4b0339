import { expect } from 'chai';
import { connectDatabase } from '../../src/database/client.js';
import { expectEnding, tellEnding } from '../../src/payments/endings.js';
import { postpone } from '../../src/payments/transition.js';
import { IN_AN_HOUR } from './a-payment.js';
import { hearEndingsFromNow } from './hear-endings.js';
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
    const wakeUp = { id: 'two tabs', gen: 1 };
    const both = [expectEnding(JOB, wakeUp), expectEnding(JOB, wakeUp)];
    const heard = Promise.all(both.map((ending) => ending.within(20)));
    tellEnding(JOB, wakeUp, { status: 'succeeded' });
    expect(await heard).to.deep.equal([{ status: 'succeeded' }, { status: 'succeeded' }]);
    for (const ending of both) ending.forget();
  });

  it('is heard when it comes before anybody asks for how long to wait', async () => {
    const wakeUp = { id: 'quick', gen: 1 };
    const ending = expectEnding(JOB, wakeUp);
    const first = expectEnding(JOB, wakeUp);
    tellEnding(JOB, wakeUp, 'done');
    await first.within(20);
    expect(await ending.within(20)).to.equal('done');
    for (const each of [ending, first]) each.forget();
  });

  it('is not that of another generation', async () => {
    const ending = expectEnding(JOB, { id: 'again', gen: 2 });
    tellEnding(JOB, { id: 'again', gen: 1 }, 'another');
    expect(await ending.within(0.3)).to.equal(undefined);
    ending.forget();
  });

  it('is seen on the payment when nobody tells of it', async () => {
    const payment = await kept.save();
    const ending = expectEnding(JOB, { id: payment._id, gen: payment.gen });
    const startedAt = performance.now();
    const waited = ending.within(20);
    await postpone(payment, IN_AN_HOUR());
    expect(await waited).to.equal(undefined);
    expect(performance.now() - startedAt).to.be.lessThan(10_000);
    ending.forget();
  });

  it('is not seen on a payment that waits as before: the wait lasts as long as it was to', async () => {
    const payment = await kept.save();
    const ending = expectEnding(JOB, { id: payment._id, gen: payment.gen });
    const startedAt = performance.now();
    await ending.within(2.5); // longer than until it looks for itself
    expect(performance.now() - startedAt).to.be.at.least(2490);
    ending.forget();
  });
});
