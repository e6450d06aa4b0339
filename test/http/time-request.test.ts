import { expect } from 'chai';
import express from 'express';
import { get } from 'node:http';
import { until } from '../../scripts/until.js';
import { timeRequest } from '../../src/http/time-request.js';
import { requestSeconds } from '../../src/telemetry/metrics.js';
import { serve, type Served } from '../support/serve.js';

describe('the timing of requests', () => {
  let server: Served;
  let isAsked = false;
  before(async () => {
    const app = express().use(timeRequest);
    app.get('/answered', (_req, res) => void res.sendStatus(200));
    app.get('/slow', () => (isAsked = true)); // answers nobody
    app.get('/broken', (_req, res) => void res.sendStatus(500));
    server = await serve(app);
  });
  after(() => server.close());

  /** How many requests were counted, by status. */
  async function counted(path: string): Promise<Record<string, number>> {
    const { values } = await requestSeconds.get();
    const counts = values.filter(({ metricName, labels }) => metricName?.endsWith('_count') && labels.path === path);
    return Object.fromEntries(counts.map(({ labels, value }) => [String(labels.status), value]));
  }

  it('counts each by its status, and faults from nothing on, so that the first ones are seen as a rise', async () => {
    await fetch(`${server.url}/answered`);
    await until('it is counted', async () => (await counted('/answered'))[200] === 1);
    expect(await counted('/answered')).to.deep.equal({ 200: 1, 500: 0, 503: 0 });
    for (const count of [1, 2]) {
      await fetch(`${server.url}/broken`);
      await until('it is counted', async () => (await counted('/broken'))[500] === count);
    }
    expect(await counted('/broken')).to.deep.equal({ 500: 2, 503: 0 });
  });

  it('counts one whose caller has left before the answer, as 499', async () => {
    const call = get(`${server.url}/slow`).on('error', () => undefined);
    await until('it has come', () => isAsked);
    call.destroy();
    await until('it is counted', async () => (await counted('/slow'))[499] === 1);
  });
});
