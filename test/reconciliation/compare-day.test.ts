import { expect } from 'chai';
import { mock } from 'node:test';
import { booksInUse, booksNamed } from '../../src/gateways/books.js';
import { ConnectorError } from '../../src/connectors/connector.js';
import type { GatewayLedger } from '../../src/connectors/ledger.js';
import { connectDatabase } from '../../src/database/client.js';
import { DAY_MS, dayOf, startOf } from '../../src/time.js';
import { compareDay } from '../../src/reconciliation/compare-day.js';

/** A day of this spec alone, on which nothing was paid. */
const DAY = '2021-03-09';

describe('comparing a whole day', () => {
  before(connectDatabase);
  afterEach(() => mock.restoreAll());

  /** Every gateway that shows its books: other specs leave accounts, too. Nothing moved at any of them. */
  function emptyBooks() {
    const ledgers = booksInUse().flatMap((name) => booksNamed(name) ?? []);
    const nothing: GatewayLedger['list'] = async () => ({ records: [], nextCursor: null });
    const lists = ledgers.map(({ ledger }) => {
      const none = async () => ({ disputes: [], nextCursor: null });
      if (ledger.listDisputes) mock.method(ledger as Required<GatewayLedger>, 'listDisputes', none);
      return mock.method(ledger, 'list', nothing);
    });
    return { lists, gateways: ledgers.map(({ name }) => name) };
  }

  it('asks each gateway that shows its books for every hour, from the first moment to the last', async () => {
    const { lists, gateways } = emptyBooks();
    expect(gateways).to.include('sandbox');
    expect(await compareDay(DAY)).to.deep.equal({ day: DAY, gateways, missed: [], found: 0, differences: [] });
    for (const list of lists) {
      const windows = list.mock.calls.map(({ arguments: [window] }) => window);
      expect(windows).to.have.length(24);
      expect(windows[0]?.from).to.deep.equal(startOf(DAY));
      expect(windows.at(-1)?.to).to.deep.equal(startOf('2021-03-10'));
      for (const [at, { to }] of windows.slice(0, -1).entries()) expect(windows[at + 1]?.from).to.deep.equal(to);
    }
  });

  it('goes on where one does not answer, and names it', async () => {
    const { lists, gateways } = emptyBooks();
    const [silent, ...others] = gateways;
    lists[0]?.mock.mockImplementation(() => Promise.reject(new ConnectorError('It did not answer')));
    expect(await compareDay(DAY)).to.deep.equal({
      day: DAY,
      gateways: others,
      missed: [{ gateway: silent, why: 'It did not answer' }],
      found: 0,
      differences: [],
    });
  });

  it('is not silent about a fault of ours', async () => {
    const { lists } = emptyBooks();
    lists[0]?.mock.mockImplementation(() => Promise.reject(new TypeError('a bug')));
    expect(await compareDay(DAY).catch((thrown: unknown) => thrown)).to.be.instanceOf(TypeError);
  });

  const dayIn = (ms: number) => dayOf(new Date(Date.now() + ms));
  const REFUSED: [what: string, day: () => string][] = [
    ['a day that the calendar has not', () => '2021-02-29'],
    ['a word', () => 'yesterday'],
    ['nothing', () => ''],
    ['the day under way', () => dayIn(0)],
    ['tomorrow', () => dayIn(DAY_MS)],
  ];
  for (const [what, day] of REFUSED)
    it(`refuses ${what}`, async () => {
      const error: unknown = await compareDay(day()).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(RangeError);
    });
});
