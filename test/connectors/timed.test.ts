import { expect } from 'chai';
import type { CardConnector, CardResult } from '../../src/connectors/card.js';
import {
  ConnectorError,
  KeyTaken,
  Misconfigured,
  NotDecided,
  NothingTaken,
  RequestRefused,
  type Connector,
} from '../../src/connectors/connector.js';
import { timedCalls } from '../../src/connectors/timed.js';
import { about } from '../support/about.js';

const CALLED = { gateway: 'a test', mode: 'test' } as const;

describe('the calls of a gateway account', () => {
  const closed: CardResult = { outcome: 'not_charged' };

  /** What is noted of one call to a gateway for cards. */
  async function noted(
    call: 'fetchCard' | 'voidCard',
    { asks, answer }: { asks: 'key' | 'told'; answer: CardResult | Error },
  ): Promise<string[]> {
    const notes: string[] = [];
    const answering = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
    const card: CardConnector = {
      capabilities: { threeDsOff: true, tellsCancelled: true, asks, closes: 'now' },
      authorizeCard: answering,
      fetchCard: answering,
      voidCard: answering,
    };
    const observer = {
      started: () => notes.push('started'),
      ended: ({ answered }: { answered: string }) => notes.push(answered),
    };
    const connector: Connector = timedCalls(CALLED, { card, pages: [] }, observer, observer);
    await connector.card?.[call](about('a key')).catch(() => undefined);
    return notes;
  }

  for (const [what, answer, answered] of [
    ['an answer', closed, 'yes'],
    ['a request that is refused', new RequestRefused('no order like this'), 'yes'],
    ['no connection', new NothingTaken('no connection'), 'no'],
    ['no whole answer', new ConnectorError('HTTP 500'), 'no'],
    ['refused credentials', new Misconfigured('401'), 'refused'],
    ['what is not decided', new NotDecided('later'), 'yes'],
    ['a key of another request', new KeyTaken('another amount'), 'yes'],
    ['a fault of ours', new TypeError('ours'), 'fault'],
  ] as const)
    it(`are noted: ${what} as "${answered}"`, async () => {
      expect(await noted('voidCard', { asks: 'key', answer })).to.deep.equal(['started', answered]);
    });

  it('are told to whom calls of books are told when they read those', async () => {
    const notes: string[] = [];
    const observer = (who: string) => ({ started: () => notes.push(who), ended: () => notes.push(who) });
    const ledger = {
      list: () => Promise.reject(new ConnectorError('HTTP 500')),
      find: () => Promise.resolve(null),
    };
    const connector = timedCalls(CALLED, { ledger, pages: [] }, observer('payments'), observer('books'));
    await connector.ledger?.find(about('a key'));
    expect(notes).to.deep.equal(['books', 'books']);
  });

  it('are those of every part that it has, also of one that this file does not know', async () => {
    const notes: string[] = [];
    const observer = { started: () => notes.push('started'), ended: () => notes.push('ended') };
    const later = { open: () => Promise.resolve('opened') };
    const parts = { later, pages: [] };
    const connector: Connector & { later?: typeof later } = timedCalls(CALLED, parts, observer, observer);
    expect(await connector.later?.open()).to.equal('opened');
    expect(notes).to.deep.equal(['started', 'ended']);
  });

  it('are questions only where the gateway can be asked', async () => {
    for (const answer of [closed, new NotDecided('It only tells')])
      expect(await noted('fetchCard', { asks: 'told', answer })).to.deep.equal([]);
    expect(await noted('fetchCard', { asks: 'key', answer: closed })).to.deep.equal(['started', 'yes']);
    expect(await noted('voidCard', { asks: 'told', answer: closed })).to.deep.equal(['started', 'yes']);
  });
});
