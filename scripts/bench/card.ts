import { randomUUID } from 'node:crypto';
import type { Access, Gateway } from '../../src/connectors/gateway.js';
import { samplePayment } from '../development/first-payment.js';
import { freePort } from '../development/free-port.js';
import { startReceiver } from '../ipn-receiver/receiver.js';
import { apiCaller } from './api-caller.js';
import { percentile, timeInTurn } from './figures.js';
import { usageOf, type Usage } from './process-figures.js';
import { runTollgate, type Ready, type RunningTollgate } from './running-tollgate.js';

const WARM_UP = 50;

const usage = ({ processes }: Ready): Record<string, Usage> =>
  Object.fromEntries(Object.entries(processes).map(([name, [pid]]) => [name, usageOf(Number(pid))]));

function payer({ ready }: RunningTollgate, ipnUrl: string) {
  const send = apiCaller(ready, ipnUrl);
  const card = samplePayment('', '', ''); // the caller names the merchant, the receiver and the order
  return async () => {
    const { payment_status } = await send(card);
    if (payment_status !== 'success') throw new Error(`A payment was not answered with success: ${payment_status}`);
  };
}

/** A gateway that ./scripts/up starts, and how its connector reaches it from here. */
interface GatewayLane {
  args: string[];
  settings: Record<string, string>;
  access: Pick<Access, 'account' | 'credentials'>;
  load: () => Promise<Gateway>;
}

const sandboxLane: GatewayLane = {
  args: [],
  settings: {},
  access: { account: 'sandbox-card', credentials: {} },
  load: async () => (await import('../../src/connectors/sandbox/index.js')).sandbox,
};

/** @throws for one that has no stand-in which takes cards */
async function laneOf(gateway: string | undefined): Promise<GatewayLane> {
  if (gateway === undefined) return sandboxLane;
  if (gateway !== 'stripe') throw new Error(`--gateway ${gateway}: there is stripe`);
  return {
    args: ['--gateway', gateway],
    settings: { GATEWAY_URL_STRIPE: `http://127.0.0.1:${await freePort()}` },
    access: { account: 'stripe-stand-in', credentials: { secret_key: 'sk_test_ofTheStandIn', webhook_secret: 'none' } },
    load: async () => (await import('../../src/connectors/stripe/index.js')).stripe,
  };
}

/** The same charge, straight at the gateway. */
async function gatewayCaller({ localDir }: RunningTollgate, { settings, access, load }: GatewayLane) {
  Object.assign(process.env, settings, { LOCAL_DIR: localDir }); // whose settings the connector is made with when it is loaded
  const gateway = (await load()).connect({ mode: 'test', ...access }).card;
  const card = { number: '4242424242424242', cvv: '123', expiryMonth: 12, expiryYear: 2030, holder: 'Ada Lovelace' };
  return async () => {
    const trx = randomUUID();
    const returnUrl = 'http://127.0.0.1/';
    const about = { key: `${trx}-1`, trx, amount: 4990, currency: 'EUR', since: new Date() };
    const payer = { id: 'bench', email: 'ada@example.com' };
    await gateway?.authorizeCard({ card, threeDs: 'required', payer, returnUrl }, about);
  };
}

/** Cards without a challenge, one at a time, interleaved with the same charge straight at the gateway. */
export async function benchCard(count: number, gateway?: string): Promise<void> {
  const lane = await laneOf(gateway);
  const tollgate = await runTollgate(lane.args, lane.settings);
  const receiver = await startReceiver();
  try {
    const idle = usage(tollgate.ready);
    const [pay, charge] = [payer(tollgate, receiver.url), await gatewayCaller(tollgate, lane)];
    await timeInTurn(WARM_UP, pay, charge);
    const warm = usage(tollgate.ready);
    const [ours, gateways] = await timeInTurn(count, pay, charge);
    const busy = usage(tollgate.ready);
    console.log(`\n| ms, one at a time | p50 | p95 |\n|---|---|---|`);
    for (const [name, times] of [
      ['answer', ours],
      ['gateway alone', gateways],
    ] as const)
      console.log(`| ${name} | ${percentile(times, 0.5).toFixed(1)} | ${percentile(times, 0.95).toFixed(1)} |`);
    console.log(`| overhead | ${(percentile(ours, 0.5) - percentile(gateways, 0.5)).toFixed(1)} | |`);
    console.log(
      `\n| process | RSS at idle, MB | after ${count + WARM_UP} payments | CPU ms a payment |\n|---|---|---|---|`,
    );
    for (const [name, { rss, cpu }] of Object.entries(busy)) {
      const cpuEach = (cpu - (warm[name]?.cpu ?? 0)) / count;
      console.log(`| ${name} | ${idle[name]?.rss} | ${rss} | ${cpuEach.toFixed(1)} |`);
    }
  } finally {
    await receiver.close();
    await tollgate.stop();
  }
}
