import { percentile } from '../figures.js';
import type { Flood } from './measure.js';

const whole = (value: number): string => (Number.isFinite(value) ? value.toFixed(0) : '–');

function row(what: string, times: number[], seconds: number): string {
  const [p50, p99, most] = [percentile(times, 0.5), percentile(times, 0.99), percentile(times, 1)];
  return `| ${what} | ${times.length} | ${whole(times.length / seconds)} | ${whole(p50)} | ${whole(p99)} | ${whole(most)} |`;
}

/** What a flood did, as Markdown. */
export function floodTable(flood: Flood): string {
  const { best, knee, flooded, stored, done, told, doubles, toldP50, toldP95, underWay, quietAfter, memory } = flood;
  const { offered, seconds, taken, refused, others } = flooded;
  const perSecond = offered / seconds;
  const share = done / seconds / best;
  const memories = Object.entries(memory.most).map(([name, most]) => {
    const before = memory.before[name] ?? 0;
    return `| ${name} | ${before} | ${most} | ${(most / before).toFixed(2)} |`;
  });
  return [
    `${whole(perSecond)} initiate calls a second over new connections for ${whole(seconds)} s: ` +
      `${(perSecond / knee).toFixed(1)} times the knee (${whole(knee)}), ${(perSecond / best).toFixed(1)} times the best rate (${whole(best)}).`,
    '',
    '| | calls | a second | p50 ms | p99 ms | most ms |',
    '|---|---|---|---|---|---|',
    `| offered | ${offered} | ${whole(perSecond)} | | | |`,
    row(
      'taken',
      taken.map(({ ms }) => ms),
      seconds,
    ),
    row(
      'refused',
      refused.map(({ ms }) => ms),
      seconds,
    ),
    ...Object.entries(others).map(([what, count]) => `| **${what}** | ${count} | | | | |`),
    ...Object.entries(underWay).map(([what, times]) => row(what, times, seconds)),
    `| done | ${done} | ${whole(done / seconds)}, ${share.toFixed(2)} of the best | | | |`,
    `| told | ${told} | ${doubles} twice | ${whole(toldP50)} | ${whole(toldP95)} (p95) | |`,
    '',
    `Stored: ${stored}. Quiet ${quietAfter.toFixed(1)} s after the flood.`,
    '',
    '| RSS, MB | before | most | ratio |',
    '|---|---|---|---|',
    ...memories,
  ].join('\n');
}
