import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

type Command = [name: string, ...args: string[]];

/** A language that the documentation verifies notifications in. */
export interface Language {
  name: string;
  file: string;
  /** What must run, and what is said when it does not. */
  needs: [command: Command, otherwise: string][];
  /** The published library, and what gets it into the folder where they run. */
  library?: { name: string; get: Command[] };
  build?: Command;
  serve: (port: number) => Command;
}

const GO_MODULE = 'github.com/standard-webhooks/standard-webhooks/libraries@v0.0.1';

const PATIENCE_MS = 120_000;

const works = ([name, ...args]: Command): boolean => spawnSync(name, args, { timeout: PATIENCE_MS }).status === 0;

/** Where there is no composer: all of the project's libraries lie in its Go module, that for PHP with a loader of its own. */
const PHP_FROM_GO: Command[] = [
  ['sh', '-c', `GOMODCACHE="$PWD/modules" go mod download -modcacherw ${GO_MODULE}`],
  ['mkdir', 'vendor'],
  ['sh', '-c', `echo '<?php require __DIR__ . "/../modules/${GO_MODULE}/php/init.php";' > vendor/autoload.php`],
];

const hasComposer = works(['composer', '--version']);

export const LANGUAGES: Language[] = [
  { name: 'TypeScript', file: 'receiver.ts', needs: [], serve: () => [process.execPath, '--import', 'tsx', 'receiver.ts'] },
  {
    name: 'Python',
    file: 'receiver.py',
    needs: [
      [['python3', '--version'], 'there is no python3'],
      [['python3', '-m', 'pip', '--version'], 'python3 has no pip'],
    ],
    library: {
      name: 'python-1.1.0',
      get: [['python3', '-m', 'pip', 'install', '-q', '--retries', '1', '--timeout', '5', '--target', '.', 'standardwebhooks==1.1.0']],
    },
    serve: () => ['python3', 'receiver.py'],
  },
  {
    name: 'Go',
    file: 'receiver.go',
    needs: [[['go', 'version'], 'there is no go']],
    library: {
      name: 'go-0.0.1',
      get: [
        ['go', 'mod', 'init', 'shop'],
        ['go', 'get', GO_MODULE],
      ],
    },
    build: ['go', 'build', '-o', 'receiver', 'receiver.go'],
    serve: () => ['./receiver'],
  },
  {
    name: 'PHP',
    file: 'receiver.php',
    needs: [
      [['php', '--version'], 'there is no php'],
      ...(hasComposer ? [] : [[['go', 'version'], 'there is neither composer nor go'] satisfies Language['needs'][number]]),
    ],
    library: hasComposer
      ? { name: 'php', get: [['composer', 'require', '-q', '-n', 'standard-webhooks/standard-webhooks']] }
      : { name: 'php-0.0.1', get: PHP_FROM_GO },
    serve: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
];

/** What package managers say when it is the way to their registry that is missing. */
const UNREACHABLE =
  /time(d )?out|resolution|resolve|no such host|unreachable|refused|reset by peer|dial tcp|disabled by GOPROXY|proxyconnect|NewConnectionError|\b(429|50[0234])\b|bad gateway|too many requests/i;

/** As scripts/lib.sh has it: kept for every checkout, so that a library is got once. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tollgate', 'standard-webhooks');

export const libraryFolder = ({ library }: Language): string | null => library && join(CACHE, library.name) || null;

/** @returns null, or that the registry is out of reach. @throws with what the command said, when it failed otherwise */
function run([name, ...args]: Command, cwd: string): string | null {
  const { status, stdout, stderr, error } = spawnSync(name, args, { cwd, timeout: PATIENCE_MS, encoding: 'utf8' });
  if (status === 0) return null;
  const said = `${stdout}${stderr}${error?.message ?? ''}`.trim();
  if (error || UNREACHABLE.test(said)) return `its registry is out of reach (${name})`;
  throw new Error(`${name} ${args.join(' ')} failed: ${said}`);
}

/**
 * Sees to the library of a language whose runtime is on the machine.
 * @returns null when its program can be run, else why not: no runtime, or no way to its registry
 * @throws when the runtime and the registry are there and the library is not to be had
 */
export function prepare(language: Language): string | null {
  const missing = language.needs.find(([command]) => !works(command));
  if (missing) return missing[1];
  const folder = libraryFolder(language);
  if (!folder || existsSync(folder)) return null;
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(join(CACHE, 'getting-'));
  try {
    for (const command of language.library?.get ?? []) {
      const reason = run(command, unfinished);
      if (reason !== null) return reason;
    }
    if (!existsSync(folder)) renameSync(unfinished, folder); // else another run was first
    return null;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
