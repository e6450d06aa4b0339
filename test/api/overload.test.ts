import { expect } from 'chai';
import { connect, type Socket } from 'node:net';
import { until } from '../../scripts/until.js';
import { beginCheckout, hostedBody } from '../checkout/shopper.js';
import type { Answer } from '../support/ask.js';
import { orderLocal } from '../support/local-order.js';
import { keysOf, withRedis } from '../support/redis-keys.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { head, keptOpen, rawRequest } from './raw-request.js';

const CARD = '4242424242424242';
const IN_FLIGHT = 3;
const PATHS = ['/h2h/initiate', '/v1/h2h/initiate', '/payment/initiate', '/v1/payment/initiate'];
const JSON_TYPE = 'Content-Type: application/json';

/** Nobody gives up on a gateway that is slow. */
const PATIENT = { GATEWAY_TIMEOUT: '30', CARD_ANSWER_WAIT: '60' };

/** A metric of the web process. */
async function metricOf({ urls }: Tollgate, name: string): Promise<number> {
  const text = await (await fetch(urls.metrics.web ?? '')).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

describe('more payments than can be taken', () => {
  let tollgate: Tollgate;
  const held: Socket[] = [];
  before(async () => {
    tollgate = await startTollgate({ env: { WEB_IN_FLIGHT: String(IN_FLIGHT), ...PATIENT } });
  });
  afterEach(async () => {
    held.splice(0).forEach((socket) => socket.destroy());
    await tollgate.kill('payments', 'SIGCONT');
    await until('nothing is in flight', async () => (await metric('tollgate_initiates_in_flight')) === 0);
  });
  after(() => tollgate.stop());

  const metric = (name: string) => metricOf(tollgate, name);
  const inFlight = (count: number) =>
    until(`${count} calls are in flight`, async () => (await metric('tollgate_initiates_in_flight')) === count);

  /** Takes every place by cards that nobody asks the gateway about before what it gives is called. */
  async function fill(): Promise<() => Promise<Answer[]>> {
    const { payments } = await stored();
    await tollgate.kill('payments', 'SIGSTOP');
    const taken = Array.from({ length: IN_FLIGHT }, () => tollgate.pay(CARD));
    await inFlight(IN_FLIGHT);
    await until('they are stored', async () => (await stored()).payments === payments + IN_FLIGHT);
    return async () => {
      await tollgate.kill('payments', 'SIGCONT');
      return Promise.all(taken);
    };
  }

  /** How many payments, keys and sealed cards are kept. */
  async function stored() {
    const count = (name: string) => tollgate.database.collection(name).countDocuments();
    const keys = await withRedis((redis) => keysOf(redis, tollgate.queuePrefix));
    const cards = keys.filter((key) => key.includes(':sealed-card:')).length;
    const payments = await count('payments');
    return { payments, keys: await count('idempotency_keys'), cards };
  }

  function isRefused({ status, headers, body }: Pick<Answer, 'status' | 'headers' | 'body'>): void {
    expect(status).to.equal(503);
    expect(body).to.deep.equal({
      status: 'error',
      message: ['More payments are being started than can be taken; please try again'],
      code: 'overloaded',
      request_id: headers['x-request-id'],
    });
    expect(headers['retry-after']).to.match(/^[123]$/);
    expect(headers).to.not.have.any.keys('ratelimit-limit', 'ratelimit-remaining');
    expect(headers['content-type']).to.equal('application/json; charset=utf-8');
    expect(headers['cache-control']).to.equal('no-store');
  }

  it('are refused at once, and nothing is written of them', async () => {
    const goOn = await fill();
    const before = await stored();
    const refusedBefore = await metric('tollgate_initiates_refused_total{full="process"}');
    const key = { 'idempotency-key': 'once' };
    for (const path of PATHS) {
      const body = path.includes('h2h') ? tollgate.cardBody(CARD) : hostedBody(tollgate);
      isRefused(await tollgate.api(path, body, key));
    }
    for (const local of ['INR', 'BDT'] as const) isRefused(await orderLocal(tollgate, 100.11, local));
    for (const body of ['{', '[]']) isRefused(await tollgate.api('/h2h/initiate', body)); // nobody has parsed them
    isRefused(await tollgate.api('/h2h/initiate', 'a=b', { 'content-type': 'text/plain' }));
    expect(await stored()).to.deep.equal(before);
    expect(await metric('tollgate_initiates_refused_total{full="process"}')).to.equal(refusedBefore + 9);

    for (const { body } of await goOn()) expect(body.payment_status).to.equal('success');
    await inFlight(0);
    expect((await tollgate.pay(CARD, {}, key)).body.payment_status, 'with the key of a refused call').to.equal(
      'success',
    );
  });

  it('are no faults, however late they are seen to be too many', async () => {
    const goOn = await fill();
    isRefused(await tollgate.api('/h2h/initiate?late', tollgate.cardBody(CARD))); // not as nearly everybody writes it
    await goOn();
    expect(await metric('tollgate_request_seconds_count{path="/h2h/initiate",status="503"}')).to.equal(0);
  });

  it('hold up nothing that is under way', async () => {
    const checkout = await beginCheckout(tollgate);
    const upi = await orderLocal(tollgate, 100.11, 'INR');
    const { public_key } = tollgate.merchant;
    const paid = await tollgate.pay(CARD);
    const goOn = await fill();
    expect((await tollgate.status(String(paid.body.trx))).payment_status).to.equal('success');
    expect((await tollgate.api('/h2h/events', { public_key })).status).to.equal(200);
    expect((await checkout.get()).status).to.equal(200);
    expect((await tollgate.ask('/3ds/return/unknown')).status).to.equal(404);
    expect((await tollgate.api('/callbacks/sandbox', {})).status).to.equal(401);
    expect((await tollgate.api('/h2h/cancel', { public_key, trx: upi.body.trx })).body.payment_status).to.equal(
      'cancelled',
    );
    expect((await tollgate.console('/api/payments')).status).to.equal(200);
    expect((await checkout.submit({ action: 'cancel' })).status).to.equal(303);
    isRefused(await tollgate.pay(CARD));
    await goOn();
  });

  it('are told by the console', async () => {
    const goOn = await fill();
    isRefused(await tollgate.pay(CARD));
    const overview = async () => (await tollgate.console('/')).text;
    await until('the overview says so', async () => /calls? that would begin a payment/.test(await overview()));
    await goOn();
  });

  it('count even when their callers have left', async () => {
    await tollgate.kill('payments', 'SIGSTOP');
    const { hostname, port } = new URL(tollgate.urls.api);
    for (let no = 0; no < IN_FLIGHT; no++) {
      const body = JSON.stringify(tollgate.cardBody(CARD));
      const socket = connect(Number(port), hostname);
      socket.end(`${head('/h2h/initiate', JSON_TYPE, `Content-Length: ${body.length}`)}${body}`);
      held.push(socket);
    }
    await inFlight(IN_FLIGHT);
    held.splice(0).forEach((socket) => socket.destroy());
    isRefused(await tollgate.pay(CARD));
  });

  it('have no place before their bodies are there', async () => {
    const { hostname, port } = new URL(tollgate.urls.api);
    for (let no = 0; no < IN_FLIGHT; no++) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      held.push(socket);
      await new Promise((sent) => socket.write(`${head('/h2h/initiate', JSON_TYPE, 'Content-Length: 100')}{`, sent));
    }
    expect((await tollgate.pay(CARD)).status).to.equal(200);
  });

  it('keep their connections while these are few, and lose them when they are many', async () => {
    const goOn = await fill();
    const call = keptOpen(`${head('/h2h/initiate', JSON_TYPE, 'Content-Length: 2')}{}`);
    for (let no = 0; no < IN_FLIGHT; no++) {
      const { hostname, port } = new URL(tollgate.urls.api);
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      held.push(socket);
      let text = '';
      socket.on('data', (data: Buffer) => (text += data.toString()));
      for (let asked = 1; asked <= 2; asked++) {
        socket.write(call);
        await until('it is refused', () => text.split('overloaded').length === asked + 1);
      }
      expect(text).to.match(/connection: keep-alive/i);
    }
    const { headers, ...refused } = await rawRequest(tollgate.urls.api, (socket) => socket.write(call));
    expect(headers.connection).to.equal('close');
    isRefused({ ...refused, headers });
    await goOn();
  });
});

describe('cards that wait too long for a worker', () => {
  let tollgate: Tollgate;
  before(async () => {
    const env = { QUEUE_PATIENCE: '0.3', CONCURRENCY_CARD_AUTHORIZATION: '1', ...PATIENT };
    tollgate = await startTollgate({ env });
  });
  after(() => tollgate.stop());

  const refused = () => metricOf(tollgate, 'tollgate_initiates_refused_total{full="queue"}');

  it('let no more of them in, until none waits any more', async () => {
    await tollgate.faults({ mode: 'slow', ms: 600 });
    const taken = [tollgate.pay(CARD), tollgate.pay(CARD), tollgate.pay(CARD)];
    await until('no more are taken', async () => (await tollgate.api('/h2h/initiate', '{')).body.code === 'overloaded');
    expect(await refused()).to.be.at.least(1);
    for (const { body } of await Promise.all(taken)) expect(body.payment_status).to.equal('success');
    await tollgate.faults({ mode: 'none' });
    await until('they are taken again', async () => (await tollgate.pay(CARD)).status === 200);
    const before = await refused();
    for (let no = 0; no < 5; no++) expect((await tollgate.pay(CARD)).status).to.equal(200);
    expect(await refused()).to.equal(before);
  });
});
