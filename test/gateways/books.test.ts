import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import Joi from 'joi';
import { Misconfigured, NotDecided } from '../../src/connectors/connector.js';
import type { Gateway } from '../../src/connectors/gateway.js';
import { GATEWAYS } from '../../src/connectors/index.js';
import { noteNoResponse } from '../../src/connectors/no-response.js';
import type { Account } from '../../src/gateways/account.model.js';
import { learnAccounts } from '../../src/gateways/accounts.js';
import { booksInUse, booksNamed } from '../../src/gateways/books.js';
import { readCallFigures } from '../../src/gateways/call-figures.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { FIRST_ACCOUNTS } from '../../src/gateways/first-accounts.js';
import { logLines } from '../ipn/log-lines.js';
import { anAccount } from './an-account.js';
import { cardAbout } from '../support/about.js';

/** A gateway whose accounts have secrets, of which the one of this connector is no longer good. */
const acme: Gateway = {
  title: 'Acme Pay',
  modes: ['test'],
  methods: [{ method: 'card', currencies: ['EUR'] }],
  credentials: [{ name: 'secret_key', label: 'Secret key', help: '', secret: true, schema: Joi.string() }],
  capabilities: {},
  connect: () => ({
    card: {
      capabilities: { threeDsOff: true, tellsCancelled: true, asks: 'key', closes: 'later' },
      authorizeCard: () => Promise.reject(new Misconfigured('The secret key is not valid: replace the credentials')),
      fetchCard: () => Promise.reject(new Misconfigured('The secret key is not valid: replace the credentials')),
      voidCard: () => Promise.reject(new NotDecided('It is not closed yet')),
    },
    ledger: { list: () => Promise.resolve({ records: [], nextCursor: null }), find: () => Promise.resolve(null) },
    pages: [],
  }),
  check: () => Promise.resolve([]),
};

describe('accounts at a gateway with credentials', () => {
  const ids = [1, 2].map(() => `acme-${randomUUID().slice(0, 8)}`);
  const changedAt = new Date();
  const account = (_id: string, more: Partial<Account> = {}): Account =>
    anAccount({ _id, connector: 'acme', changedAt, ...more });
  before(() => {
    (GATEWAYS as Map<string, Gateway>).set('acme', acme); // a map like any other, but for its type
    learnAccounts(ids.map((_id) => account(_id)));
  });
  after(() => {
    learnAccounts(
      ids.map((_id) => account(_id, { connector: 'sandbox', status: 'closed', version: 3, changedAt: new Date(0) })),
    );
    (GATEWAYS as Map<string, Gateway>).delete('acme');
  });

  it('have books of their own, while those of the sandbox are one', () => {
    const inUse = booksInUse();
    const ofSandbox = FIRST_ACCOUNTS.filter(({ connector }) => connector === 'sandbox').map(({ _id }) => _id);
    expect(inUse)
      .to.include.members([...ids, 'sandbox'])
      .and.not.include('acme');
    for (const id of ids) expect(booksNamed(id)).to.deep.include({ name: id, accounts: [id] });
    expect(booksNamed('acme')).to.equal(undefined);
    expect(booksNamed('sandbox')?.accounts).to.include.members(ofSandbox);
  });

  it('are compared for some days after they were closed', () => {
    const [id = ''] = ids;
    learnAccounts([account(id, { status: 'closed', version: 2 })]);
    expect(booksInUse()).to.include(id);
    learnAccounts([account(id, { status: 'closed', version: 3, changedAt: new Date(Date.now() - 4 * 86_400_000) })]);
    expect(booksInUse()).to.not.include(id);
    expect(booksNamed(id)).to.equal(undefined);
  });

  it('are told of when their credentials are refused', async () => {
    const [, id = ''] = ids;
    const card = connectorPart(id, 'card');
    const about = cardAbout(randomUUID());
    const lines = await logLines(async () => {
      for (const call of [card.fetchCard(about), card.voidCard(about)])
        await call.catch((error: unknown) => noteNoResponse(error, { account: id }));
    });
    expect((await readCallFigures())(id)).to.include({ refusals: 1, no_answers: 0 });
    const named = lines.map(({ message, level }) => [message, level]);
    expect(named)
      .to.deep.include(['gateway.misconfigured', 'error'])
      .and.to.deep.include(['gateway.undecided', 'info']);
  });
});
