import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { createConcurrently, type Command, type ConcurrentlyCommandInput } from 'concurrently';
import { EX_CONFIG } from '../../config/index.js';
import { printEvent, say } from './print.js';

const RESTART_MS = 1000;
const LONGEST_RESTART_MS = 15_000;
/** A process that ran so long before it died is started again at once, like a first time. */
const HEALTHY_MS = 10_000;

interface Started {
  command: Command;
  startedAt: number;
  deaths: number;
  /** Until it is started again. */
  pause?: NodeJS.Timeout;
}

/**
 * Runs processes as a dyno manager would: each with its environment, its output line by line, and started again when
 * it dies. A process group each, so that the terminal's Ctrl-C reaches us alone and we stop them in order.
 */
export class Processes {
  readonly #started = new Map<string, Started>();
  #stopping = false;
  /** Set while everything is being started. */
  #refuse: ((fault: Error) => void) | null = null;

  constructor(
    inputs: (ConcurrentlyCommandInput & { name: string; command: string })[],
    private readonly onChange: () => void,
  ) {
    const { commands, result } = createConcurrently(inputs, {
      controllers: [],
      spawn: (command, options) =>
        spawn(`exec ${command}`, { ...options, shell: '/bin/sh', detached: true, stdio: ['ignore', 'pipe', 'pipe'] }),
      kill: (pid, signal) => process.kill(-pid, signal),
    });
    result.catch(() => undefined); // how each of them ended is told where it ends
    for (const command of commands) this.#follow(command);
  }

  #follow(command: Command): void {
    const { name } = command;
    this.#started.set(name, { command, startedAt: Date.now(), deaths: 0 });
    for (const output of [command.stdout, command.stderr]) {
      const lines = new PassThrough();
      output.subscribe((chunk) => lines.write(chunk));
      createInterface({ input: lines }).on('line', (line) => printEvent(name, line));
    }
    command.close.subscribe(({ exitCode }) => this.#onDeath(name, exitCode));
  }

  #onDeath(name: string, exitCode: string | number): void {
    const started = this.#started.get(name);
    if (this.#stopping || !started) return;
    if (exitCode === EX_CONFIG && this.#refuse)
      return this.#refuse(new Error(`${name} cannot run with these settings: it has said above what is wrong`));
    const deaths = Date.now() - started.startedAt > HEALTHY_MS ? 0 : started.deaths;
    const wait = Math.min(deaths * RESTART_MS, LONGEST_RESTART_MS);
    say('up', `${name} has ended (${exitCode}): starting it again${wait > 0 ? ` in ${wait / 1000} s` : ''}`);
    this.onChange();
    started.pause = setTimeout(() => this.#startAgain(name, deaths + 1), wait);
  }

  #startAgain(name: string, deaths: number): void {
    const started = this.#started.get(name);
    if (this.#stopping || !started) return;
    clearTimeout(started.pause);
    this.#started.set(name, { command: started.command, startedAt: Date.now(), deaths });
    started.command.start();
    this.onChange();
  }

  /** Starts everything again, at once, with what is built now. What has not ended in time is killed. */
  async restart(limitMs: number): Promise<void> {
    const all = [...this.#started];
    for (const [name, { command }] of all) if (!this.#runs(command)) this.#startAgain(name, 0);
    const running = all.filter(([, { command }]) => this.#runs(command));
    // No death to wait after.
    for (const [, started] of running) started.startedAt = -Infinity;
    await this.#end(
      running.map(([, { command }]) => command),
      limitMs,
    );
  }

  /**
   * Waits for what belongs to the start. A process that refuses its settings meanwhile would do so for ever.
   * @throws when one does
   */
  async whileStarting<T>(work: () => Promise<T>): Promise<T> {
    const refused = new Promise<never>((_, reject) => (this.#refuse = reject));
    try {
      return await Promise.race([work(), refused]);
    } finally {
      this.#refuse = null;
    }
  }

  /** The pids of what runs at this moment, by name. */
  pids(): Record<string, number[]> {
    const entries = [...this.#started].map(
      ([name, { command }]) => [name, this.#runs(command) && command.pid ? [command.pid] : []] as const,
    );
    return Object.fromEntries(entries);
  }

  #runs(command: Command): boolean {
    return command.state === 'started';
  }

  /** Ends the named processes together and waits for them; what has not ended in time is killed. */
  async stop(names: string[], limitMs: number): Promise<void> {
    this.#stopping = true;
    const running = names
      .flatMap((name) => this.#started.get(name)?.command ?? [])
      .filter((command) => this.#runs(command));
    await this.#end(running, limitMs);
  }

  async #end(commands: Command[], limitMs: number): Promise<void> {
    const left = new Set(commands);
    const ended = commands.map(
      (command) => new Promise<void>((resolve) => command.close.subscribe(() => resolve(void left.delete(command)))),
    );
    for (const command of commands) command.kill('SIGTERM');
    const timer = setTimeout(() => left.forEach((command) => command.kill('SIGKILL')), limitMs);
    await Promise.all(ended);
    clearTimeout(timer);
  }
}
