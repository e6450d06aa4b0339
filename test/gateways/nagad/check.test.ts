import { expect } from 'chai';
import { createPublicKey } from 'node:crypto';
import { freePort } from '../../../scripts/development/free-port.js';
import type { NagadAccess } from '../../../src/connectors/nagad/access.js';
import { checkNagad } from '../../../src/connectors/nagad/check.js';
import { nagad as gateway } from '../../../src/connectors/nagad/index.js';
import { credentialFaults } from '../../../src/console/gateways/read-credentials.js';
import { nagadAccess } from './access.js';
import { CREDENTIALS } from './credentials.js';
import { startNagad, type NagadStandIn } from './stand-in.js';
import { pairOfKeys } from './world.js';

describe('the check of an account at Nagad', () => {
  let nagad: NagadStandIn;
  before(async () => {
    nagad = await startNagad();
  });
  after(() => nagad.close());
  afterEach(() => nagad.mend());

  async function faults(changes: Partial<NagadAccess> = {}): Promise<string[]> {
    const findings = await checkNagad(nagadAccess({ apiUrl: nagad.url, timeout: 2, ...changes }));
    return findings.flatMap(({ name, ok }) => (ok ? [] : [name]));
  }

  it('finds nothing wrong with one that can be used, and makes nothing that could be paid', async () => {
    const findings = await checkNagad(nagadAccess({ apiUrl: nagad.url }));
    expect(findings.map(({ name, ok }) => `${name} ${ok}`)).to.deep.equal(
      ['reachable', 'authenticated', 'clock', 'payments', 'refunds'].map((name) => `${name} true`),
    );
    expect(findings.find(({ name }) => name === 'refunds')?.text).to.include('cannot be refunded');
    expect([...nagad.world.orders.values()].map(({ callback }) => callback)).to.deep.equal([undefined]);
  });

  it('says what is wrong', async () => {
    const [other, { ours, nagads }] = [pairOfKeys(), nagadAccess({ apiUrl: nagad.url }).keys];
    expect(await faults({ apiUrl: `http://127.0.0.1:${await freePort()}` })).to.deep.equal(['reachable']);
    expect(await faults({ keys: { ours: other.privateKey, nagads } })).to.deep.equal(['authenticated']);
    expect(await faults({ keys: { ours, nagads: other.publicKey } })).to.deep.equal(['authenticated']);
    expect(await faults({ keys: { ours, nagads: createPublicKey(ours) } })).to.deep.equal(['authenticated']);
    expect(await faults({ merchantId: '683002007104226' })).to.deep.equal(['authenticated']);
    nagad.spoil(/initialize/, '401');
    expect(await faults()).to.deep.equal(['authenticated']);
    nagad.spoil(/initialize/, 'signed by another');
    expect(await faults()).to.deep.equal(['authenticated']);
    nagad.spoil(/verify/, '500');
    expect(await faults(), 'a question that is not answered is only told').to.deep.equal([]);
  });
});

describe('the credentials of an account at Nagad', () => {
  const wrong = (changes: object) =>
    credentialFaults(gateway, 'test', { ...CREDENTIALS, ...changes }, []).map(({ message }) => message);

  it('are taken as Nagad hands them out, and what is wrong with others is said without them', () => {
    expect(wrong({})).to.deep.equal([]);
    expect(wrong({ merchant_id: '68 300' })).to.deep.equal(['credentials.merchant_id is not of the right form']);
    expect(wrong({ account_number: '+8801711428036' })).to.deep.equal([
      'credentials.account_number is not of the right form',
    ]);
    expect(wrong({ private_key: CREDENTIALS.nagad_public_key })).to.deep.equal([
      'credentials.private_key cannot be read as a private key: is it whole?',
    ]);
    expect(wrong({ nagad_public_key: `<${CREDENTIALS.nagad_public_key}>` })).to.deep.equal([
      'credentials.nagad_public_key is neither PEM nor the bare base64 of a key',
    ]);
    expect(wrong({ private_key: 'A'.repeat(9000) })).to.deep.equal([
      'credentials.private_key is not of the right form',
    ]);
    expect(gateway.credentials.filter(({ secret }) => secret).map(({ name }) => name)).to.deep.equal(['private_key']);
  });
});
