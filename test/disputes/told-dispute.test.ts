import { expect } from 'chai';
import {
  DISPUTE_STAGES,
  type DisputeStage,
  type DisputeState,
  type GatewayDispute,
} from '../../src/connectors/disputes.js';
import { connectDatabase } from '../../src/database/client.js';
import { presentInFull } from '../../src/console/payments/present-payment.js';
import { keepToldDispute } from '../../src/disputes/keep-told-dispute.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { transition } from '../../src/payments/transition.js';
import { disputeInquiry } from '../../workers/dispute-inquiry.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';
import { knownAdyenAccount } from '../gateways/adyen/account.js';
import { KeptPayments, stored } from '../payments/kept-payments.js';
import { aPaidPayment } from '../refunds/a-refund.js';
import { aDispute } from './a-dispute.js';

type Word = [state: DisputeState, stage?: DisputeStage];

const [INQUIRY, NOTICE, CHARGEBACK, AGAIN, SCHEME] = DISPUTE_STAGES;

describe('what a gateway that cannot be asked tells of a dispute', () => {
  const kept = new KeptPayments();
  const account = knownAdyenAccount();
  before(connectDatabase);
  after(() => kept.remove());

  const tell = (payment: PaymentRecord, word: Partial<GatewayDispute>) =>
    keepToldDispute(payment, { ...aDispute(word), trx: payment._id });

  const CASES: [what: string, words: Word[], states: string][] = [
    [
      'the same twice',
      [
        ['open', CHARGEBACK],
        ['open', CHARGEBACK],
      ],
      'open',
    ],
    [
      'its notice after it',
      [
        ['open', CHARGEBACK],
        ['open', NOTICE],
      ],
      'open',
    ],
    [
      'its beginning after its end',
      [
        ['won', CHARGEBACK],
        ['open', CHARGEBACK],
      ],
      'open won',
    ],
    [
      'a second round',
      [
        ['open', CHARGEBACK],
        ['won', CHARGEBACK],
        ['open', AGAIN],
      ],
      'open won open',
    ],
    [
      'that twice',
      [
        ['won', CHARGEBACK],
        ['open', AGAIN],
        ['won', AGAIN],
        ['open', AGAIN],
      ],
      'open won open won',
    ],
    [
      'the end of the first round in the second',
      [
        ['open', AGAIN],
        ['won', CHARGEBACK],
      ],
      'open',
    ],
    [
      'a third',
      [
        ['won', AGAIN],
        ['open', SCHEME],
        ['lost', SCHEME],
      ],
      'open won open lost',
    ],
    [
      'a loss after a higher stage',
      [
        ['open', SCHEME],
        ['lost', AGAIN],
      ],
      'open lost',
    ],
    ['its money after its end', [['open', NOTICE], ['won'], ['open', CHARGEBACK]], 'open won'],
    ['the same of one whose defence was told of first', [['open', INQUIRY], ['won'], ['open', CHARGEBACK]], 'open won'],
    ['a second round after that', [['open', INQUIRY], ['won'], ['open', AGAIN]], 'open won open'],
    [
      'the beginning of a second round after its end',
      [
        ['won', CHARGEBACK],
        ['won', AGAIN],
        ['open', AGAIN],
      ],
      'open won',
    ],
    ['an inquiry that ran out', [['open', INQUIRY], ['lost']], 'open won'],
    ['a chargeback after it', [['open', INQUIRY], ['lost'], ['open', CHARGEBACK], ['lost']], 'open won open lost'],
    [
      'an inquiry that is answered during a chargeback',
      [
        ['open', CHARGEBACK],
        ['won', INQUIRY],
      ],
      'open',
    ],
    [
      'its beginning after it was lost',
      [
        ['lost', AGAIN],
        ['open', CHARGEBACK],
      ],
      'open lost',
    ],
  ];
  for (const [what, words, states] of CASES)
    it(`is "${states}" for its merchant: ${what}`, async () => {
      let payment = await kept.save(aPaidPayment());
      for (const [state, stage] of words) payment = await tell(payment, { state, ...(stage && { stage }) });
      const { results } = await stored(payment);
      const told = results.map(({ data }) => (JSON.parse(data) as { dispute: { state: string } }).dispute.state);
      expect(told.join(' ')).to.equal(states);
    });

  it('is no contradiction where the money goes after the time for an answer is over', async () => {
    let payment = await kept.save(aPaidPayment());
    const lines = await logLines(async () => {
      for (const word of [
        { state: 'open', stage: NOTICE },
        { state: 'lost' },
        { state: 'open', stage: CHARGEBACK },
      ] as const)
        payment = await tell(payment, word);
    });
    expect(lines.map(({ message }) => message)).to.deep.equal(['dispute.opened', 'dispute.closed']);
    const less = await logLines(() => tell(payment, { state: 'open', stage: CHARGEBACK, amount: 2000 }));
    expect(less.map(({ message }) => message)).to.deep.equal(['dispute.contradicted']);
  });

  describe('before its payment has ended', () => {
    const WORDS = [{ state: 'open', stage: CHARGEBACK }, { state: 'lost' }] as const;
    const typesOf = ({ results }: PaymentRecord) => results.map(({ type }) => type);
    /** One whose dispute was told of, as whoever works on it has read it before or after. */
    async function toldEarly() {
      const before = await kept.save(aPayment({ status: 'unresolved', account }));
      for (const word of WORDS) await tell(before, word);
      return { before, after: await stored(before) };
    }
    const look = async (payment: PaymentRecord) => {
      const { disputeInquiry: { version = 0 } = {} } = await stored(payment);
      await disputeInquiry({ id: payment._id, version });
      return stored(payment);
    };

    it('is kept, and told after the end', async () => {
      const { after } = await toldEarly();
      expect({ told: typesOf(after), disputes: after.disputes, version: after.version }).to.deep.equal({
        told: [],
        disputes: undefined,
        version: 1,
      });
      const waiting = await look(after);
      expect(waiting.disputeInquiry?.next?.at).to.be.greaterThan(new Date());
      await transition(waiting, 'authorized', {}, 'a test');
      expect((await stored(waiting)).disputeInquiry?.next?.at).to.be.at.most(new Date());
      const ended = await look(waiting);
      expect(typesOf(ended)).to.deep.equal(['payment.success', 'dispute.opened', 'dispute.closed']);
      expect(ended.disputes?.map(({ state }) => state)).to.deep.equal(['lost']);
      expect(ended).to.not.have.property('toldDisputes');
      expect(ended.disputeInquiry).to.not.have.property('next');
    });

    it('is told after the end though whoever ended it had not heard of it', async () => {
      const { before } = await toldEarly();
      await transition(before, 'authorized', {}, 'a test');
      expect(typesOf(await look(before))).to.deep.equal(['payment.success', 'dispute.opened', 'dispute.closed']);
    });

    it('is told before the next word of it', async () => {
      const { after } = await toldEarly();
      await transition(after, 'declined', { reason: 'do_not_honor' }, 'a test');
      await tell(after, { state: 'open', stage: CHARGEBACK }); // as it was read before its end
      expect(typesOf(await stored(after))).to.deep.equal(['payment.failed', 'dispute.opened', 'dispute.closed']);
    });

    it('is seen by whoever judges the payment', async () => {
      const { after } = await toldEarly();
      expect(presentInFull(after, [], undefined).disputes.map(({ id, state }) => `${id} ${state}`)).to.deep.equal([
        'dp_1 lost',
      ]);
    });
  });

  for (const state of ['won', 'lost'] as const)
    it(`counts though another word was recorded since the payment was read, and it has no stage: ${state}`, async () => {
      const before = await kept.save(aPaidPayment());
      await tell(before, { state: 'open', stage: CHARGEBACK });
      expect((await tell(before, { state })).disputes?.map((each) => each.state)).to.deep.equal([state]);
      expect((await stored(before)).disputes?.map((each) => each.state)).to.deep.equal([state]);
    });

  it('of one that was stored before stages were is old when it is of the first round', async () => {
    const before = await kept.save(aPaidPayment({ disputes: [aDispute({ state: 'won' })] }));
    expect((await tell(before, { state: 'open', stage: CHARGEBACK })).disputes?.[0]?.state).to.equal('won');
    expect((await tell(before, { state: 'open', stage: AGAIN })).disputes?.[0]?.state).to.equal('open');
  });

  it('is about the open one, else the last, where it names the payment', async () => {
    const disputes = [
      aDispute({ id: 'dp_1', state: 'won' }),
      aDispute({ id: 'dp_2' }),
      aDispute({ id: 'dp_3', state: 'won' }),
    ];
    const payment = await kept.save(aPaidPayment({ disputes }));
    const after = await tell(payment, { id: 'ch_1', state: 'won', stage: CHARGEBACK });
    expect(after.disputes?.map(({ id, state }) => `${id} ${state}`)).to.deep.equal([
      'dp_1 won',
      'dp_2 won',
      'dp_3 won',
    ]);
    const last = await tell(after, { id: 'ch_1', state: 'open', stage: AGAIN });
    expect(last.disputes?.map(({ state }) => state)).to.deep.equal(['won', 'won', 'open']);
  });
});
