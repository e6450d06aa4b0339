import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localDirOf, readEnvironment } from '../config/environment.js';
import { commandLine, parse } from './command-line.js';

// For a shell beside ./scripts/up: eval "$(npm run --silent test-keys)" sets what the guides name.

interface Ready {
  api_url: string;
  merchant: { public_key: string; secret_key: string };
}

const program = commandLine('test-keys', 'Prints the keys of a running ./scripts/up, for a shell').action(() => {
  const folder = localDirOf(readEnvironment(process.env));
  const file = join(folder, 'ready.json');

  if (existsSync(file)) {
    const { api_url, merchant } = JSON.parse(readFileSync(file, 'utf8')) as Ready; // written by ./scripts/up
    const names = {
      TOLLGATE_URL: api_url,
      TOLLGATE_KEY: merchant.public_key,
      TOLLGATE_SECRET: merchant.secret_key,
    };
    for (const [name, value] of Object.entries(names)) console.log(`export ${name}='${value}'`);
  } else {
    console.error(
      `test-keys: no Tollgate runs on ${folder}: start ./scripts/up, or set LOCAL_DIR to the folder that it has`,
    );
    process.exitCode = 1;
  }
});

await parse(program);
