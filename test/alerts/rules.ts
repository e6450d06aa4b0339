import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';

const read = (name: string) => readFileSync(join(ROOT, 'monitoring', name), 'utf8');

/** What stands for a duration in the rules and in the configuration: a wait, a window, an interval. */
const DURATION = /((?:\bfor|evaluation_interval): |\[)(\d+)(s|m|h)\b/g;
/** No scrape may take longer than its interval, and the console needs 2 s to know that MongoDB is away. */
const SCRAPES = 'scrape_interval: 3s';
const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Divides every duration; thresholds stay as they are. */
const sooner = (yaml: string, factor: number): string =>
  yaml.replace(DURATION, (_, before: string, number: string, unit: keyof typeof UNIT_MS) => {
    return `${before}${Math.round((Number(number) * UNIT_MS[unit]) / factor)}ms`;
  });

/** The names of monitoring/alerts.yml, in their order. */
export const alertNames = (): string[] =>
  [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

/** monitoring/alerts.yml with every `for` and every window divided by the factor. */
export const rulesFor = (factor: number): string => sooner(read('alerts.yml'), factor);

/** monitoring/prometheus.yml, scraping these targets (host:port) more often. */
export const configurationFor = (factor: number, targets: string[]): string =>
  sooner(read('prometheus.yml'), factor)
    .replace(/scrape_interval: \w+/, SCRAPES)
    .replace(/targets: \[.*\]/, `targets: ${JSON.stringify(targets)}`);
