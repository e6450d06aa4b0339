import { readdirSync, readFileSync } from 'node:fs';

/** What a process has used so far. Linux only, as are the stores that ./scripts/up starts. */
export interface Usage {
  /** Resident memory, in MB. */
  rss: number;
  /** Processor time, in milliseconds: unlike a duration it says the same on a machine that has other things to do. */
  cpu: number;
}

const TICK_MS = 10; // USER_HZ is 100 on every Linux

// The name, which may hold anything, ends at the last bracket; what follows is the 3rd field of proc(5) and on.
const fieldsOf = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];

const ticks = (fields: string[], ...numbers: number[]): number =>
  numbers.reduce((sum, number) => sum + Number(fields[number - 3] ?? 0), 0);

/** Resident memory and processor time of a process. */
export function usageOf(pid: number): Usage {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { rss: Math.round(Number(kilobytes) / 1024), cpu: ticks(fieldsOf(pid), 14, 15) * TICK_MS };
}

/** How often a process has gone to sleep and was woken again: voluntary context switches of its main thread. */
export const wakeUpsOf = (pid: number): number =>
  Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Every process of the machine with the fields of its stat, by pid. */
function allProcesses(): Map<string, string[]> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.flatMap((pid) => fieldsUnlessEnded(pid)));
}

function fieldsUnlessEnded(pid: string): [string, string[]][] {
  try {
    return [[pid, fieldsOf(pid)]];
  } catch {
    return []; // it has ended since the folder was read
  }
}

/**
 * Processor time, in ms, of a server that forks a process for each connection: its own, that of its children, and that
 * of children which have ended.
 */
export function cpuOfTree(pid: number, processes = allProcesses()): number {
  const children = [...processes].filter(([, fields]) => fields[1] === String(pid));
  const live = children.reduce((sum, [child]) => sum + cpuOfTree(Number(child), processes), 0);
  return ticks(processes.get(String(pid)) ?? [], 14, 15, 16, 17) * TICK_MS + live;
}
