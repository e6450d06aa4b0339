import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';

interface Launch {
  name: string;
  program: string;
}

const { configurations } = JSON.parse(readFileSync(join(ROOT, '.vscode/launch.json'), 'utf8')) as {
  configurations: Launch[];
};

describe('.vscode/launch.json', () => {
  for (const { name, program } of configurations)
    it(`starts what is there: ${name}`, () => {
      const path = program.replace('${workspaceFolder}', ROOT);
      expect(existsSync(path), program).to.equal(true);
    });
});
