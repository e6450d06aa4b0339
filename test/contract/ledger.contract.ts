import { expect } from 'chai';
import type { About } from '../../src/connectors/about.js';
import { ConnectorError } from '../../src/connectors/connector.js';
import type { GatewayLedger, SettledRecord } from '../../src/connectors/ledger.js';
import type { RefundAbout } from '../../src/connectors/refunds.js';
import { about } from '../support/about.js';
import { noAnswerContract, SHORT } from './no-answer.contract.js';

/** What the suite needs to know of a gateway's test system. */
interface LedgerCases {
  /** The books of the test system, or of whatever answers at `apiUrl`; `timeout` in seconds. */
  connect: (options?: { apiUrl?: string; timeout?: number }) => GatewayLedger;
  /** Moves money in every way that there is, and says what the connectors were told of it. */
  moveMoney: () => Promise<Omit<SettledRecord, 'at'>[]>;
  /** What is asked about a movement, where more than its key is needed. */
  aboutMoved?: (record: Omit<SettledRecord, 'at'>) => About | RefundAbout;
  /** Keys that have moved nothing: declined, waiting, closed and never heard of. */
  moveNothing: () => Promise<string[]>;
}

const isIn = (from: Date, to: Date) => (record: SettledRecord) => record.at >= from && record.at < to;

async function listAll(books: GatewayLedger, window: { from: Date; to: Date }): Promise<SettledRecord[]> {
  const all: SettledRecord[] = [];
  let cursor: string | null = null;
  do {
    const page = await books.list(window, cursor);
    all.push(...page.records);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

/** The one suite that every gateway's books pass. */
export function ledgerContract({ connect, moveMoney, moveNothing, aboutMoved }: LedgerCases): void {
  const aboutOf = aboutMoved ?? (({ key }: { key: string }) => about(key));
  const DAY = 86_400_000;
  const aroundNow = () => ({ from: new Date(Date.now() - DAY), to: new Date(Date.now() + DAY) });
  /** Neither the time nor what is said about names: the cases have one. */
  const withoutTime = ({ at: _at, alias: _alias, isOwnName: _own, ...record }: SettledRecord) => record;

  it('lists money that moved, each movement once, as the connectors were told of it', async () => {
    const moved = await moveMoney();
    const keys = new Set(moved.map(({ key }) => key));
    const listed = (await listAll(connect(), aroundNow())).filter(({ key }) => keys.has(key));
    expect(listed.map(withoutTime)).to.have.deep.members(moved);
    expect(moved).to.not.have.length(0);
  });

  it('finds it by its key, too', async () => {
    for (const record of await moveMoney()) {
      const found = await connect().find(aboutOf(record));
      expect(found && withoutTime(found)).to.deep.equal(record);
    }
  });

  it('lists a movement in the window that holds its moment, and in no other', async () => {
    const [record] = await moveMoney();
    if (!record) throw new Error('No money has moved');
    const { key } = record;
    const at = (await connect().find(aboutOf(record)))?.at ?? new Date(NaN);
    const before = { from: new Date(at.getTime() - DAY), to: at };
    const after = { from: at, to: new Date(at.getTime() + DAY) };
    expect((await listAll(connect(), before)).map((record) => record.key)).to.not.include(key);
    const later = await listAll(connect(), after);
    expect(later.map((record) => record.key)).to.include(key);
    expect(later.every(isIn(after.from, after.to))).to.equal(true);
  });

  it('has nothing of what moved no money', async () => {
    const keys = await moveNothing();
    const listed = (await listAll(connect(), aroundNow())).map(({ key }) => key);
    for (const key of keys) {
      expect(listed).to.not.include(key);
      expect(await connect().find(about(key))).to.equal(null);
    }
  });

  noAnswerContract(async (apiUrl) => {
    const books = connect({ apiUrl, timeout: SHORT });
    const calls = [books.list(aroundNow(), null), books.find(about('a-key'))];
    for (const ended of await Promise.allSettled(calls)) {
      expect(ended.status).to.equal('rejected');
      if (ended.status === 'rejected') expect(ended.reason).to.be.instanceOf(ConnectorError);
    }
  });
}
