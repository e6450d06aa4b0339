import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ROOT } from '../../config/root.js';
import { until } from '../../scripts/until.js';

/** A process that can be started, and started again, under a name. */
export interface ProcessSpec {
  name: string;
  /** A line for the shell, as the Procfile has it. */
  command: string;
  env: NodeJS.ProcessEnv;
  /** Where it runs; absent: here. */
  cwd?: string | undefined;
  isHealthy: () => Promise<boolean>;
}

/** How a process ended. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

const HEALTHY_WITHIN_MS = 120_000;
/** Twenty may start at once, which is work enough without being asked all the time. */
const LOOK_EVERY_MS = 50;

/** What a process ends with that crashed, as when no store answered while it started. Platforms start it again. */
const CRASHED = 1;
const MOST_STARTS = 3;

/** Signals that end no process of ours; the last one is for faults-inside.mjs. */
const GOES_ON: NodeJS.Signals[] = ['SIGSTOP', 'SIGCONT', 'SIGUSR2'];

const alive = new Set<ChildProcess>();

// Whatever way the tests end, nothing of theirs goes on: neither when a hook was never run, nor after a SIGTERM.
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});
process.once('SIGTERM', () => process.exit(143));

/** Real processes with everything that they print. They stay in our process group, so that they die with it. */
export class ChildProcesses {
  readonly #specs: Map<string, ProcessSpec>;
  readonly #children = new Map<string, ChildProcess>();
  readonly #ends: Record<string, Ended> = {};
  readonly #printed: { name: string; line: string }[] = [];

  constructor(specs: ProcessSpec[]) {
    this.#specs = new Map(specs.map((spec) => [spec.name, spec]));
  }

  /**
   * Starts a process and waits until it is healthy.
   * @param logsTo a file for what it prints, which is then not in logs()
   * @throws with what it printed, when it ends instead
   */
  async start(name: string, logsTo?: string): Promise<void> {
    const spec = this.#specs.get(name);
    if (!spec) throw new Error(`There is no process "${name}"`);
    if (this.#children.has(name)) throw new Error(`${name} runs already`);
    let child = this.#spawn(spec, logsTo);
    let starts = 1;
    await until(
      `${name} is healthy`,
      async () => {
        if (!alive.has(child)) {
          if (child.exitCode !== CRASHED || starts === MOST_STARTS)
            throw new Error(`${name} ended (${child.exitCode}) instead:\n${this.logs(name)}`);
          starts += 1;
          child = this.#spawn(spec, logsTo);
        }
        return spec.isHealthy();
      },
      HEALTHY_WITHIN_MS,
      LOOK_EVERY_MS,
    );
  }

  #spawn({ name, command, env, cwd = ROOT }: ProcessSpec, logsTo?: string): ChildProcess {
    // exec: the pid is the process's own
    const child = spawn('/bin/sh', ['-c', `exec ${command}${logsTo ? ` >${logsTo}` : ''}`], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.set(name, child);
    alive.add(child);
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => this.#printed.push({ name, line }));
    child.once('close', () => {
      alive.delete(child);
      this.#ends[name] = { code: child.exitCode, signal: child.signalCode };
      if (this.#children.get(name) === child) this.#children.delete(name);
    });
    return child;
  }

  /** Sends a signal and, when it is one that ends a process, waits for the end and for the last line. */
  async kill(name: string, signal: NodeJS.Signals): Promise<Ended> {
    const child = this.#children.get(name);
    if (!child) throw new Error(`${name} does not run`);
    const closed = GOES_ON.includes(signal) ? undefined : once(child, 'close');
    child.kill(signal);
    await closed;
    return { code: child.exitCode, signal: child.signalCode };
  }

  /** Ends everything at once. */
  async killAll(): Promise<void> {
    await Promise.all([...this.#children.keys()].map((name) => this.kill(name, 'SIGKILL')));
  }

  /** The pids of what runs, by name. */
  pids(): Record<string, number> {
    return Object.fromEntries([...this.#children].flatMap(([name, { pid }]) => (pid ? [[name, pid]] : [])));
  }

  /** How each process ended that ended last under its name. */
  ends(): Record<string, Ended> {
    return { ...this.#ends };
  }

  /** Every line printed so far, of one process or of all, restarts included. */
  logs(name?: string): string {
    const lines = name === undefined ? this.#printed : this.#printed.filter((printed) => printed.name === name);
    return lines.map(({ line }) => `${line}\n`).join('');
  }
}
