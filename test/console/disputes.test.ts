import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { countDueSoon } from '../../src/disputes/due-soon.js';
import type { Dispute } from '../../src/payments/dispute.js';
import { aDispute } from '../disputes/a-dispute.js';
import { KeptPayments } from '../payments/kept-payments.js';
import { aPaidPayment } from '../refunds/a-refund.js';
import { bearer, browserOf, jsonOf, startConsole, type TestConsole, theOperator } from './console.js';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

interface Page {
  data: { id: string; state: string }[];
  next_cursor: string | null;
}

describe('disputes in the console', () => {
  const kept = new KeptPayments();
  let console: TestConsole;
  let browser: { cookie: string; origin: string };
  before(async () => {
    console = await startConsole();
    browser = await browserOf(console, await theOperator('viewer'));
  });
  after(() => console.close());
  afterEach(() => kept.remove());

  const merchantId = `mer_${randomUUID()}`;
  const disputed = (...disputes: Partial<Dispute>[]) =>
    kept.save(aPaidPayment({ merchantId, disputes: disputes.map((each) => aDispute({ id: randomUUID(), ...each })) }));
  const open = async (path: string) =>
    (
      await console.http
        .get(path)
        .set({ accept: 'text/html', ...browser })
        .expect(200)
    ).text;
  const list = async (query: object) =>
    jsonOf<Page>(
      await console.http
        .get('/api/disputes')
        .query({ merchant: merchantId, ...query })
        .set(bearer(await theOperator('viewer')))
        .expect(200),
    );

  it('are listed by state, newest first, in pages', async () => {
    const states = ['open', 'won', 'lost'] as const;
    const many = Array.from({ length: 60 }, (_, no) => ({ state: states[no % 3] ?? 'open', openedAt: inHours(-no) }));
    const { disputes = [] } = await disputed(...many);
    const first = await list({});
    expect(first.data.map(({ id }) => id)).to.deep.equal(disputes.slice(0, 50).map(({ id }) => id));
    const rest = await list({ cursor: first.next_cursor });
    expect(rest.data.map(({ id }) => id)).to.deep.equal(disputes.slice(50).map(({ id }) => id));
    const lost = await list({ state: 'lost' });
    expect(lost.data).to.have.length(20);
    expect(new Set(lost.data.map(({ state }) => state))).to.deep.equal(new Set(['lost']));
    await console.http
      .get('/api/disputes?state=due')
      .set(bearer(await theOperator('viewer')))
      .expect(400);
  });

  for (const [what, dispute, soon] of [
    ['a week before the bank wants an answer', {}, 0],
    ['within two days', { respondBy: inHours(47) }, 1],
    ['after that', { respondBy: inHours(-1) }, 1],
    ['when the gateway does not say until when', { respondBy: null }, 0],
    ['when it is closed', { respondBy: inHours(47), state: 'won' }, 0],
  ] as const)
    it(`are alerted of two days before the bank's time is over: ${what}`, async () => {
      const before = await countDueSoon('test');
      const { _id } = await disputed(dispute);
      expect((await countDueSoon('test')) - before).to.equal(soon);
      if (soon > 0) expect(await open('/')).to.include('the bank wants an answer within two days');
      expect((await open(`/disputes?trx=${_id}`)).includes('>soon<')).to.equal(soon > 0);
    });

  it('stand on the page of their payment, in its course, and keep what they cover from going back', async () => {
    const { _id } = await disputed({ amount: 4990 });
    const page = await open(`/payments/${_id}`);
    expect(page).to.include('Dispute over').and.include('The bank takes an answer until');
    expect(page).to.include('A dispute covers what is left.');
  });
});
