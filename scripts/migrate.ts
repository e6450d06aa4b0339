import type { Command } from 'commander';
import { migrate } from './migrate/migrations.js';
import { addCommand, commandLine, parse, runCommand } from './command-line.js';

const program = commandLine('migrate', 'Brings records of earlier versions up to date');

addCommand(
  program,
  'run',
  'fill what records from before lack, drop what nobody reads by any more; may be interrupted and run again',
).action((_options, command: Command) => runCommand(command, migrate));

await parse(program);
