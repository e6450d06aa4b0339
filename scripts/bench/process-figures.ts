import { readFileSync } from 'node:fs';

/** What a process has used so far. Linux only, as are the stores that ./scripts/up starts. */
export interface Usage {
  /** Resident memory, in MB. */
  rss: number;
  /** Processor time, in milliseconds: unlike a duration it says the same on a machine that has other things to do. */
  cpu: number;
}

const TICK_MS = 10; // USER_HZ is 100 on every Linux

/** Resident memory and processor time of a process. */
export function usageOf(pid: number): Usage {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  // The name, which may hold anything, ends at the last bracket; utime and stime are the 12th and 13th after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return {
    rss: Math.round(Number(kilobytes) / 1024),
    cpu: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
  };
}
