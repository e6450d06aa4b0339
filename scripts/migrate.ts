import { actionsOf, addCommand, commandLine, parse } from './command-line.js';

const act = actionsOf(() => import('./migrate/migrations.js'));

const program = commandLine('migrate', 'Brings records of earlier versions up to date');

addCommand(
  program,
  'run',
  'fill what records from before lack, drop what nobody reads by any more; may be interrupted and run again',
).action(act(({ migrate }) => migrate()));

await parse(program);
