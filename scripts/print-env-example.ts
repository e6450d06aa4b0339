import { envExample } from '../config/env-example.js';
import { commandLine, parse } from './command-line.js';

const program = commandLine('env-example', 'Prints every setting, as in .env.example').action(
  () => void process.stdout.write(envExample()),
);

await parse(program);
