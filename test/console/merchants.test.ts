import { expect } from 'chai';
import { ALL_METHODS } from '../../src/methods/index.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { auditOf, bearer, jsonOf, startConsole, type TestConsole, type TestOperator, theOperator } from './console.js';

interface Keys {
  id: string;
  public_key: string;
  secret_key: string;
}

const CHOSEN = {
  methods: ['card', 'upi'],
  three_ds_policy: 'risk_based',
  late_money_policy: 'review',
  minimums: { INR: 100, JPY: 50, KWD: 0.125 },
  fees: [
    { method: 'card', currency: 'EUR', percent_bps: 250, fixed: 0.3, minimum: 0.5, maximum: 20 },
    { percent_bps: 200, fixed: 0 },
  ],
  accounts: ['sandbox-card'],
  privacy_url: 'https://shop.example/privacy',
};

describe('console merchants', () => {
  let console: TestConsole;
  let admin: TestOperator;
  const made: string[] = [];
  before(async () => {
    console = await startConsole();
    admin = await theOperator('admin');
  });
  after(async () => {
    await merchants.deleteMany({ _id: { $in: made } });
    await console.close();
  });

  const post = (path: string, body?: object) =>
    console.http.post(`/api/merchants${path}`).set(bearer(admin)).send(body);
  const patch = (id: string, body: object) => console.http.patch(`/api/merchants/${id}`).set(bearer(admin)).send(body);
  async function create(body: object = {}): Promise<Keys> {
    const keys = jsonOf<Keys>(await post('', { name: 'Blue Tea Shop', mode: 'test', ...body }).expect(201));
    made.push(keys.id);
    return keys;
  }
  async function listed(id: string): Promise<Record<string, unknown> | undefined> {
    const answer = await console.http.get('/api/merchants').set(bearer(admin)).expect(200);
    return jsonOf<{ data: Record<string, unknown>[] }>(answer).data.find((each) => each.id === id);
  }
  const storedOne = async (id: string) => {
    const merchant = await merchants.findOne({ _id: id });
    if (!merchant) throw new Error(`There is no merchant ${id}`);
    return merchant;
  };

  it('are made with keys that are shown this once', async () => {
    const keys = await create({ mode: 'live' });
    expect(keys.id).to.match(/^mer_/);
    expect(keys.public_key).to.match(/^pk_live_[\w-]{32}$/);
    expect(keys.secret_key).to.match(/^whsec_/);
    expect(Object.keys(keys)).to.have.members(['id', 'public_key', 'secret_key']);
    const { text } = await console.http.get('/api/merchants').set(bearer(admin)).expect(200);
    expect(text).to.include(keys.id).and.not.include('_key"').and.not.include('pk_').and.not.include('sealed');
    expect((await auditOf(keys.id)).map(({ action, details }) => [action, details])).to.deep.equal([
      ['merchant.created', { name: 'Blue Tea Shop', mode: 'live' }],
    ]);
  });

  it('have what was chosen for them, in major units, and else the defaults', async () => {
    const [plain, chosen] = [await create(), await create(CHOSEN)];
    expect(await listed(chosen.id)).to.deep.include({
      name: 'Blue Tea Shop',
      mode: 'test',
      status: 'active',
      ...CHOSEN,
    });
    expect(await listed(plain.id)).to.deep.include({
      methods: ALL_METHODS,
      three_ds_policy: 'required',
      late_money_policy: 'accept',
      minimums: {},
      fees: [],
      accounts: [],
      privacy_url: null,
    });
    expect((await storedOne(chosen.id)).minimums).to.deep.equal({ INR: 10_000, JPY: 50, KWD: 125 });
  });

  it('are refused with every fault named', async () => {
    const refused = await post('', {
      mode: 'prod',
      methods: ['cheque'],
      three_ds_policy: 'maybe',
      minimums: { EUR: 0.001 },
      fees: [{ fixed: 1 }],
      accounts: ['nobody'],
    }).expect(400);
    expect(jsonOf<{ errors: { field: string }[] }>(refused).errors.map(({ field }) => field)).to.deep.equal([
      'name',
      'mode',
      'methods.0',
      'three_ds_policy',
      'minimums.EUR',
      'fees.0.fixed',
      'accounts.0',
    ]);
    await post('').type('json').expect(400);
    await console.http.put('/api/merchants').set(bearer(admin)).expect(405).expect('allow', 'GET, HEAD, POST');
  });

  for (const [field, value] of Object.entries({ name: 'Green Tea Shop', ...CHOSEN }))
    it(`take another ${field} and keep all else`, async () => {
      const { id } = await create({ fees: [{ percent_bps: 100, fixed: 0 }] });
      const before = await listed(id);
      const answer = await patch(id, { [field]: value }).expect(200);
      expect(answer.body).to.deep.equal({ ...before, [field]: value });
      expect(await listed(id)).to.deep.equal(answer.body);
      expect((await auditOf(id))[0]).to.deep.nested.include({
        action: 'merchant.changed',
        [`details.after.${field}`]: value,
      });
    });

  it('take no account of the other mode', async () => {
    const { id } = await create({ mode: 'live' });
    await patch(id, { accounts: ['sandbox-card'] })
      .expect(400)
      .expect(/accounts\[0\] must be of live mode, which sandbox-card is not/);
    expect((await storedOne(id)).accounts).to.deep.equal([]);
    await patch('mer_nobody', { accounts: ['sandbox-card'] }).expect(404);
  });

  it('get every method, those that come later too, with null', async () => {
    const { id } = await create({ methods: ['card'] });
    await patch(id, { methods: null, name: null }).expect(200);
    expect(await storedOne(id)).to.include({ methods: null, name: 'Blue Tea Shop' });
  });

  it('may lose what was chosen for them', async () => {
    const { id } = await create(CHOSEN);
    await patch(id, { minimums: {}, fees: [], accounts: [], methods: [], privacy_url: null }).expect(200);
    const none = { minimums: {}, fees: [], accounts: [], methods: [], privacyUrl: null };
    expect(await storedOne(id)).to.deep.include(none);
  });

  it('never change their mode, nor anything that is no choice', async () => {
    const { id } = await create();
    await patch(id, { mode: 'live', name: 'x' })
      .expect(400)
      .expect(/mode must not be changed/);
    for (const body of [{}, { status: 'suspended' }])
      await patch(id, body)
        .expect(400)
        .expect(
          /at least one of name, methods, three_ds_policy, late_money_policy, minimums, fees, accounts, privacy_url is required/,
        );
    await patch(id, { name: ' ', methods: ['card'] })
      .expect(400)
      .expect(/"message":\["name is required"\]/);
    for (const body of [{ name: 7 }, { methods: 'card' }, { fees: [{ method: 'x' }] }, { minimums: { XXX: 1 } }])
      await patch(id, body).expect(400);
    expect(await storedOne(id)).to.include({ name: 'Blue Tea Shop', mode: 'test', status: 'active' });
    expect(await auditOf(id)).to.have.length(1);
  });

  it('get another secret, beside which the old one signs for a while', async () => {
    const { id, secret_key } = await create();
    const answer = jsonOf<Keys & { old_secret_until: string }>(await post(`/${id}/rotate-secret`).expect(200));
    expect(answer.secret_key)
      .to.match(/^whsec_/)
      .and.not.equal(secret_key);
    const { secrets } = await storedOne(id);
    expect(secrets).to.have.length(2);
    expect(answer.old_secret_until).to.equal(secrets[0]?.retiresAt?.toISOString());
    expect(Date.parse(answer.old_secret_until)).to.be.within(Date.now() + 86_000_000, Date.now() + 86_400_000);
    const [line] = await auditOf(id);
    expect(line).to.include({ action: 'merchant.secret_rotated' });
    expect(JSON.stringify(line)).not.to.include('whsec');
  });

  it('get another public key', async () => {
    const { id, public_key } = await create();
    const { publicKeyHash } = await storedOne(id);
    const answer = jsonOf<Keys>(await post(`/${id}/rotate-key`).expect(200));
    expect(answer.public_key)
      .to.match(/^pk_test_/)
      .and.not.equal(public_key);
    expect((await storedOne(id)).publicKeyHash).not.to.equal(publicKeyHash);
    const [line] = await auditOf(id);
    expect(line).to.deep.include({ action: 'merchant.key_rotated', details: {} });
  });

  it('are suspended and activated, however often', async () => {
    const { id } = await create();
    for (const [press, status, action] of [
      ['suspend', 'suspended', 'merchant.suspended'],
      ['suspend', 'suspended', 'merchant.suspended'],
      ['activate', 'active', 'merchant.activated'],
    ] as const) {
      expect((await post(`/${id}/${press}`).expect(200)).body).to.include({ id, status });
      expect(await storedOne(id)).to.include({ status });
      expect((await auditOf(id))[0]).to.include({ action, email: admin.email });
    }
  });

  it('are not found under an id that no merchant has', async () => {
    for (const press of ['rotate-secret', 'rotate-key', 'suspend', 'activate'])
      await post(`/mer_none/${press}`)
        .expect(404)
        .expect(/"code":"merchant_not_found"/);
    await patch('mer_none', { name: 'x' }).expect(404);
    await console.http.get('/api/merchants?cursor=x').set(bearer(admin)).expect(400);
    await console.http.get('/api/merchants/mer_none').set(bearer(admin)).expect(404);
    await console.http
      .put('/api/merchants/mer_none')
      .set(bearer(admin))
      .expect(405)
      .expect('allow', 'GET, HEAD, PATCH');
  });
});
