import { STORES_ARE_GIVEN } from './environment.js'; // first: what follows may read the configuration as it is loaded
import { relative } from 'node:path';
import type { Context, Suite } from 'mocha';
import { ROOT } from '../../config/root.js';
import { closeAll } from './clean-up.js';
import { kindOf } from './spec-kinds.js';

/** They take seconds at most on a quiet machine, of which a busy one gives a process a fifteenth. */
const UNIT_TIMEOUT_MS = 120_000;

/** Without stores, those who ask them would wait, and then tell of connections instead of the reason. */
function requireStoresFor(spec: string): void {
  if (STORES_ARE_GIVEN) return;
  process.stderr.write(`${spec} needs MongoDB and Redis: run ./scripts/test ${spec}, or npm run test:stores for all\n`);
  process.exit(1);
}

export const mochaHooks = {
  beforeAll(this: Context) {
    const suites: Suite[] = this.test?.parent?.suites ?? [];
    for (const suite of suites) {
      const spec = relative(ROOT, suite.file ?? '');
      if (!spec.endsWith('.test.ts')) continue; // the truth about a gateway needs it alone, and takes its time
      if (kindOf(spec) !== 'unit') requireStoresFor(spec);
      else suite.eachTest((test) => test.timeout(Math.min(test.timeout(), UNIT_TIMEOUT_MS)));
    }
  },
  afterAll: closeAll,
};
