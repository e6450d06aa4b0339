import { readEnvironment } from '../../config/environment.js';
import { config } from '../../config/index.js';
import { freePort, isFree, requireFreePort, reservePort } from './free-port.js';

export interface Ports {
  sandboxApi: number;
  /** Metrics and health of each process of the Procfile. */
  metrics: Record<string, number>;
}

/** The sandbox's own port when it is free; else any other, unless somebody chose it. */
export async function decideSandboxApiPort(port: number, chosen: boolean): Promise<number> {
  if (chosen) await requireFreePort(port, 'SANDBOX_API_PORT');
  if (!(await isFree(port))) return freePort();
  reservePort(port);
  return port;
}

/**
 * Decides the ports that nobody has to know beforehand, and sees that the others are free.
 * @throws a clear line that names the setting, when one is taken
 */
export async function decidePorts(processes: string[]): Promise<Ports> {
  await requireFreePort(config.ports.web, 'PORT');
  await requireFreePort(config.ports.console, 'CONSOLE_PORT');
  await requireFreePort(config.ports.sandbox, 'SANDBOX_PORT');
  const chosen = readEnvironment(process.env).SANDBOX_API_PORT !== undefined;
  const sandboxApi = await decideSandboxApiPort(config.ports.sandboxApi, chosen);
  const metrics: Record<string, number> = {};
  for (const name of processes) metrics[name] = await freePort();
  return { sandboxApi, metrics };
}

const here = (port: number | undefined) => `http://127.0.0.1:${port}`;

/** Where people and programs find the processes that they use. */
export const urls = {
  api: here(config.ports.web),
  console: here(config.ports.console),
  sandbox: here(config.ports.sandbox),
};

/** Where each process says that it is healthy. */
export const healthOf = (name: string, { metrics }: Ports): string =>
  name === 'web' ? `${urls.api}/readyz` : `${here(metrics[name])}/healthz`;

export const metricsOf = ({ metrics }: Ports): Record<string, string> =>
  Object.fromEntries(Object.entries(metrics).map(([name, port]) => [name, `${here(port)}/metrics`]));
