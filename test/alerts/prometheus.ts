import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answersOk, ask } from '../support/ask.js';
import { ChildProcesses } from '../support/child-processes.js';
import { closeAtTheEnd } from '../support/clean-up.js';
import { freePort } from '../../scripts/development/free-port.js';
import { configurationFor, rulesFor } from './rules.js';

export interface Prometheus {
  url: string;
  /** The names of the alerts that are firing at this moment. */
  firing: () => Promise<Set<string>>;
}

interface AlertsAnswer {
  data: { alerts: { state: string; labels: { alertname: string } }[] };
}

/**
 * Starts a real Prometheus with our rules, every duration divided by the factor. It is closed by `closeAll`.
 * @param scraped URLs of `/metrics`
 */
export async function startPrometheus(scraped: string[], factor: number): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-prometheus-'));
  const targets = scraped.map((url) => new URL(url).host);
  await writeFile(join(folder, 'prometheus.yml'), configurationFor(factor, targets));
  await writeFile(join(folder, 'alerts.yml'), rulesFor(factor));
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  const processes = new ChildProcesses([
    {
      name: 'prometheus',
      command: `prometheus --config.file=${folder}/prometheus.yml --storage.tsdb.path=${folder}/data --web.listen-address=${address}`,
      env: process.env,
      isHealthy: () => answersOk(`${url}/-/ready`),
    },
  ]);
  closeAtTheEnd(async () => {
    await processes.killAll();
    await rm(folder, { recursive: true, force: true });
  });
  await processes.start('prometheus');
  return {
    url,
    async firing() {
      const { body } = await ask(`${url}/api/v1/alerts`, { method: 'GET' });
      const { alerts } = (body as unknown as AlertsAnswer).data; // Prometheus' own format
      return new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
    },
  };
}
