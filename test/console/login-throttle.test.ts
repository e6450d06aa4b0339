import { expect } from 'chai';
import { chargeAttempt, forgiveFailures, loginSubjects, waitAfter } from '../../src/console/session/login-throttle.js';
import { forgetFailures, logIn, startConsole, type TestConsole, theOperator } from './console.js';

describe('console login throttle', () => {
  let console: TestConsole;
  before(async () => {
    console = await startConsole();
  });
  beforeEach(forgetFailures);
  after(() => console.close());

  const fail = (email: string) => logIn(console, email, 'wrong wrong wrong');
  const SECOND = 1 / 60;

  it('doubles the wait with every failure up to a limit, so that no account is locked for ever', () => {
    const waits = Array.from({ length: 12 }, (_, i) => waitAfter(i, { free: 2, longest: 60 }));
    expect(waits).to.deep.equal([0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('makes an account wait longer and longer, says how long, and forgets it after a success', async () => {
    const { email } = await theOperator('viewer');
    for (const typed of [email, email.toUpperCase(), ` ${email}`]) await fail(typed).expect(401);
    const first = await logIn(console, email).expect(429).expect('retry-after', '1');
    expect(first.text).to.include('Too many attempts. Wait 1 second, then try again.');

    console.wait(SECOND);
    await fail(email).expect(401);
    await fail(email).expect(429).expect('retry-after', '2');
    console.wait(2 * SECOND);
    await fail(email).expect(401);
    const third = await fail(email).expect(429).expect('retry-after', '4');
    expect(third.text).to.include('Wait 4 seconds');

    console.wait(4 * SECOND);
    await logIn(console, email).expect(303);
    await fail(email).expect(401);
    await logIn(console, email).expect(303);
  });

  it('throttles an unknown e-mail just the same', async () => {
    for (let i = 0; i < 3; i++) await fail('nobody@example.com').expect(401);
    await fail('nobody@example.com').expect(429).expect('retry-after', '1');
  });

  for (const [what, address, another] of [
    ['an address', '192.0.2.7', '192.0.2.8'],
    ['an IPv4 address, on a socket of both kinds,', '::ffff:192.0.2.7', '::ffff:192.0.2.8'],
  ] as const)
    it(`makes ${what} wait that tries many accounts, and no other`, async () => {
      const subject = (i: number) => loginSubjects(`somebody-${i}@example.com`, address);
      const now = new Date();
      for (let i = 0; i < 11; i++) expect(await chargeAttempt(subject(i), now)).to.equal(0);
      expect(await chargeAttempt(subject(12), now)).to.equal(1);
      expect(await chargeAttempt(loginSubjects('somebody-13@example.com', another), now)).to.equal(0);
      await forgiveFailures(subject(13));
      expect(await chargeAttempt(subject(14), now)).to.equal(0);
    });

  it('keeps nobody out for longer than that when the clock is put back', async () => {
    const subjects = loginSubjects('put-back@example.com', '192.0.2.10');
    const [now, before] = [new Date(), new Date(Date.now() - 2_400_000)]; // after an hour it would be due for removal
    for (let i = 0; i < 3; i++) await chargeAttempt(subjects, now);
    expect(await chargeAttempt(subjects, now)).to.equal(1);
    expect(await chargeAttempt(subjects, before)).to.equal(0);
    expect(await chargeAttempt(subjects, before)).to.equal(2);
  });

  for (const [what, of, longest] of [
    ['a minute for an account, which nobody can keep out for long', 1, 60],
    ['a quarter of an hour for an address', 0, 900],
  ] as const)
    it(`never makes anybody wait for longer than ${what}`, async () => {
      const subjects = loginSubjects('longest@example.com', '192.0.2.11').slice(of, of + 1);
      let now = Date.now();
      const waits: number[] = [];
      for (let failure = 0; failure < 40; failure++) {
        const wait = await chargeAttempt(subjects, new Date(now));
        if (wait > 0) waits.push(wait);
        now += wait * 1000;
      }
      expect(Math.max(...waits)).to.equal(longest);
    });

  it('counts an IPv6 network as one address', () => {
    const id = (address: string) => loginSubjects('a@example.com', address)[0]?._id;
    expect(id('2001:db8:1:2:3:4:5:6')).to.equal(id('2001:db8:1:2::9')).and.not.equal(id('2001:db8:1:3::9'));
  });

  it('does not let many attempts at once be many guesses', async () => {
    const subjects = loginSubjects('crowded@example.com', '192.0.2.9').slice(1);
    const now = new Date();
    const waits = await Promise.all(Array.from({ length: 20 }, () => chargeAttempt(subjects, now)));
    expect(waits.filter((wait) => wait === 0)).to.have.length(3);
  });
});
