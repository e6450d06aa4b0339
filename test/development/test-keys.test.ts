import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';

describe('npm run test-keys', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'test-keys-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = () => {
    return spawnSync(process.execPath, ['dist/scripts/print-test-keys.js'], {
      cwd: ROOT,
      env: { ...process.env, LOCAL_DIR: folder },
      encoding: 'utf8',
    });
  };

  it('gives a shell the URL and the keys of what runs on LOCAL_DIR, under the names of the guides', () => {
    const merchant = { public_key: 'pk_test_1', secret_key: 'whsec_2' };
    writeFileSync(join(folder, 'ready.json'), JSON.stringify({ api_url: 'http://127.0.0.1:3', merchant }));
    const said =
      "export TOLLGATE_URL='http://127.0.0.1:3'\nexport TOLLGATE_KEY='pk_test_1'\nexport TOLLGATE_SECRET='whsec_2'\n";
    expect(run()).to.include({ status: 0, stdout: said, stderr: '' });
  });

  it('says where it looked when nothing runs there', () => {
    const { status, stdout, stderr } = run();
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    expect(stderr).to.include(`no Tollgate runs on ${folder}:`).and.include('./scripts/up');
  });
});
