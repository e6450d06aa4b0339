// mongod-binary.mjs FOLDER: prints the path of a real mongod, downloaded to FOLDER unless it is there already.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setInterval } from 'node:timers';
import { MongoBinary } from 'mongodb-memory-server-core/lib/util/MongoBinary.js';

const STALLED_MS = 10_000;

const folder = process.argv[2];
// The library does not check certificates unless npm says so, and what it brings will be run.
process.env.npm_config_strict_ssl = 'true';
// stdout is for the path alone; the library shows its progress there.
console.log = console.error;

// A network that swallows packets would keep the library trying for minutes.
let seen = -1;
let since = Date.now();
setInterval(async () => {
  const size = await bytesIn(folder);
  if (size !== seen) [seen, since] = [size, Date.now()];
  else if (Date.now() - since > STALLED_MS) fail(`nothing came for ${STALLED_MS / 1000} s`);
}, 500).unref();

try {
  const binary = await MongoBinary.getPath({ downloadDir: folder });
  process.stdout.write(binary + '\n', () => process.exit(0));
} catch (error) {
  fail(error.message);
}

async function bytesIn(folder) {
  const names = await readdir(folder, { recursive: true });
  // A file may be gone again by now, renamed to its final name.
  const files = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => ({ size: 0 }))));
  return files.reduce((sum, { size }) => sum + size, 0);
}

function fail(reason) {
  console.error(`stores: mongod was not downloaded: ${String(reason).replace(/\s+/g, ' ')}`);
  process.exit(1);
}
