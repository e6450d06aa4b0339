import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { until } from '../../scripts/until.js';
import type { CardResult } from '../../src/connectors/card.js';
import { BEHAVIOUR, BEHAVIOURS, readBehaviours, type Behaviour } from '../../src/connectors/sandbox/behaviour.js';
import { createCallbackReader } from '../../src/connectors/sandbox/callback.js';
import { createSandboxLocalConnector } from '../../src/connectors/sandbox/local.js';
import { connectorContract } from '../contract/connector.contract.js';
import { localConnectorContract } from '../contract/local-connector.contract.js';
import { walletContract } from '../contract/wallet.contract.js';
import { about, walletAbout } from '../support/about.js';
import { addressOf } from '../support/bank-customer.js';
import { debitRequest, upiRequest, walletRequest } from '../support/local-requests.js';
import { sandboxCardCases } from '../support/sandbox-cases.js';
import { SANDBOX_API_KEY, startSandbox, type SandboxProcess } from '../support/sandbox.js';
import { serve } from '../support/serve.js';
import { press } from '../support/wallet-customer.js';

/** Which of them change what a connector for cards has to do, alone and together. */
const CARDS = ['by-reference', 'told', 'forms', 'closes-later', 'lying-return', 'told,by-reference,forms,unruly'];

describe('the sandbox as a gateway that is harder to deal with', () => {
  let sandbox: SandboxProcess;
  before(async () => {
    sandbox = await startSandbox({ env: { SANDBOX_CUSTOMER_DELAY: '0.2' } });
  });
  after(() => sandbox.stop());

  for (const list of CARDS)
    describe(`for cards: ${list}`, () => {
      const behaviours = readBehaviours(list);
      const account = listen(behaviours);
      before(() => account.start());
      after(() => account.stop());
      const access = { behaviours, callbackUrl: account.url };
      connectorContract({ ...sandboxCardCases(() => sandbox, access), told: account.told });
    });

  const connect =
    (list: string) =>
    ({ apiUrl = sandbox.apiUrl, timeout = 5 } = {}) =>
      createSandboxLocalConnector({ apiUrl, apiKey: SANDBOX_API_KEY, timeout, behaviours: readBehaviours(list) });
  const simulate = (action: 'confirm' | 'fail' | 'cancel') => async (key: string) =>
    connect('')().simulate?.(about(key), action);
  const cases = {
    customer: { confirms: simulate('confirm'), refuses: simulate('fail'), cancels: simulate('cancel') },
    tooLittle: { asked: 9_944, comes: 4_972 },
    timesCharged: async (reference: string) =>
      (await sandbox.ledger(reference)).filter(({ result }) => result === 'charged').length,
  };

  describe('for UPI: whole links, and callbacks that are unruly', () => {
    const hard = connect('whole-links,unruly');
    localConnectorContract({ ...cases, connect: hard, signsTime: false });

    it('are links of the gateway, with its own reference and signature', async () => {
      const { links, apps } = await hard().createUpi(upiRequest({ mobile: '+919876543210' }), about(randomUUID()));
      expect(links?.any).to.match(/^upi:\/\/pay\?pa=.*&sign=/);
      expect(links?.tr).to.match(/^TB/);
      expect(links?.gpay).to.match(/^tez:/);
      expect(apps).to.deep.equal(['gpay', 'phonepe', 'paytm']);
    });
  });

  describe('for wallets: by reference', () => {
    walletContract({ ...cases, wallet: connect('by-reference') });

    it('says of an order whose reference never came that nobody can pay it', async () => {
      expect(await connect('by-reference')().cancelOrder(walletAbout(randomUUID()))).to.deep.equal({
        outcome: 'cancelled',
      });
    });
  });

  it('leads to the page of a wallet by a form', async () => {
    const request = walletRequest();
    const order = await connect('forms,lying-return')().createWallet(request, walletAbout(randomUUID()));
    expect(order.form).to.be.an('object');
    const back = new URL((await press(await addressOf(order), 'cancel')) ?? '');
    expect(back.href).to.include(request.returnUrl);
    expect(back.searchParams.get('status'), 'a lie').to.equal('success');
  });

  it('makes the reference of a mandate itself', async () => {
    const order = await connect('own-mandate')().createDebit(debitRequest(), about(randomUUID(), { currency: 'EUR' }));
    expect(order.mandate).to.match(/^SBX[0-9A-F]{20}$/);
    expect(await connect('')().createDebit(debitRequest(), about(randomUUID(), { currency: 'EUR' }))).to.have.keys(
      'reference',
    );
  });

  it('is asked for by names that an account may have, and no others', () => {
    const { schema } = BEHAVIOUR;
    for (const name of Object.keys(BEHAVIOURS)) expect(schema.validate(name).error, name).to.equal(undefined);
    expect(schema.validate('forms, told').error).to.equal(undefined);
    for (const wrong of ['form', 'forms,', 'forms told', ',']) expect(schema.validate(wrong).error, wrong).to.exist;
    expect([...readBehaviours('forms, none ,told')]).to.deep.equal(['forms', 'told']);
  });
});

/** What an account is told, as its connector reads it. */
function listen(behaviours: ReadonlySet<Behaviour>) {
  const read = createCallbackReader({ apiKey: SANDBOX_API_KEY, behaviours });
  const heard = new Map<string, CardResult>();
  let server: Awaited<ReturnType<typeof serve>> | undefined;

  return {
    async start(): Promise<void> {
      server = await serve((req, res) => {
        void text(req).then((body) => {
          for (const { key, result } of read(req.headers, body) ?? []) if (result) heard.set(key, result);
          res.writeHead(204).end();
        });
      });
    },
    url: (): string => `${server?.url ?? ''}/callback`,
    told: async (key: string): Promise<CardResult> => {
      await until(`news of ${key} has come`, () => heard.has(key));
      const result = heard.get(key);
      if (!result) throw new Error('It was there a moment ago');
      return result;
    },
    stop: async (): Promise<void> => server?.close(),
  };
}
