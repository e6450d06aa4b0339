import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { discrepancies } from '../../src/reconciliation/discrepancy.model.js';
import { aDiscrepancy } from '../reconciliation/a-discrepancy.js';
import {
  auditOf,
  bearer,
  browserOf,
  jsonOf,
  startConsole,
  type TestConsole,
  type TestOperator,
  theOperator,
} from './console.js';

interface Listed {
  data: { id: string }[];
}

describe('console differences', () => {
  const gateway = `gateway-${randomBytes(4).toString('hex')}`;
  let console: TestConsole;
  let reviewer: TestOperator;
  before(async () => {
    console = await startConsole();
    reviewer = await theOperator('reviewer');
  });
  after(() => console.close());
  afterEach(() => discrepancies.deleteMany({ gateway }));

  async function plant(overrides: Parameters<typeof aDiscrepancy>[0] = {}) {
    const difference = aDiscrepancy({ gateway, ...overrides });
    await discrepancies.insertOne(difference);
    return difference;
  }
  const ask = (query: object) =>
    console.http
      .get('/api/differences')
      .query({ gateway, ...query })
      .set(bearer(reviewer));
  const idsOf = async (query: object) => jsonOf<Listed>(await ask(query).expect(200)).data.map(({ id }) => id);
  const resolve = (id: string, body: object) =>
    console.http.post(`/api/differences/${id}/resolve`).set(bearer(reviewer)).send(body);

  it('are listed by day, account and state, in major units', async () => {
    const one = await plant();
    const other = await plant({ day: '2021-02-01', account: null, kind: 'not_succeeded_here', ours: null });
    expect(await idsOf({})).to.have.members([one._id, other._id]);
    expect(await idsOf({ day: '2021-02-01' })).to.deep.equal([other._id]);
    expect(await idsOf({ account: 'sandbox-card' })).to.deep.equal([one._id]);
    expect(await idsOf({ kind: 'amount_differs' })).to.deep.equal([one._id]);
    expect(await idsOf({ state: 'resolved' })).to.deep.equal([]);
    const { data } = jsonOf<{ data: object[] }>(await ask({ day: one.day }));
    expect(data[0]).to.deep.nested.include({ 'theirs.amount': 49.9, 'ours.amount': 40, merchant_id: one.merchantId });
    for (const wrong of [{ day: '2021-02-30' }, { day: 'yesterday' }, { state: 'lost' }, { kind: 'odd' }])
      await ask(wrong).expect(400);
  });

  it('are resolved once, with a note, which the trail tells', async () => {
    const one = await plant();
    await resolve(one._id, {}).expect(400, /note is required/);
    const answer = await resolve(one._id, { note: 'Refunded by the gateway' }).expect(200);
    expect(answer.body).to.include({ state: 'resolved', note: 'Refunded by the gateway', resolved_by: reviewer.email });
    const [line] = await auditOf(one._id);
    expect(line).to.deep.include({
      email: reviewer.email,
      action: 'difference.resolved',
      details: { trx: one.trx, kind: one.kind, note: 'Refunded by the gateway' },
    });
    await resolve(one._id, { note: 'again' }).expect(409, /"code":"difference_resolved"/);
    await resolve('dif_none', { note: 'x' }).expect(404, /"code":"difference_not_found"/);
    expect(await auditOf(one._id)).to.have.length(1);
  });

  it('are answered one by one', async () => {
    const { _id } = await plant();
    const one = (id: string) => console.http.get(`/api/differences/${id}`).set(bearer(reviewer));
    expect((await one(_id).expect(200)).body).to.deep.include({ id: _id, attempt: { no: 1, of: 1 }, note: null });
    await one('dif_none').expect(404, /"code":"difference_not_found"/);
  });

  describe('on pages', () => {
    let browser: { cookie: string; origin: string };
    before(async () => {
      browser = await browserOf(console, reviewer);
    });
    const open = async (path: string) =>
      (
        await console.http
          .get(path)
          .set({ accept: 'text/html', ...browser })
          .expect(200)
      ).text;

    const nobody = { merchantId: null, account: null, ours: null, attempt: null };
    const earlier = { attempt: { no: 1, of: 2 } };
    for (const [what, overrides, says] of [
      [
        'a payment that we do not have',
        { kind: 'not_succeeded_here', ...nobody },
        /which we do not have.*Pay this movement back/s,
      ],
      [
        'one that did not succeed',
        { kind: 'not_succeeded_here', ours: null },
        /when a review of it waits, decide that first/,
      ],
      [
        'an earlier attempt of it',
        { kind: 'not_succeeded_here', ours: null, ...earlier },
        /paid for attempt 1 of 2 after it was closed/,
      ],
      [
        'an earlier attempt of one that succeeded',
        { kind: 'charged_twice', ...earlier },
        /paid twice: once for attempt 1 of 2.*by its reference ch_1/s,
      ],
      ['one that succeeded, again', { kind: 'charged_twice' }, /More money moved than the one movement/],
      ['another amount', { kind: 'amount_differs' }, /Another amount or currency.*49\.90.*40\.00/s],
      [
        'another amount that went back',
        { kind: 'amount_differs', theirs: { amount: -4990, currency: 'EUR', at: new Date(), reference: 're_1' } },
        /went back than our refund or dispute is over.*Less went back/s,
      ],
      ['an unknown currency', { theirs: { amount: 7, currency: '???', at: new Date(), reference: 'r' } }, /7\s\?\?\?/],
      [
        'a refund of ours, again',
        { kind: 'refund_not_here', trx: 'a-trx', key: 'a-trx-r1', ours: null },
        /A refund of ours that has succeeded already went back twice.*by its reference ch_1/s,
      ],
      ['nothing', { kind: 'not_charged_there', theirs: null }, /the gateway moved nothing.*was a proof accepted/s],
    ] satisfies [string, Parameters<typeof aDiscrepancy>[0], RegExp][])
      it(`say what to do about money that moved for ${what}`, async () => {
        const { _id } = await plant(overrides);
        expect(await open(`/differences/${_id}`)).to.match(says);
      });

    it('are resolved by a form, which says so, and once', async () => {
      const one = await plant();
      const post = (note: string) =>
        console.http
          .post(`/differences/${one._id}/resolve`)
          .set({ accept: 'text/html', ...browser })
          .type('form')
          .send({ note, back: `/differences/${one._id}` });
      await post('').expect(303);
      expect(await open(`/differences/${one._id}`))
        .to.include('note is required')
        .and.include('Mark as resolved');
      await post('Paid back').expect(303);
      expect(await open(`/differences/${one._id}`))
        .to.include('is resolved.')
        .and.include('Paid back')
        .and.not.include('Mark as resolved');
      await post('again').expect(303);
      expect(await open(`/differences/${one._id}`)).to.include('resolved it at');
      expect(await auditOf(one._id)).to.have.length(1);
    });

    it('are found by day, gateway and kind, and lead to their payment', async () => {
      const { _id, trx } = await plant();
      const text = await open(`/differences?gateway=${gateway}&day=2021-01-31&kind=amount_differs&state=open`);
      expect(text).to.include(`href="/differences/${_id}"`).and.include(`href="/payments/${trx}"`);
      expect(await open(`/differences?gateway=${gateway}&state=resolved`)).to.include('No difference fits');
      expect(await open(`/differences?day=yesterday`)).to.include('day must be');
      expect(await console.http.get(`/search?q=${_id}`).set(browser)).to.have.nested.property(
        'headers.location',
        `/differences/${_id}`,
      );
    });

    it('are counted on the overview with the age of the oldest', async () => {
      await plant({ createdAt: new Date(Date.now() - 400 * 86_400_000) });
      expect(await open('/')).to.match(/href="\/differences\?state=open"[^]*?for 400 days/);
    });
  });
});
