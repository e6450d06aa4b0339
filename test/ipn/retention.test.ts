import { expect } from 'chai';
import { config } from '../../config/index.js';
import { connectDatabase } from '../../src/database/client.js';
import { deliveries, type DeliveryAttempt, type DeliveryRecord } from '../../src/ipn/delivery.model.js';
import { countOverdue } from '../../src/ipn/overdue.js';
import { resendDelivery } from '../../src/ipn/resend.js';
import { latestSequence } from '../../src/ipn/sequence.js';
import { applyRetention, nextRetention } from '../../src/ipn/retention.js';
import { ipnDelivery } from '../../workers/ipn-delivery.js';
import { justBefore } from '../support/just-before.js';
import { stored, TestMerchant } from './a-delivery.js';
import { startReceiver } from '../../scripts/ipn-receiver/receiver.js';
import { logLines } from './log-lines.js';

const { overdue, attemptRetention, eventRetention } = config.ipn;
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
const attempt = (at: Date): DeliveryAttempt => ({
  id: 'an attempt',
  at,
  durationMs: 3,
  status: 500,
  error: 'http',
  response: 'no',
  trigger: 'automatic',
});

describe('the retention of deliveries', () => {
  let merchant: TestMerchant;
  before(connectDatabase);
  beforeEach(async () => {
    merchant = await new TestMerchant().save();
  });
  afterEach(() => merchant.remove());

  /** As outbox.ts makes one, so many seconds ago. */
  const made = (seconds: number, overrides: Partial<DeliveryRecord> = {}) => {
    const createdAt = ago(seconds);
    const type = overrides.type ?? 'payment.success';
    return merchant.delivery({ createdAt, upkeepAt: nextRetention({ type, createdAt }, createdAt), ...overrides });
  };
  const alerts = async () =>
    (await logLines(applyRetention))
      .filter(({ message, merchant: of }) => message === 'notification.overdue' && of === merchant.id)
      .map(({ level, delivery, status }) => ({ level, delivery, status }));
  const isThere = async ({ _id }: DeliveryRecord) => (await deliveries.findOne({ _id })) !== null;

  it('alerts once of each notification of a paid payment that is undelivered for too long', async () => {
    const before = await countOverdue('test');
    const late = [];
    for (const status of ['pending', 'held', 'exhausted'] as const) late.push(await made(overdue + 1, { status }));
    await made(overdue + 1, { type: 'payment.failed' });
    await made(overdue + 1, { status: 'delivered', deliveredAt: new Date() });
    await made(overdue + 1, { status: 'pending', deliveredAt: new Date() });
    await made(overdue - 60);

    expect(await alerts()).to.have.deep.members(
      late.map(({ _id, status }) => ({ level: 'error', delivery: _id, status })),
    );
    expect(await alerts()).to.deep.equal([]);
    expect(await countOverdue('test')).to.equal(before + 3);
  });

  it('has one process alert when two look', async () => {
    await made(overdue + 1);
    const lines = await logLines(() => Promise.all([applyRetention(), applyRetention()]));
    expect(
      lines.filter(({ message, merchant: of }) => message === 'notification.overdue' && of === merchant.id),
    ).to.have.length(1);
  });

  it('alerts of one that was stored late, when its time had come already', async () => {
    await merchant.delivery({
      createdAt: ago(overdue + 60),
      upkeepAt: nextRetention({ type: 'payment.success', createdAt: ago(overdue + 60) }, new Date()),
    });
    expect(await alerts()).to.have.length(1);
  });

  it('has nothing to do for one that was delivered until its attempts go', async () => {
    const receiver = await startReceiver({ respond: () => 200 });
    const one = await made(0, { url: receiver.url });
    await ipnDelivery({ id: one._id, version: 1 });
    await receiver.close();
    expect((await stored(one)).upkeepAt).to.deep.equal(new Date(one.createdAt.getTime() + attemptRetention * 1000));
  });

  it('takes attempts away when they were kept for long enough, and leaves the event', async () => {
    const old = await made(100, {
      status: 'delivered',
      deliveredAt: ago(99),
      attempts: [attempt(ago(99))],
      upkeepAt: ago(1),
    });
    const young = await made(10, {
      status: 'delivered',
      deliveredAt: ago(9),
      attempts: [attempt(ago(9))],
      upkeepAt: ago(1),
    });
    await applyRetention({ attemptRetention: 60, eventRetention });

    expect(await stored(old)).to.deep.include({ attempts: [], body: old.body, status: 'delivered' });
    expect((await stored(old)).attemptsRemovedAt).to.be.instanceOf(Date);
    expect((await stored(old)).upkeepAt).to.deep.equal(new Date(old.createdAt.getTime() + eventRetention * 1000));
    expect((await stored(young)).attempts).to.have.length(1);
    expect((await stored(young)).upkeepAt).to.deep.equal(new Date(young.createdAt.getTime() + 60_000));
  });

  it('takes attempts that were made after that away when they have been kept for as long, each by its own time', async () => {
    const at = (seconds: number) => ({ ...attempt(ago(seconds)), id: `${seconds} s ago` });
    const resent = { attemptsRemovedAt: ago(300), status: 'exhausted', type: 'payment.failed' } as const;
    const one = await made(400, { ...resent, attempts: [at(61), at(10)], upkeepAt: ago(1) });
    await applyRetention({ attemptRetention: 60, eventRetention });

    const { attempts, attemptsRemovedAt, upkeepAt } = await stored(one);
    expect(attempts.map(({ id }) => id)).to.deep.equal(['10 s ago']);
    expect(attemptsRemovedAt).to.be.above(ago(60));
    expect(upkeepAt).to.deep.equal(new Date((attempts[0]?.at.getTime() ?? 0) + 60_000));
  });

  it('looks at one that is sent again after its attempts had gone when the first of those since then is to go', async () => {
    const at = ago(attemptRetention - 50);
    for (const status of [200, 500]) {
      const receiver = await startReceiver({ respond: () => status });
      const resent = { attemptsRemovedAt: at, attempts: [attempt(at)], url: receiver.url };
      const one = await made(100, { ...resent, type: 'payment.failed' });
      await ipnDelivery({ id: one._id, version: 1 });
      await receiver.close();
      const { attempts, upkeepAt } = await stored(one);
      expect(attempts.map((each) => each.status)).to.deep.equal([500, status]);
      expect(upkeepAt, `${status}`).to.deep.equal(new Date(at.getTime() + attemptRetention * 1000));
    }
  });

  it('takes events away after their time, but none that is still to be sent', async () => {
    const seconds = eventRetention + 1;
    const gone = [];
    for (const status of ['delivered', 'held', 'exhausted'] as const)
      gone.push(await made(seconds, { status, type: 'payment.failed' }));
    const pending = await made(seconds, { type: 'payment.failed' });
    await applyRetention();

    for (const one of gone) expect(await isThere(one)).to.be.false;
    expect((await stored(pending)).upkeepAt?.getTime()).to.be.above(Date.now());
    await resendDelivery(pending._id);
    expect(await isThere(pending)).to.be.true;
  });

  it('leaves an event that somebody resends at the very moment when it is taken away', async () => {
    const one = await made(eventRetention + 1, { status: 'exhausted', type: 'payment.failed' });
    justBefore(deliveries, 'deleteMany', () => resendDelivery(one._id));
    await applyRetention();
    expect(await stored(one)).to.include({ status: 'pending', trigger: 'resend' });
  });

  it('keeps the number of the latest event that it takes away, which is never given again', async () => {
    const old = { status: 'delivered', deliveredAt: new Date() } as const;
    for (let sequence = 1; sequence <= 3; sequence++) await made(eventRetention + 1, old);
    await applyRetention();
    expect(await deliveries.countDocuments({ merchantId: merchant.id })).to.equal(0);
    expect(await latestSequence({ merchantId: merchant.id, mode: 'test' })).to.equal(3);
  });
});
