import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { register } from 'prom-client';
import '../../src/callbacks/callbacks-came.js';
import { ledgerDifferences } from '../../src/console/overview/gauges.js';
import { discrepancies } from '../../src/reconciliation/discrepancy.model.js';
import '../../src/telemetry/metrics.js';
import { orderLocal } from '../support/local-order.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const namesIn = (text: string): string[] => [...new Set(text.match(/tollgate_\w+/g))];
const alertsIn = (rules: string): string[] => [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

describe('metrics', () => {
  let tollgate: Tollgate;
  before(async () => {
    tollgate = await sharedTollgate();
  });

  const scrape = async (name: string) => (await fetch(tollgate.urls.metrics[name] ?? '')).text();

  it('tell of a payment in every process that had to do with it', async () => {
    const { body } = await tollgate.pay('4242424242424242');
    await orderLocal(tollgate, 100.11, 'INR');
    const isSent = async () => /^tollgate_delivery_lag_seconds_count [1-9]/m.test(await scrape('ipn'));
    await until('the notification is counted', isSent);
    expect(body.payment_status).to.equal('success');
    expect(await scrape('payments'))
      .to.match(/^tollgate_payments_total\{mode="test",method="card",result="success"\} [1-9]/m)
      .and.match(
        /^tollgate_gateway_seconds_count\{gateway="sandbox",mode="test",call="authorizeCard",answered="yes"\} [1-9]/m,
      );
    expect(await scrape('web'))
      .to.match(/^tollgate_request_seconds_count\{path="\/h2h\/initiate",status="200"\} [1-9]/m)
      .and.match(
        /^tollgate_gateway_seconds_count\{gateway="sandbox",mode="test",call="createUpi",answered="yes"\} [1-9]/m,
      );
    expect(await scrape('ipn')).to.match(/^tollgate_delivery_attempts_total\{result="delivered"\} [1-9]/m);
    const console = await scrape('console');
    expect(console).to.match(/^tollgate_queue_jobs\{job="upi-confirmation",state="delayed"\} [1-9]/m);
    expect(console).to.include('tollgate_queue_held{job="upi-confirmation"} 0');
    for (const gauge of [
      'oldest_due_seconds{of="payments"}',
      'notices_overdue{mode="live"} 0',
      'money_to_judge{mode="live"} 0',
      'payments_undecided{mode="live"} 0',
      'oldest_pending_refund_seconds{mode="live"} 0',
      'store_up{store="redis"} 1',
    ])
      expect(console).to.include(`\ntollgate_${gauge}`);
  });

  it('tell of callbacks that are not signed as they should be, of accounts that there are', async () => {
    expect((await tollgate.api('/callbacks/sandbox', '{}')).status).to.equal(401);
    expect((await tollgate.api('/callbacks/nobody', '{}')).status).to.equal(404);
    expect(await scrape('web'))
      .to.match(/^tollgate_callbacks_total\{account="sandbox",genuine="no"\} [1-9]/m)
      .and.not.include('account="nobody"');
  });

  it('begin at nothing before the first callback, which would else be seen as no rise', async () => {
    const figures = await scrape('web');
    for (const genuine of ['yes', 'no'])
      expect(figures).to.match(
        new RegExp(`^tollgate_callbacks_total\\{account="sandbox-card-without-3ds",genuine="${genuine}"\\} \\d`, 'm'),
      );
  });

  it('never carry what somebody typed', async () => {
    await tollgate.ask('/4242424242424242');
    expect(await scrape('web'))
      .to.match(/path="other",status="404"/)
      .and.not.include('4242424242424242');
  });

  it('are unknown, not zero and no fault, while MongoDB is away', async () => {
    const away = Object.assign(new Error('away'), { name: 'MongoServerSelectionError' });
    const failing = { exec: () => Promise.reject(away) };
    Object.assign(discrepancies, { countDocuments: () => failing }); // the class's own method shows again below
    try {
      expect((await ledgerDifferences.get()).values[0]?.value).to.be.NaN;
    } finally {
      Reflect.deleteProperty(discrepancies, 'countDocuments');
    }
  });

  it('are all that the alerts and the dashboard ask for', async () => {
    const known = (await register.getMetricsAsJSON()).map(({ name }) => name);
    for (const path of ['monitoring/alerts.yml', 'monitoring/dashboard.json'])
      for (const name of namesIn(read(path)))
        expect(known, `${path} asks for ${name}`).to.include(name.replace(/_(bucket|count|sum)$/, ''));
  });

  it("have an alert's every name in the operator's guide", () => {
    const guide = read('docs/operations.md');
    for (const alert of alertsIn(read('monitoring/alerts.yml'))) expect(guide).to.include(`\`${alert}\``);
  });
});
