import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { ROOT } from '../../config/root.js';
import { verifyOperator } from '../../src/console/operators/operators.js';
import { connectDatabase } from '../../src/database/client.js';
import { auditOf } from './console.js';

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** @param input what it reads on standard input */
const operatorReading = (input: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const command = ['dist/scripts/operator.js', ...args];
    const { stdin } = execFile(process.execPath, command, { cwd: ROOT }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
    stdin?.on('error', () => undefined).end(input); // one that is refused at once reads nothing
  });

const operator = (...args: string[]): Promise<Ended> => operatorReading('', ...args);

describe('the operator command', () => {
  before(connectDatabase);

  it('makes, lists and disables operators', async () => {
    const email = `cli-${Date.now()}@example.com`;
    const made = await operator(
      'create',
      '--email',
      email,
      '--role',
      'viewer',
      '--password',
      'twelve or more',
      '--json',
    );
    expect(made.code, made.stderr).to.equal(0);
    expect(JSON.parse(made.stdout))
      .to.include({ email, role: 'viewer' })
      .and.have.keys('id', 'email', 'role', 'api_token');
    expect(await verifyOperator(email, 'twelve or more')).to.have.property('role', 'viewer');

    const again = await operator('create', '--email', email, '--role', 'viewer', '--password', 'twelve or more');
    expect(again).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: `operator: There is already an operator with the e-mail ${email}: npm run operator gives another password by change --password, and another API token by rotate-token\n`,
    });
    const changed = await operator('change', '--email', email, '--role', 'reviewer', '--password', 'another twelve');
    expect(changed).to.deep.equal({ code: 0, stdout: `${email} is changed\n`, stderr: '' });
    expect(await verifyOperator(email, 'another twelve')).to.have.property('role', 'reviewer');
    expect((await operator('disable', '--email', email)).code).to.equal(0);
    expect((await operator('list')).stdout).to.match(new RegExp(`reviewer +${email} +disabled`));
    expect(await verifyOperator(email, 'another twelve')).to.equal(null);
    expect(await operator('rotate-token', '--email', email)).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: `operator: ${email} is disabled: enable first, which ends every token of before\n`,
    });

    const { id } = JSON.parse(made.stdout) as { id: string };
    const trail = (await auditOf(id)).map((line) => [line.action, line.email, line.details]);
    expect(trail).to.deep.equal([
      ['operator.disabled', 'cli', {}],
      ['operator.changed', 'cli', { role: 'reviewer', password: 'changed' }],
      ['operator.created', 'cli', { email, role: 'viewer' }],
    ]);

    const enable = async () => (await operator('enable', '--email', email)).stdout;
    expect(await enable()).to.equal(`${email} may come in again, by password; rotate-token makes a new API token\n`);
    expect(await enable()).to.equal(`${email} was not disabled: nothing has changed\n`);
    expect((await auditOf(id)).map(({ action }) => action)).to.deep.equal([
      'operator.enabled',
      ...trail.map(([action]) => action),
    ]);
  });

  it('takes a password from standard input, where no list of processes shows it', async () => {
    const who = ['--email', `stdin-${Date.now()}@example.com`];
    const [, email = ''] = who;
    const made = await operatorReading('twelve or more\n', 'create', ...who, '--role', 'viewer', '--password-stdin');
    expect(made.code, made.stderr).to.equal(0);
    expect(made.stdout).to.not.include('twelve');
    expect(await verifyOperator(email, 'twelve or more')).to.have.property('role', 'viewer');
    expect(await operatorReading('another twelve\r\n', 'change', ...who, '--password-stdin')).to.include({ code: 0 });
    expect(await verifyOperator(email, 'another twelve')).to.have.property('role', 'viewer');

    const [none, nothing, both] = await Promise.all([
      operator('create', '--email', `no-${email}`, '--role', 'viewer', '--password-stdin'),
      operator('change', ...who, '--role', 'admin', '--password-stdin'),
      operator('change', ...who, '--password', 'twelve or more', '--password-stdin'),
    ]);
    for (const refused of [none, nothing])
      expect(refused).to.include({ code: 1, stderr: 'operator: password is required\n' });
    expect(both).to.include({ code: 2, stdout: '' });
  });

  it('says what is wrong, and ends with 2 when it was not understood', async () => {
    const email = ['--email', 'x@example.com'];
    const [wrong, short, nothing, help] = await Promise.all([
      operator('create', ...email, '--role', 'king'),
      operator('create', ...email, '--role', 'admin', '--password', 'short'),
      operator('change', ...email),
      operator('--help'),
    ]);
    expect(wrong.code).to.equal(2);
    expect(wrong.stderr).to.include('Allowed choices are viewer, reviewer, admin');
    expect(short).to.include({ code: 1, stderr: 'operator: password must have at least 12 characters\n' });
    expect(nothing).to.include({ code: 1, stderr: 'operator: a new role or a new password is needed\n' });
    expect(help.code).to.equal(0);
  });
});
