import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startReceiver } from '../../scripts/ipn-receiver/receiver.js';
import type { FaultyTollgate } from '../faults/faulty-tollgate.js';
import { cardRequest } from '../methods/card-request.js';
import { ask } from '../support/ask.js';
import { orderLocal } from '../support/local-order.js';
import { deleteKeys } from '../support/redis-keys.js';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';

/** A fault that happens in earnest, and the alerts that it has to fire. */
export interface StagedFault {
  alerts: string[];
  /** What happens, in words. */
  fault: string;
  /** Lets it happen; what it gives makes everything well again. */
  strike: (faulty: FaultyTollgate) => Promise<() => Promise<unknown>>;
}

/** Settings under which faults show within seconds. Thresholds of the rules stay: what must take a minute takes one. */
export const STAGE = {
  WEB_IN_FLIGHT: '60', // no other fault sends more than 50 at once
  CARD_ANSWER_WAIT: '0.3',
  CARD_VELOCITY: '0',
  GATEWAY_TIMEOUT: '1',
  SANDBOX_CUSTOMER_DELAY: '600',
  SANDBOX_DISPUTE_DELAY: '1',
  PROOF_OVERDUE: '2',
  IPN_OVERDUE: '3',
  IPN_RETENTION_INTERVAL: '1',
  IPN_BREAKER_FAILURES: '1000',
  IPN_SLOW_WAIT: '62',
  IPN_RETRY_WAITS: Array(60).fill('1').join(','),
};

const MORE_THAN_TAKEN = 100;
const APPROVED = '4242424242424242';
const DECLINED = '4000000000000002';
const DISPUTED = '4000000000000259';
/** 100.11: the sandbox's customer never pays by itself. */
const NEVER_PAID = 100.11;
/** 100.33: they pay after the order has expired. */
const PAID_LATE = 100.33;
const WELL_OVER_A_MINUTE = 75_000; // for whom what is due fell due after it had begun
const WELL_OVER_A_SCRAPE = 4000;

/** Does something again and again, whatever comes of it, until it is told to stop. */
function keepDoing(everyMs: number, something: () => Promise<unknown>): () => Promise<void> {
  const begun: Promise<unknown>[] = [];
  const timer = setInterval(() => begun.push(something().catch(() => undefined)), everyMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(begun);
  };
}

const times = async (count: number, something: () => Promise<unknown>): Promise<void> => {
  const atOnce = 50;
  for (let done = 0; done < count; done += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - done) }, something));
};

/** A payment whose proof nobody decides; gives its trx. */
async function submitProof(tollgate: Tollgate): Promise<string> {
  const { body } = await orderLocal(tollgate, NEVER_PAID, 'INR');
  const { public_key } = tollgate.merchant;
  await tollgate.api('/h2h/confirm', { public_key, trx: body.trx, payment_proof: 'UTR 412345678901' });
  return String(body.trx);
}

const simulate = (tollgate: Tollgate, trx: string, action: string) =>
  tollgate.api(`/sandbox/payments/${trx}/simulate`, { public_key: tollgate.merchant.public_key, action });

/** Makes a payment older, as if its gateway had said nothing since. */
async function age({ database }: Tollgate, trx: unknown, days: number, ...fields: string[]): Promise<void> {
  const at = new Date(Date.now() - days * 86_400_000);
  const older = { $set: Object.fromEntries(fields.map((field) => [field, at])) };
  await database.collection<{ _id: string }>('payments').updateOne({ _id: String(trx) }, older);
}

/** Money that moves at the gateway for a payment that nobody here has ever heard of. */
async function chargeBehindOurBack({ urls }: Tollgate): Promise<void> {
  const reference = randomUUID();
  const { card } = cardRequest();
  const { expiry_month, expiry_year, holder } = card;
  const { status, text } = await ask(`${urls.sandboxApi}/charges`, {
    headers: { authorization: `Bearer ${process.env.SANDBOX_API_KEY}`, 'idempotency-key': `${reference}-1` },
    body: {
      reference,
      amount: 4990,
      currency: 'EUR',
      card: { number: APPROVED, cvv: '123', expiry_month, expiry_year, holder },
      three_ds: 'off',
      return_url: 'https://shop.example/back',
    },
  });
  if (status !== 200) throw new Error(`The gateway did not charge: ${text}`);
}

/** Compares today now instead of three hours after its end. */
async function compareToday({ database }: Tollgate): Promise<void> {
  const { matchedCount } = await database
    .collection('ledger_comparisons')
    .updateMany({ next: { $exists: true } }, { $set: { 'next.at': new Date() } });
  if (matchedCount === 0) throw new Error('No comparison is owed');
}

/** Every fault, in the order in which they happen. Each leaves everything as it found it. */
export const STAGED: StagedFault[] = [
  {
    alerts: ['TollgateCallbacksRefused'],
    fault: 'callbacks come that are signed with another secret, and no other ones',
    async strike({ tollgate }) {
      const { body } = await orderLocal(tollgate, NEVER_PAID, 'INR');
      const stop = keepDoing(1000, () => tollgate.api('/callbacks/sandbox-upi', '{}'));
      return async () => {
        await stop();
        await simulate(tollgate, String(body.trx), 'confirm'); // of which the sandbox tells
      };
    },
  },
  {
    alerts: ['TollgateNoticesOverdue'],
    fault: "a paid merchant's endpoint answers every notification with 500",
    async strike({ tollgate }) {
      let status = 500;
      const receiver = await startReceiver({ respond: () => status });
      await tollgate.pay(APPROVED, { ipn_url: receiver.url });
      return async () => {
        status = 204;
        await until('it is delivered', () => receiver.received.some((event) => event.status === 204), 30_000);
        await receiver.close();
      };
    },
  },
  {
    alerts: ['TollgateProofsOverdue'],
    fault: 'a proof that nobody decides',
    async strike({ tollgate }) {
      const trx = await submitProof(tollgate);
      const body = { decision: 'reject', note: 'There is no such payment on our statement' };
      return () => tollgate.console(`/api/proofs/${trx}/decision`, { method: 'POST', body });
    },
  },
  {
    alerts: ['TollgateMoneyToJudge'],
    fault: 'a customer pays after the time, and the merchant has such money looked at',
    async strike({ tollgate }) {
      const { public_key } = await tollgate.createMerchant({ lateMoneyPolicy: 'review' });
      const { body } = await orderLocal(tollgate, PAID_LATE, 'INR', { public_key });
      const path = `/sandbox/payments/${String(body.trx)}/simulate`;
      await tollgate.api(path, { public_key, action: 'expire' });
      const decision = { decision: 'reject', note: 'The order was cancelled' };
      return () => tollgate.console(`/api/reviews/${String(body.trx)}/decision`, { method: 'POST', body: decision });
    },
  },
  {
    alerts: ['TollgatePaymentsUndecided', 'TollgateRefundsPending'],
    fault: 'the gateway does not say for days what became of an order and of a refund',
    async strike({ tollgate }) {
      const { body: order } = await orderLocal(tollgate, NEVER_PAID, 'INR');
      const { body: paid } = await tollgate.pay(APPROVED);
      await tollgate.faults({ mode: 'refuse' });
      const { public_key } = tollgate.merchant;
      await tollgate.api('/h2h/refund', { public_key, trx: paid.trx, refund_identifier: randomUUID() });
      await age(tollgate, paid.trx, 4, 'refunds.0.createdAt');
      await age(tollgate, order.trx, 2, 'createdAt', 'updatedAt', 'local.expiresAt', 'next.at');
      return () => tollgate.faults({ mode: 'none' });
    },
  },
  {
    alerts: ['TollgateDisputesDueSoon'],
    fault: 'a bank wants an answer to a dispute by tomorrow',
    async strike({ tollgate }) {
      const { body } = await tollgate.pay(DISPUTED);
      const _id = String(body.trx);
      const payments = tollgate.database.collection<{ _id: string }>('payments');
      await until('it is disputed', async () => {
        const tomorrow = { $set: { 'disputes.0.respondBy': new Date(Date.now() + 86_400_000) } };
        return (await payments.updateOne({ _id, 'disputes.0.state': 'open' }, tomorrow)).matchedCount > 0;
      });
      return () => simulate(tollgate, _id, 'dispute_won');
    },
  },
  {
    alerts: ['TollgateLedgerDiffers'],
    fault: 'the gateway charges a card for a payment that we do not have, and the day is compared',
    async strike({ tollgate }) {
      await chargeBehindOurBack(tollgate);
      await compareToday(tollgate);
      return async () => {
        const { body } = await tollgate.console('/api/differences?state=open');
        for (const { id } of body.data as { id: string }[])
          await tollgate.console(`/api/differences/${id}/resolve`, { method: 'POST', body: { note: 'Paid back' } });
      };
    },
  },
  {
    alerts: ['TollgateOverloaded'],
    fault: 'more cards are sent at once than a web process takes, again and again',
    strike: ({ tollgate }) => {
      const pay = () => tollgate.pay(APPROVED);
      return Promise.resolve(keepDoing(1000, () => Promise.all(Array.from({ length: MORE_THAN_TAKEN }, pay))));
    },
  },
  {
    alerts: ['TollgateGatewayUnresponsive'],
    fault: 'the gateway resets half of all connections',
    async strike({ tollgate }) {
      await tollgate.faults({ mode: 'reset', share: 0.5 });
      const stop = keepDoing(200, () => tollgate.pay(APPROVED));
      return async () => {
        await stop();
        await tollgate.faults({ mode: 'none' });
      };
    },
  },
  {
    alerts: ['TollgateFewSuccesses'],
    fault: 'the gateway declines nearly every card',
    async strike({ tollgate }) {
      let count = 0;
      return keepDoing(200, () => tollgate.pay(count++ % 10 === 0 ? APPROVED : DECLINED));
    },
  },
  {
    alerts: ['TollgateStoreAway', 'TollgateServerErrors', 'TollgateJobsFail'],
    fault: 'MongoDB refuses every connection while merchants ask and jobs fall due',
    async strike({ tollgate, mongodb }) {
      await times(20, () => orderLocal(tollgate, NEVER_PAID, 'INR'));
      await mongodb.cut();
      const { public_key } = tollgate.merchant;
      const stop = keepDoing(200, () => tollgate.api('/h2h/status', { public_key, trx: randomUUID() }));
      return async () => {
        await mongodb.restore();
        await stop();
      };
    },
  },
  {
    alerts: ['TollgateProcessDown', 'TollgateQueueGrows', 'TollgateObligationsLate'],
    fault: '`payments` is killed and not started again while 1,100 cards come in',
    async strike({ tollgate }) {
      await tollgate.kill('payments');
      await times(1100, () => tollgate.pay(APPROVED));
      return () => tollgate.start('payments');
    },
  },
  {
    alerts: ['TollgateProcessRestarts'],
    fault: '`ipn` is killed and started again, four times',
    async strike({ tollgate }) {
      for (let starts = 0; starts < 4; starts++) {
        await tollgate.kill('ipn');
        await tollgate.start('ipn');
        await pause(WELL_OVER_A_SCRAPE);
      }
      return async () => undefined;
    },
  },
  {
    alerts: ['TollgateDeliverySlow'],
    fault: 'a busy merchant puts every notification off (429) for longer than a minute',
    async strike({ tollgate }) {
      const known = new Set<string>();
      const respond = ({ id }: { id: string }) => (known.has(id) ? 204 : (known.add(id), 429));
      const receiver = await startReceiver({ respond });
      const stop = keepDoing(500, () => tollgate.pay(APPROVED, { ipn_url: receiver.url }));
      return async () => {
        await stop();
        const isDone = async () => {
          const { body } = await tollgate.console('/api/deliveries?status=pending');
          return (body.data as unknown[]).length === 0;
        };
        await until('everything is delivered', isDone, 90_000);
        await receiver.close();
      };
    },
  },
  {
    alerts: ['TollgateSweeperRepairs'],
    fault: 'Redis is away for a minute while 60 payments wait, and comes back empty',
    async strike({ tollgate, redis }) {
      await times(60, () => orderLocal(tollgate, NEVER_PAID, 'INR'));
      await redis.cut();
      await pause(WELL_OVER_A_MINUTE);
      await deleteKeys(tollgate.queuePrefix);
      await redis.restore();
      return async () => undefined;
    },
  },
];
