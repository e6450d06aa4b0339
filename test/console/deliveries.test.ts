import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { deliveries, type DeliveryRecord } from '../../src/ipn/delivery.model.js';
import { endpointId } from '../../src/ipn/endpoint.model.js';
import { disableEndpoint, learnFailure, learnSuccess } from '../ipn/lessons.js';
import { eventIdOf } from '../../src/ipn/event-id.js';
import { TestMerchant } from '../ipn/a-delivery.js';
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
  data: { id: string; status: string; attempts: object[] }[];
  next_cursor: string | null;
}

/** A minute ahead of all that other specs leave, so that these come first and nothing is due. */
const LATER = () => new Date(Date.now() + 60_000);
const exhausted = { status: 'exhausted', failures: 12, next: null } as const;

describe('console deliveries', () => {
  let console: TestConsole;
  let reviewer: TestOperator;
  let merchant: TestMerchant;
  before(async () => {
    console = await startConsole();
    reviewer = await theOperator('reviewer');
  });
  after(() => console.close());
  beforeEach(async () => {
    merchant = await new TestMerchant().save();
  });
  afterEach(() => merchant.remove());

  const delivery = (overrides: Partial<DeliveryRecord> = {}) =>
    merchant.delivery({ next: { job: 'ipn-delivery', at: LATER() }, ...overrides });
  const ask = (query: Record<string, string>) => console.http.get('/api/deliveries').query(query).set(bearer(reviewer));
  const find = async (query: Record<string, string>) => jsonOf<Listed>(await ask(query).expect(200));
  const post = (path: string, body?: object) => console.http.post(`/api${path}`).set(bearer(reviewer)).send(body);
  const idsOf = ({ data }: Listed) => data.map(({ id }) => id);

  it('are shown with every attempt', async () => {
    const at = new Date();
    const attempt = {
      id: 'a-1',
      at,
      durationMs: 7,
      status: 500,
      error: 'http',
      response: 'no',
      trigger: 'automatic',
    } as const;
    const one = await delivery({ ...exhausted, attempts: [attempt] });
    expect((await find({ trx: one.trx })).data).to.deep.equal([
      {
        id: one._id,
        event_id: one.eventId,
        type: one.type,
        trx: one.trx,
        merchant_id: merchant.id,
        test: true,
        url: one.url,
        status: 'exhausted',
        overdue: false,
        next_attempt_at: null,
        created_at: one.createdAt.toISOString(),
        delivered_at: null,
        attempts: [
          { at: at.toISOString(), duration_ms: 7, status: 500, error: 'http', response: 'no', trigger: 'automatic' },
        ],
      },
    ]);
  });

  it('come in pages, newest first, of one payment as well', async () => {
    const trx = randomUUID();
    const made: string[] = [];
    const newest = LATER().getTime();
    for (let i = 0; i < 51; i += 1) {
      const createdAt = new Date(newest - i * 1000);
      made.push((await delivery({ trx, eventId: eventIdOf(trx, i), createdAt }))._id);
    }
    for (const query of [{ trx }, { status: 'pending' }, {}]) {
      const first = await find(query);
      expect(idsOf(first)).to.deep.equal(made.slice(0, 50));
      const second = await find({ ...query, cursor: first.next_cursor ?? '' });
      expect(idsOf(second)[0]).to.equal(made[50]);
    }
  });

  it('are found by status', async () => {
    const createdAt = LATER();
    const made = {
      delivered: await delivery({ status: 'delivered', next: null, createdAt }),
      held: await delivery({ status: 'held', next: null, createdAt }),
      exhausted: await delivery({ ...exhausted, createdAt }),
    };
    for (const [status, { _id, trx }] of Object.entries(made)) {
      const { data } = await find({ status });
      expect(data[0]).to.include({ id: _id, status });
      expect(idsOf(await find({ status: 'pending', trx }))).to.deep.equal([]);
    }
  });

  it('are found when they are overdue', async () => {
    const createdAt = new Date(Date.now() - 3_600_000);
    const overdue = await delivery({ ...exhausted, createdAt });
    const { trx } = overdue;
    await delivery({ trx, eventId: eventIdOf(trx, 2), type: 'payment.failed', ...exhausted, createdAt });
    await delivery({
      trx,
      eventId: eventIdOf(trx, 3),
      status: 'delivered',
      next: null,
      createdAt,
      deliveredAt: createdAt,
    });
    const { data } = await find({ trx, overdue: 'true' });
    expect(data).to.have.length(1);
    expect(data[0]).to.include({ id: overdue._id, overdue: true });
    expect(idsOf(await find({ overdue: 'true' }))).to.include(overdue._id);
    expect((await find({ trx })).data).to.have.length(3);
  });

  it('are refused for wrong words', async () => {
    await ask({ status: 'lost' })
      .expect(400)
      .expect(/status must be one of pending, delivered, held, exhausted/);
    await ask({ trx: 'x' }).expect(400);
    await ask({ overdue: 'maybe' }).expect(400);
    await ask({ cursor: 'e30' }).expect(400);
    await post('/deliveries').expect(405).expect('allow', 'GET, HEAD');
  });

  it('are sent again by hand, which the trail tells', async () => {
    const one = await delivery(exhausted);
    const answer = await post(`/deliveries/${one._id}/resend`).expect(200);
    expect(answer.body).to.include({ id: one._id, event_id: one.eventId, status: 'pending' });
    expect(await deliveries.findOne({ _id: one._id })).to.include({ status: 'pending', trigger: 'resend', version: 2 });
    const [line] = await auditOf(one._id);
    expect(line).to.deep.include({
      email: reviewer.email,
      action: 'delivery.resent',
      details: { trx: one.trx, merchant: merchant.id },
    });
  });

  it('are not sent again when there is none, or its endpoint is disabled', async () => {
    await post('/deliveries/dlv_none/resend')
      .expect(404)
      .expect(/"code":"delivery_not_found"/);
    const one = await delivery({ status: 'held', next: null });
    await disableEndpoint(one);
    await post(`/deliveries/${one._id}/resend`)
      .expect(409)
      .expect(/"code":"endpoint_disabled"/);
    expect(await deliveries.findOne({ _id: one._id })).to.include({ status: 'held', version: 1 });
    expect(await auditOf(one._id)).to.deep.equal([]);
  });

  it('are recovered since a moment: how many, and who asked', async () => {
    const one = await delivery(exhausted);
    await delivery({ ...exhausted, createdAt: new Date(Date.now() - 60_000) });
    const since = new Date(one.createdAt.getTime() - 1000);
    const answer = await post(`/merchants/${merchant.id}/recover`, { since: since.toISOString() }).expect(200);
    expect(answer.body).to.deep.equal({ recovered: 1 });
    expect(await deliveries.findOne({ _id: one._id })).to.include({ status: 'pending', failures: 0 });
    const [line] = await auditOf(merchant.id);
    expect(line).to.deep.include({
      action: 'deliveries.recovered',
      details: { since: since.toISOString(), recovered: 1 },
    });
  });

  it('are recovered of a merchant that there is, since a time that says its zone', async () => {
    await post('/merchants/mer_none/recover', { since: '2026-01-31T14:05Z' })
      .expect(404)
      .expect(/"code":"merchant_not_found"/);
    const path = `/merchants/${merchant.id}/recover`;
    for (const since of [
      '2026-01-31',
      '2026-01-31T14:05:00',
      '2026-02-30T00:00:00Z',
      '2026-01-31T25:00Z',
      'now',
      1,
      {},
      null,
    ])
      await post(path, { since }).expect(400);
    await post(path, {})
      .expect(400)
      .expect(/since is required/);
    await console.http.post(`/api${path}`).set(bearer(reviewer)).type('form').send('since=x').expect(415);
    await console.http
      .post(`/api${path}`)
      .set(bearer(reviewer))
      .type('json')
      .send('{')
      .expect(400, /"invalid_json"/);
    await post(path, { since: '2999-01-31T19:35:00+05:30' }).expect(200, { recovered: 0 });
  });
});

interface Endpoints {
  data: { id: string; disabled: boolean; consecutive_failures: number }[];
  next_cursor: string | null;
}

describe('console endpoints', () => {
  let console: TestConsole;
  let reviewer: TestOperator;
  let merchant: TestMerchant;
  before(async () => {
    console = await startConsole();
    reviewer = await theOperator('reviewer');
    merchant = await new TestMerchant().save();
  });
  after(async () => {
    await merchant.remove();
    await console.close();
  });

  async function list(cursor = '', query = {}) {
    const asked = console.http.get('/api/endpoints').query({ cursor, ...query });
    return jsonOf<Endpoints>(await asked.set(bearer(reviewer)).expect(200));
  }

  it('are listed with their health, each once, page by page', async () => {
    const target = (port: number) => ({ merchantId: merchant.id, mode: 'test' as const, host: `shop.example:${port}` });
    for (let port = 1; port <= 52; port += 1) await disableEndpoint(target(port));
    const all: Endpoints['data'] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Endpoints = await list(cursor);
      all.push(...page.data);
      cursor = page.next_cursor;
    }
    const ours = Array.from({ length: 52 }, (_, i) => endpointId(target(i + 1)));
    const ids = all.map(({ id }) => id);
    expect(ids).to.include.members(ours);
    expect(new Set(ids).size).to.equal(ids.length);
    const one = all.find(({ id }) => id === endpointId(target(1)));
    expect(one).to.include({
      merchant_id: merchant.id,
      host: 'shop.example:1',
      disabled: true,
      disabled_reason: 'It answered 410 Gone twice in a row',
    });
    await console.http.get('/api/endpoints?cursor=ep_x').set(bearer(reviewer)).expect(400);
  });

  it('are listed with those that fail first, the worst of a page before the others, and alone when asked', async () => {
    const target = (name: string) => ({ merchantId: merchant.id, mode: 'test' as const, host: `${name}.example:443` });
    const [healthy, once, often] = [target('healthy'), target('once'), target('often')];
    await learnSuccess(healthy);
    await learnFailure(once);
    for (let times = 0; times < 3; times += 1) await learnFailure(often);

    const pagesOf = async (query: object) => {
      const pages: Endpoints['data'][] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Endpoints = await list(cursor, query);
        pages.push(page.data);
        cursor = page.next_cursor;
      }
      return pages;
    };
    const idsOf = (found: Endpoints['data']) => found.map(({ id }) => id);
    const failing = idsOf((await pagesOf({ failing: 'true' })).flat());
    expect(failing).to.include.members([once, often].map(endpointId)).and.not.include(endpointId(healthy));

    const pages = await pagesOf({});
    const all = idsOf(pages.flat());
    expect(new Set(all).size).to.equal(all.length);
    expect(all).to.include(endpointId(healthy));
    expect(all.slice(0, failing.length)).to.have.members(failing);
    const badness = ({ disabled, consecutive_failures: failures }: Endpoints['data'][number]) =>
      (disabled ? 1_000_000 : 0) + failures;
    for (const page of pages) expect(page.map(badness)).to.deep.equal(page.map(badness).sort((a, b) => b - a));
  });

  it('are shown with their last error and what they accept', async () => {
    const host = 'half.example:443';
    const attempts = [true, false].map((isError) => ({
      id: `a-${isError}`,
      at: new Date(),
      durationMs: 1,
      status: isError ? 500 : 200,
      error: isError ? ('http' as const) : null,
      response: null,
      trigger: 'automatic' as const,
    }));
    const failed = await merchant.delivery({ url: `https://${host}/ipn`, host, attempts });
    await learnFailure(failed);
    const browser = await browserOf(console, reviewer);
    const open = async (path: string): Promise<string> =>
      (
        await console.http
          .get(path)
          .set({ accept: 'text/html', ...browser })
          .expect(200)
      ).text;
    let row: string | undefined;
    for (let path: string | undefined = '/endpoints?failing=true'; path && !row;) {
      const text: string = await open(path);
      row = text.split('<tr>').find((each) => each.includes(host));
      path = /<a class="button quiet" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(row)
      .to.include('failing, 1 in a row')
      .and.include('50.0 %')
      .and.include('<strong class="bad">500</strong> <time');
  });

  it('are enabled again, and what was held goes out', async () => {
    const held = await merchant.delivery({ status: 'held', next: null });
    const id = endpointId(held);
    await disableEndpoint(held);
    expect(encodeURIComponent(id)).to.equal(id); // it stands in a path as it is
    const before = id.replace(/[^-](-*)$/, '-$1'); // a place in the list that it follows at once: '-' comes first
    const disabled = async () => (await list(`failing.${before}`, { disabled: 'true' })).data.map((each) => each.id);
    expect(await disabled()).to.include(id);

    const enable = (path: string) => console.http.post(`/api/endpoints/${path}/enable`).set(bearer(reviewer));
    const answer = await enable(id).expect(200);
    expect(answer.body).to.include({ id, disabled: false, disabled_reason: null, released: 1 });
    expect(await disabled()).to.not.include(id);
    expect(await deliveries.findOne({ _id: held._id })).to.include({ status: 'pending' });
    const [line] = await auditOf(id);
    expect(line).to.deep.include({
      action: 'endpoint.enabled',
      details: { merchant: merchant.id, host: held.host, released: 1 },
    });
    for (const wrong of ['ep_none', 'ep_%2F%3F', encodeURIComponent(held.host)])
      await enable(wrong)
        .expect(404)
        .expect(/"code":"endpoint_not_found"/);
  });
});
