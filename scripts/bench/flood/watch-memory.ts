import { usageOf } from '../process-figures.js';

const LOOK_MS = 500;

/** Looks at the resident memory of processes until it is stopped. @returns what stops it, and gives the most of each, MB */
export function watchMemory(pids: Record<string, number[]>): () => Record<string, number> {
  const most: Record<string, number> = {};
  function look(): void {
    for (const [name, [pid = 0]] of Object.entries(pids)) most[name] = Math.max(most[name] ?? 0, usageOf(pid).rss);
  }
  look();
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}
