import { expect } from 'chai';
import { checkSandbox } from '../../src/connectors/sandbox/check.js';
import { createSandboxLedger } from '../../src/connectors/sandbox/ledger.js';
import { SANDBOX_API_KEY, startSandbox, type SandboxProcess } from '../support/sandbox.js';

describe('the check of an account at the sandbox', () => {
  let sandbox: SandboxProcess;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.stop());

  const check = (apiKey: string) => checkSandbox(createSandboxLedger({ apiUrl: sandbox.apiUrl, apiKey, timeout: 5 }));

  it('finds what that of every other gateway finds', async () => {
    const findings = await check(SANDBOX_API_KEY);
    expect(findings.map(({ name, ok }) => [name, ok])).to.deep.equal(
      ['reachable', 'authenticated', 'mode', 'webhook', 'currencies'].map((name) => [name, true]),
    );
  });

  it('says what to do when the key is another one', async () => {
    const [finding, ...others] = await check(`${SANDBOX_API_KEY}-not`);
    expect(others).to.deep.equal([]);
    expect(finding)
      .to.include({ ok: false })
      .and.have.property('text')
      .that.includes('SANDBOX_API_KEY the same there?');
  });
});
