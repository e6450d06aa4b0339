import { readFileSync } from 'node:fs';

/** Fields of the first line of /proc/stat, see proc(5): ticks of all cores. */
function readTicks(): { used: number; stolen: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = line.split(/ +/).map(Number);
  return { used: user + nice + system + irq + softirq, stolen };
}

/**
 * On a virtual machine the host may let others run while something here wants a core. Nothing measured meanwhile is ours
 * alone.
 * @returns what tells how much of the processor time that was wanted since then was not given, in percent
 */
export function watchStolenTime(): () => number {
  const before = readTicks();
  return () => {
    const now = readTicks();
    const [used, stolen] = [now.used - before.used, now.stolen - before.stolen];
    return used + stolen === 0 ? 0 : (100 * stolen) / (used + stolen);
  };
}
