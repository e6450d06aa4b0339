import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { until } from '../../scripts/until.js';
import { ConnectorError, KeyTaken } from '../../src/connectors/connector.js';
import type { RefundAbout, RefundConnector, RefundRequest, RefundResult } from '../../src/connectors/refunds.js';
import { noAnswerContract, SHORT } from './no-answer.contract.js';

/** What the suite needs to know of a gateway's test system. */
interface RefundCases {
  /** The gateway's refunds, or whatever answers at `apiUrl`; `timeout` in seconds. */
  connect: (options?: { apiUrl?: string; timeout?: number }) => RefundConnector;
  /** Moves 49.90 of some currency with a two-digit exponent, and says under which key and trx. */
  moveMoney: () => Promise<{ key: string; trx: string; currency: string; reference?: string; order?: string }>;
  /** Amounts of refunds, in minor units, that end so: null where the gateway cannot. */
  amounts: {
    refused: number | null;
    pending: number | null;
    hangsRefunded: number | null;
    hangsRefused: number | null;
  };
  /** What a gateway that cannot be asked has told of a refund, as soon as it has. */
  told?: (about: RefundAbout) => Promise<RefundResult>;
  /** The amounts that went back of one of our payments, by the gateway's own account. */
  refunded: (trx: string) => Promise<number[]>;
}

const REQUEST: RefundRequest = { reason: 'requested_by_customer', note: 'One tin was dented' };

/** The one suite that every connector that gives money back passes. */
export function refundContract({ connect, moveMoney, amounts, told, refunded }: RefundCases): void {
  /** What has become of a refund: asked for, or told. */
  const state = (about: RefundAbout): Promise<RefundResult> => (told ? told(about) : connect().fetchRefund(about));

  /** What a refund comes to: answered, or taken on and told. */
  async function giveBack(about: RefundAbout): Promise<RefundResult> {
    const answer = await connect().refund(REQUEST, about);
    return told && answer.outcome === 'pending' ? told(about) : answer;
  }

  async function paid(): Promise<(no: number, amount: number) => RefundAbout> {
    const { key, trx, currency, reference, order } = await moveMoney();
    const charge = {
      key,
      at: new Date(),
      ...(reference !== undefined && { reference }),
      ...(order !== undefined && { order }),
    };
    return (no, amount) => ({ key: `${trx}-r${no}`, trx, amount, currency, since: new Date(), charge });
  }

  it('gives the whole back, once for a key however often it is asked', async () => {
    const about = (await paid())(1, 4990);
    const first = await giveBack(about);
    expect(first).to.include({ outcome: 'refunded', amount: 4990, currency: about.currency });
    expect(await giveBack(about)).to.deep.equal(first);
    expect(await state(about)).to.deep.equal(first);
    expect(await refunded(about.trx)).to.deep.equal([4990]);
  });

  it('gives back in parts, and never more than came', async () => {
    const about = await paid();
    expect(connect().capabilities.parts).to.equal(true);
    for (const [no, amount, outcome] of [
      [1, 2000, 'refunded'],
      [2, 2991, 'refused'],
      [3, 2990, 'refunded'],
      [4, 1, 'refused'],
    ] as const)
      expect(await giveBack(about(no, amount))).to.include({ outcome });
    expect(await refunded(about(1, 1).trx)).to.deep.equal([2000, 2990]);
  });

  const { refused } = amounts;
  if (refused !== null)
    it('says no as an answer, with the code of the gateway', async () => {
      const about = (await paid())(1, refused);
      const answer = await giveBack(about);
      expect(answer).to.include({ outcome: 'refused' }).and.to.have.property('gatewayCode').that.is.a('string');
      expect(await state(about)).to.deep.equal(answer);
      expect(await refunded(about.trx)).to.deep.equal([]);
    });

  it('refuses a refund of what was never paid', async () => {
    const trx = randomUUID();
    const about = { key: `${trx}-r1`, trx, amount: 100, currency: 'EUR', since: new Date() };
    const answer = await connect().refund(REQUEST, { ...about, charge: { key: `${trx}-1`, at: new Date() } });
    expect(answer).to.include({ outcome: 'refused' });
  });

  it('knows nothing of a key that never came, long after it should have', async () => {
    const about = { ...(await paid())(1, 100), since: new Date(Date.now() - 3_600_000) };
    expect(await connect().fetchRefund(about)).to.deep.equal({ outcome: 'unknown' });
  });

  it('does not take a key again for another amount', async () => {
    const about = await paid();
    await connect().refund(REQUEST, about(1, 100));
    const error: unknown = await connect()
      .refund(REQUEST, about(1, 200))
      .catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(KeyTaken);
    expect(await refunded(about(1, 1).trx)).to.deep.equal([100]);
  });

  if (amounts.pending !== null)
    it('says pending while it is on its way, and that it has gone back in the end', async () => {
      const about = (await paid())(1, amounts.pending ?? 0);
      expect(await connect().refund(REQUEST, about)).to.include({ outcome: 'pending' });
      const isBack = async () => (await connect().fetchRefund(about)).outcome === 'refunded';
      await until('it has gone back', isBack);
      expect(await refunded(about.trx)).to.deep.equal([about.amount]);
    });

  for (const [outcome, amount] of [
    ['refunded', amounts.hangsRefunded],
    ['refused', amounts.hangsRefused],
  ] as const)
    if (amount !== null)
      it(`throws while the gateway hangs, and learns later that it was ${outcome}`, async () => {
        const about = (await paid())(1, amount);
        const error: unknown = await connect({ timeout: SHORT })
          .refund(REQUEST, about)
          .catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(ConnectorError);
        expect(await state(about)).to.include({ outcome });
        expect(await refunded(about.trx)).to.have.length(outcome === 'refunded' ? 1 : 0);
      });

  noAnswerContract(async (apiUrl) => {
    const connector = connect({ apiUrl, timeout: SHORT });
    const about = (await paid())(1, 100);
    const asked = told ? [] : [connector.fetchRefund(about)];
    for (const call of [connector.refund(REQUEST, about), ...asked])
      expect(await call.catch((error: unknown) => error)).to.be.instanceOf(ConnectorError);
  });
}
