import { expect } from 'chai';
import type { CardResult } from '../../src/connectors/card.js';
import { ConnectorError, NotDecided, NothingTaken, RequestRefused } from '../../src/connectors/connector.js';
import { connectDatabase } from '../../src/database/client.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { closeCard, Overtaken } from '../../src/payments/close-key.js';
import { keepTold } from '../../src/payments/keep-told.js';
import { toldOf } from '../../src/payments/news.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { IN_AN_HOUR } from './a-payment.js';
import { KeptPayments, stored } from './kept-payments.js';

describe('a close that takes money back', () => {
  const gateway = connectorPart('sandbox-card', 'card');
  const itself = Object.getOwnPropertyDescriptors(gateway);
  const kept = new KeptPayments();
  before(connectDatabase);
  afterEach(async () => {
    Object.defineProperties(gateway, itself);
    await kept.remove();
  });

  const authorized: CardResult = { outcome: 'authorized', reference: 'psp-1', amount: 4990, currency: 'EUR' };
  const takenOn = new NotDecided('It will tell');
  const refused = new RequestRefused('It has nothing to cancel');
  const unsent = new NothingTaken('no connection');
  const unanswered = new ConnectorError('no answer');

  const waits = () => kept.save({ status: 'unresolved', next: { job: 'status-inquiry', at: IN_AN_HOUR() } });

  /** Asks for a close that comes to `error`, once what happens meanwhile is over. */
  async function close(payment: PaymentRecord, error: Error, meanwhile?: () => Promise<unknown>): Promise<void> {
    const voidCard = async () => {
      await meanwhile?.();
      throw error;
    };
    Object.assign(gateway, { capabilities: { ...gateway.capabilities, closingUndoes: true }, voidCard });
    expect(await closeCard(await stored(payment)).catch((thrown: unknown) => thrown)).to.equal(error);
  }

  const CLOSES: [words: string, errors: Error[], isMoney: boolean][] = [
    ['was taken on', [takenOn], false],
    ['was refused', [refused], true],
    ['was never sent', [unsent], true],
    ['had no answer', [unanswered], false],
    ['was refused twice', [refused, refused], true],
    ['had no answer, and was refused when it was asked for again', [unanswered, refused], false],
    ['was never sent, and then taken on', [unsent, takenOn], false],
  ];
  for (const [words, errors, isMoney] of CLOSES)
    it(`that ${words} leaves money that is told of ${isMoney ? 'as it is' : 'open'}`, async () => {
      const payment = await waits();
      for (const error of errors) await close(payment, error);
      await keepTold(await stored(payment), { result: authorized });
      expect(toldOf(await stored(payment))).to.deep.equal(isMoney ? authorized : undefined);
    });

  it('is not sure of money while another one may be under way', async () => {
    for (const [other, isMoney] of [
      [takenOn, false],
      [refused, true],
    ] as const) {
      const payment = await waits();
      await close(payment, refused, () => close(payment, other));
      await keepTold(await stored(payment), { result: authorized });
      expect(toldOf(await stored(payment))).to.deep.equal(isMoney ? authorized : undefined);
    }
  });

  it('that is refused has money believed at once that was told of meanwhile', async () => {
    const payment = await waits();
    await close(payment, refused, async () => {
      await keepTold(await stored(payment), { result: authorized });
      expect(toldOf(await stored(payment))).to.equal(undefined);
    });
    const { version, next } = await stored(payment);
    expect(toldOf(await stored(payment))).to.deep.equal(authorized);
    expect(version).to.equal(payment.version + 2); // the job that the news woke may have looked too early
    expect(next?.at.getTime()).to.be.at.most(Date.now());
  });

  it('is known beside news whose hearer read the payment before it was asked for, or before it was refused', async () => {
    for (const [reader, isMoney] of [
      ['before', false],
      ['meanwhile', true],
    ] as const) {
      const payment = await waits();
      const before = await stored(payment);
      let meanwhile = before;
      await close(payment, isMoney ? refused : takenOn, async () => void (meanwhile = await stored(payment)));
      await keepTold({ before, meanwhile }[reader], { result: authorized });
      expect(toldOf(await stored(payment))).to.deep.equal(isMoney ? authorized : undefined);
      expect((await stored(payment)).told?.result).to.deep.equal(authorized);
    }
  });

  it('does not forget what was told since the payment was read', async () => {
    const payment = await kept.save({ next: { job: 'card-authorization', at: IN_AN_HOUR() } });
    const before = await stored(payment);
    await keepTold(payment, { result: authorized });
    Object.assign(gateway, { capabilities: { ...gateway.capabilities, closingUndoes: true } });
    expect(await closeCard(before).catch((thrown: unknown) => thrown)).to.be.instanceOf(Overtaken);
    expect((await stored(payment)).told).to.deep.equal({ attempt: 1, result: authorized });
  });

  it('of which was told already is told nothing else by its answer', async () => {
    for (const closed of [true, false]) {
      const payment = await waits();
      await close(payment, takenOn);
      await keepTold(await stored(payment), { closed });
      const { told } = await stored(payment);
      await close(payment, refused);
      expect((await stored(payment)).told).to.deep.equal(told);
    }
  });

  it('is not asked for when the payment has moved on', async () => {
    const payment = await waits();
    Object.assign(gateway, { capabilities: { ...gateway.capabilities, closingUndoes: true } });
    const error = await closeCard({ ...payment, version: payment.version - 1 }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Overtaken);
    expect((await stored(payment)).told).to.equal(undefined);
  });
});
