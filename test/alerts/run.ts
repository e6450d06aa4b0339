import { setTimeout as pause } from 'node:timers/promises';
import { startFaulty, type FaultyTollgate } from '../faults/faulty-tollgate.js';
import { startPrometheus, type Prometheus } from './prometheus.js';
import { STAGE, type StagedFault } from './staged.js';

/** What became of one alert; seconds. */
export interface AlertRun {
  alert: string;
  fault: string;
  /** From the beginning of the fault; null: it did not fire in time. */
  firedAfter: number | null;
  /** From the moment at which all was well again; null: it went on firing. */
  resolvedAfter: number | null;
}

interface RunOptions {
  faults: StagedFault[];
  /** What every duration of the rules is divided by. */
  factor: number;
  /** Seconds that an alert may take, to fire and to resolve. */
  patience: number;
  /** Hears what happens, a line at a time. */
  log: (line: string) => void;
}

/** Seconds until it is so, or null when the patience is over first. */
async function secondsUntil(patience: number, isSo: () => Promise<boolean>): Promise<number | null> {
  const begun = Date.now();
  const seconds = () => (Date.now() - begun) / 1000;
  while (!(await isSo())) {
    if (seconds() > patience) return null;
    await pause(250);
  }
  return seconds();
}

async function stage(
  { alerts, fault, strike }: StagedFault,
  { patience, log }: RunOptions,
  { faulty, prometheus }: { faulty: FaultyTollgate; prometheus: Prometheus },
): Promise<AlertRun[]> {
  const isFiring = (alert: string) => async () => (await prometheus.firing()).has(alert);
  const isQuiet = async () => (await prometheus.firing()).size === 0;
  if ((await secondsUntil(patience, isQuiet)) === null)
    log(`still firing from before: ${[...(await prometheus.firing())].join(', ')}`);
  log(fault);
  const watched = Promise.all(alerts.map((alert) => secondsUntil(patience, isFiring(alert))));
  const heal = await strike(faulty);
  const fired = await watched;
  log(`firing: ${[...(await prometheus.firing())].join(', ') || 'nothing'}`);
  await heal();
  return Promise.all(
    alerts.map(async (alert, place): Promise<AlertRun> => {
      const resolvedAfter = await secondsUntil(patience, async () => !(await isFiring(alert)()));
      return { alert, fault, firedAfter: fired[place] ?? null, resolvedAfter };
    }),
  );
}

/** Stages each fault in turn against a Tollgate of real processes that a real Prometheus scrapes. */
export async function runAlerts(options: RunOptions): Promise<AlertRun[]> {
  const faulty = await startFaulty({ env: STAGE });
  try {
    const prometheus = await startPrometheus(Object.values(faulty.tollgate.urls.metrics), options.factor);
    options.log(`Prometheus is at ${prometheus.url}`);
    const runs: AlertRun[] = [];
    for (const fault of options.faults) runs.push(...(await stage(fault, options, { faulty, prometheus })));
    return runs;
  } finally {
    await faulty.tollgate.stop();
  }
}

const inSeconds = (seconds: number | null) => (seconds === null ? '**never**' : `${Math.round(seconds)} s`);

/** The result as a table in Markdown. */
export const tableOf = (runs: AlertRun[]): string[] => [
  '| Alert | Fault that was staged | Fired after | Resolved after healing |',
  '|---|---|---|---|',
  ...runs.map(
    ({ alert, fault, firedAfter, resolvedAfter }) =>
      `| \`${alert}\` | ${fault} | ${inSeconds(firedAfter)} | ${inSeconds(resolvedAfter)} |`,
  ),
];

/** Whether every alert has fired and is over. */
export const allCame = (runs: AlertRun[]): boolean =>
  runs.every(({ firedAfter, resolvedAfter }) => firedAfter !== null && resolvedAfter !== null);
