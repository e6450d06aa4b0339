import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcfile } from '../../scripts/development/procfile.js';
import { answersOk } from './ask.js';
import type { ProcessSpec } from './child-processes.js';
import { freePort } from '../../scripts/development/free-port.js';

/** Waits of a tenth of a second where people would wait for minutes. */
const FAST = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'info',
  RATE_LIMITS: 'off',
  CARD_ANSWER_WAIT: '10',
  GATEWAY_TIMEOUT: '3',
  RECONCILE_WAITS: '0.3,0.5',
  THREE_DS_POLL_WAITS: '0.5',
  SWEEP_INTERVAL: '0.5',
  SANDBOX_DISPUTE_DELAY: '2',
  IPN_TIMEOUT: '2',
  IPN_SLOW_WAIT: '0.5',
  IPN_RETRY_WAITS: '0.2,0.5,0.5,0.5,1,1,1,1',
};

/** For tests that take a store away: no longer than production waits for it, and so without calls of over 3 s. */
export const STORE_WAITS = { MONGODB_TIMEOUT: '1.5', REDIS_TIMEOUT: '1' };

export interface InstanceOptions {
  /** Settings beside or instead of the fast ones; MONGODB_URI and REDIS_URL may lead through a proxy. */
  env?: Record<string, string>;
  /** Which processes of the Procfile to start; all of them by default. */
  processes?: string[];
  /** Which of these to start a second time, as `web-2`; with two of web, a router stands in front of them. */
  twice?: string[];
  /** A copy of the checkout, to be run from its sources; absent: this one, as it is built. */
  sources?: string;
  /** Processes beside these, which wait for `start(name)`. */
  others?: OtherProcess[];
}

/** One more of a process of the Procfile, with settings of its own. */
export interface OtherProcess {
  name: string;
  /** The process of the Procfile that it is like. */
  like: string;
  env: Record<string, string>;
}

/** Everything that one Tollgate for tests is made of: ports, stores and settings of its own. */
export interface Instance {
  databaseName: string;
  queuePrefix: string;
  localDir: string;
  urls: {
    api: string;
    console: string;
    sandbox: string;
    /** The gateway as connectors call it. */
    sandboxApi: string;
    /** Each web process by its name, past the router. */
    webs: Record<string, string>;
    /** `/metrics` of each process, by name. */
    metrics: Record<string, string>;
  };
  specs: ProcessSpec[];
  /** What is started at once; the others wait for `start(name)`. */
  started: string[];
  /** Where a router leads, when there are several web processes. */
  router: { port: number; targets: number[] } | null;
}

const second = (name: string) => `${name}-2`;

/** The same server, another database. */
function withDatabase(uri: string, name: string): string {
  const url = new URL(uri);
  url.pathname = `/${name}`;
  return url.href;
}

const portsFor = async (names: string[]): Promise<Record<string, string>> =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, String(await freePort())] as const)));

const local = (port: string | undefined) => `http://127.0.0.1:${port}`;

/** A line of the Procfile, without a build. */
const fromSources = (command: string): string => command.replace(/dist\/(\S+)\.js/, '--import=tsx $1.ts');

/** Decides everything, starts nothing. */
export async function prepareInstance(options: InstanceOptions): Promise<Instance> {
  const { env: wanted = {}, processes, twice = [], others = [], sources } = options;
  const name = `t-${randomBytes(5).toString('hex')}`;
  const procfile = readProcfile();
  const lines: OtherProcess[] = [
    ...Object.keys(procfile).map((process) => ({ name: process, like: process, env: {} })),
    ...twice.map((process) => ({ name: second(process), like: process, env: {} })),
    ...others,
  ];
  const names = lines.map((line) => line.name);
  const ports = await portsFor(['PORT', 'CONSOLE_PORT', 'SANDBOX_PORT', 'SANDBOX_API_PORT']);
  const metricsPorts = await portsFor(names);
  const webs = lines.filter(({ like }) => like === 'web').map((line) => line.name);
  const webPorts = await portsFor(webs);
  if (!twice.includes('web') && ports.PORT) webPorts.web = ports.PORT;
  const localDir = mkdtempSync(join(tmpdir(), 'tollgate-'));
  const databaseName = name.replace('-', '_');
  const { MONGODB_URI = '', ...rest } = { MONGODB_URI: process.env.MONGODB_URI, ...wanted };
  const urls = {
    api: local(ports.PORT),
    console: local(ports.CONSOLE_PORT),
    sandbox: local(ports.SANDBOX_PORT),
    sandboxApi: local(ports.SANDBOX_API_PORT),
    webs: Object.fromEntries(webs.map((web) => [web, local(webPorts[web])])),
    metrics: Object.fromEntries(names.map((process) => [process, `${local(metricsPorts[process])}/metrics`])),
  };
  const env: Record<string, string> = {
    ...FAST,
    ...ports,
    LOCAL_DIR: localDir,
    QUEUE_PREFIX: `{${name}}`,
    PUBLIC_URL: urls.api,
    ...rest,
    MONGODB_URI: withDatabase(MONGODB_URI, databaseName),
  };
  const health: Record<string, string> = {
    ...Object.fromEntries(webs.map((web) => [web, `${urls.webs[web]}/readyz`])),
    console: `${urls.console}/readyz`,
    sandbox: `${urls.sandbox}/healthz`,
  };
  const specs = lines.map(({ name: process, like, env: own }) => ({
    name: process,
    command: sources ? fromSources(procfile[like] ?? '') : (procfile[like] ?? ''),
    cwd: sources,
    env: {
      ...globalThis.process.env,
      ...env,
      METRICS_PORT: metricsPorts[process],
      ...(webPorts[process] && { PORT: webPorts[process] }),
      ...own,
    },
    isHealthy: () => answersOk(health[process] ?? `${local(metricsPorts[process])}/healthz`),
  }));
  const chosen = processes ?? Object.keys(procfile);
  return {
    databaseName,
    queuePrefix: `{${name}}`,
    localDir,
    urls,
    specs,
    started: [...chosen, ...twice.map(second)],
    router: twice.includes('web')
      ? { port: Number(ports.PORT), targets: ['web', second('web')].map((web) => Number(webPorts[web])) }
      : null,
  };
}
