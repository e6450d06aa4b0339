import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';

interface Package {
  version: string;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
}

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const manifest = JSON.parse(read('package.json')) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

/** These want to run a script when they are installed, which .npmrc lets nobody do; they work without. */
const WITH_SCRIPT = ['node_modules/esbuild', 'node_modules/msgpackr-extract'];

/** Terms that ask for nothing but a notice; MPL-2.0 asks for the source of its own files, which we do not change. */
const LICENSES =
  /^\(?(MIT|MIT\/X11|Apache-2\.0|BSD-[23]-Clause|ISC|0BSD|CC0-1\.0|BlueOak-1\.0\.0|Python-2\.0|PSF-2\.0|MPL-2\.0|Unlicense)( OR .*)?$/;

// What can be held without asking anybody; `npm run audit` asks the registry for known holes.
describe('the packages that we build upon', () => {
  it('are named in exact versions', () => {
    const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).to.deep.equal([]);
    for (const [name, version] of wanted)
      expect(lock.packages[`node_modules/${name}`]?.version, name).to.equal(version);
  });

  it('are locked by a hash of what was installed, each of them', () => {
    expect(packages.length).to.be.at.least(100);
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).to.deep.equal([]);
  });

  it('run nothing when they are installed', () => {
    expect(read('.npmrc').split('\n')).to.include('ignore-scripts=true');
    const found = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    expect(found).to.have.members(WITH_SCRIPT);
  });

  it('may be used under terms that we keep', () => {
    const others = packages.filter(([, { license = 'none' }]) => !LICENSES.test(license));
    expect(others.map(([path, { license }]) => `${path}: ${license}`)).to.deep.equal([]);
  });
});
