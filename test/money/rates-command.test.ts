import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../../config/root.js';
import { findAudit } from '../../src/console/audit/audit.js';
import { connectDatabase } from '../../src/database/client.js';
import { rates } from '../../src/money/rates.js';

const run = promisify(execFile);

/** `npm run rates -- …`, as ./scripts/test has built it. */
const command = (...args: string[]) => run(process.execPath, ['dist/scripts/rates.js', ...args], { cwd: ROOT });

describe('the rates command', () => {
  const CURRENCY = 'ISK'; // no other test's
  before(connectDatabase);
  after(() => rates.deleteOne({ _id: CURRENCY }));

  it('sets a rate, lists it, and leaves a line in the audit trail', async () => {
    await command('set', CURRENCY, '13925', '--source', 'treasury');
    const set = await command('set', CURRENCY, '139.25', '--source', 'treasury', '--json');
    expect(JSON.parse(set.stdout)).to.include({ value: '139.25', before: '13925' });
    const { stdout } = await command('list', '--json');
    const listed = JSON.parse(stdout) as { currency: string; value: string }[]; // what the command prints
    expect(listed.find(({ currency }) => currency === CURRENCY)).to.include({ value: '139.25', source: 'treasury' });
    const inWords = /^currency +ISK\nvalue +139\.25\nsource +treasury\nat +20\d\d-\d\d-\d\dT[\d:.]+Z$/m;
    expect((await command('list')).stdout).to.match(inWords);
    const [line] = (await findAudit({ object: CURRENCY })).page;
    expect(line).to.deep.include({
      action: 'rate.set',
      email: 'cli',
      details: { value: '139.25', before: '13925', source: 'treasury' },
    });
  });
});
