import { Command, type OptionValues } from 'commander';
import { misuseCode } from './misuse.js';

const READER_GONE = 141; // of 128 + SIGPIPE, which Node.js has no use for
const NOT_WRITTEN = 1;

/** An option whose value was forgotten has taken the next word for it: nobody is called `--json`. */
function requireValues(command: Command): void {
  const given = command.opts<Record<string, unknown>>();
  for (const option of command.options)
    if (command.options.some(({ long }) => long === given[option.attributeName()]))
      command.error(`error: option '${option.flags}' argument missing`);
}

/** A command line whose misuse is exit code 2. */
export const commandLine = (name: string, about: string): Command =>
  new Command(name)
    .description(about)
    .exitOverride()
    .hook('preAction', (_program, command) => requireValues(command))
    .configureHelp({
      showGlobalOptions: true,
      optionTerm: ({ flags, mandatory }) => (mandatory ? `${flags} (required)` : flags),
    });

/** A command that answers in words, or with --json as JSON. */
export const addCommand = (program: Command, name: string, about: string): Command =>
  program.command(name).description(about).option('--json', 'answer in JSON');

/**
 * Makes the actions of a command line out of a module of its own, which is loaded, with the settings and the models behind
 * it, once a command runs: --help and misuse need none of them, and are answered at once.
 *
 *     const act = actionsOf(() => import('./merchant/actions.js'));
 *     addCommand(program, 'suspend', '…').argument('<id>').action(act(({ suspend }, id: string) => suspend(id)));
 *
 * An action is given that module and what commander gives: the arguments, then the options. `words` says for people what
 * came of it: see run-command.ts.
 */
export const actionsOf =
  <Module>(load: () => Promise<Module>) =>
  <Given extends unknown[], T extends object>(
    work: (actions: Module, ...given: Given) => Promise<T>,
    words?: (result: T, options: OptionValues) => string,
  ) =>
    async function (this: Command, ...given: Given): Promise<void> {
      const { runCommand } = await import('./run-command.js'); // first, so that nothing is logged on stdout
      const actions = await load();
      await runCommand(this, () => work(actions, ...given), words);
    };

/** Ends a command that nobody reads any more, or whose answer is lost. */
export function endWithReader(program: Command): void {
  // Before the logger's, to which it is a line lost: whoever reads may have enough, as `head` has. A full disk is told of:
  // what was lost may be a key that is shown this once.
  process.stdout.prependListener('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(READER_GONE);
    console.error(`${program.name()}: This is done, but its answer could not be written (${message})`);
    process.exit(NOT_WRITTEN);
  });
}

export async function parse(program: Command): Promise<void> {
  endWithReader(program);
  try {
    await program.parseAsync();
  } catch (error) {
    const code = misuseCode(error);
    if (code === undefined) throw error;
    process.exitCode = code;
  }
}
