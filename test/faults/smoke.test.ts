import { startTollgate, type Tollgate } from '../support/tollgate.js';
const say = (s: unknown) => process.stderr.write(JSON.stringify(s) + '\n');
describe('smoke', () => {
  let tollgate: Tollgate;
  it('x', async function () {
    this.timeout(60_000);
    const t = Date.now();
    tollgate = await startTollgate();
    say(['started', Date.now() - t, new Date(t)]);
    process.stderr.write(tollgate.logs());
    await tollgate.kill('ipn');
    const t2 = Date.now();
    await tollgate.start('ipn');
    say(Date.now() - t2);
    await tollgate.stop();
  });
});
