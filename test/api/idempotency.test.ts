import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/ask.js';
import { enterCode } from '../support/bank-customer.js';
import { openShop, type Shop } from './shop.js';

const APPROVED = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 9995';

describe('Idempotency-Key', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  const send = (body: object | string, key: string, path = '/h2h/initiate') =>
    shop.tollgate.api(path, body, { 'idempotency-key': key });
  const isReplay = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true';

  for (const [number, ending] of [
    [APPROVED, 'success'],
    [DECLINED, 'failed'],
    ['4000 0000 0000 3220', 'pending'],
  ] as const)
    it(`gives the first answer again, byte for byte, and does nothing twice: ${ending}`, async () => {
      const [body, key] = [shop.body(number), randomUUID()];
      const first = await send(body, key);
      expect(first.body).to.include({ status: 'success', payment_status: ending });
      expect(isReplay(first)).to.equal(false);
      for (const path of ['/h2h/initiate', '/v1/h2h/initiate']) {
        const again = await send(body, key, path);
        expect(again.status).to.equal(200);
        expect(again.text).to.equal(first.text);
        expect(again.headers['content-type']).to.equal(first.headers['content-type']);
        expect(isReplay(again)).to.equal(true);
      }
      const ledger = await shop.tollgate.ledger(first.body.trx ?? '');
      expect(ledger.map(({ calls }) => calls)).to.deep.equal(ending === 'pending' ? [] : [1]);
    });

  it('replays the first answer even when the payment has moved on', async () => {
    const [body, key] = [shop.body('4000 0000 0000 3220'), randomUUID()];
    const first = await send(body, key);
    await enterCode(first.body.redirect_url ?? '');
    await shop.settled(first.body.trx ?? '');
    expect((await send(body, key)).text).to.equal(first.text);
  });

  it('knows a body again whose fields come in another order, at any depth', async () => {
    const [body, key] = [shop.body(APPROVED), randomUUID()];
    const first = await send(body, key);
    const turned = (value: unknown): unknown =>
      value !== null && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, inner]) => [name, turned(inner)]),
          )
        : value;
    const again = await send(JSON.stringify(turned(body), null, 2), key);
    expect(isReplay(again)).to.equal(true);
    expect(again.text).to.equal(first.text);
  });

  it('knows a request again that is repeated with a new public key', async () => {
    const other = await openShop();
    const [body, key] = [other.body(APPROVED), randomUUID()];
    const first = await send(body, key);
    const rotated = await other.tollgate.console(`/api/merchants/${other.keys.id}/rotate-key`, { method: 'POST' });
    const again = await send({ ...body, public_key: rotated.body.public_key }, key);
    expect(again.text).to.equal(first.text);
    expect(isReplay(again)).to.equal(true);
    await other.close();
  });

  const OTHERS: [what: string, changes: (body: Record<string, unknown>) => object][] = [
    ['amount', () => ({ amount: 100.01 })],
    ['identifier', () => ({ identifier: randomUUID() })],
    ['card', ({ card }) => ({ card: { ...(card as object), cvv: '124' } })],
    ['field that nobody knows', () => ({ note: 'another' })],
    ['card that is gone', () => ({ card: null })],
  ];
  for (const [what, changes] of OTHERS)
    it(`refuses the same key with another ${what}`, async () => {
      const [body, key] = [shop.body(APPROVED), randomUUID()];
      await send(body, key);
      const { status, body: answer } = await send({ ...body, ...changes(body) }, key);
      expect(status).to.equal(422);
      expect(answer).to.include({ status: 'error', code: 'idempotency_mismatch' });
    });

  it('lets one of many at once run; the others are told to come again, or get its answer', async () => {
    const [body, key] = [shop.body(APPROVED), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(body, key)));
    const ran = answers.filter((answer) => answer.status === 200 && !isReplay(answer));
    expect(ran).to.have.length(1);
    for (const answer of answers.filter((each) => each !== ran[0])) {
      if (answer.status === 200) expect(answer.text).to.equal(ran[0]?.text);
      else {
        expect(answer.status).to.equal(409);
        expect(answer.body).to.include({ code: 'request_in_progress' });
        expect(Number(answer.headers['retry-after'])).to.be.at.least(1);
      }
    }
    expect(await shop.tollgate.ledger(ran[0]?.body.trx ?? '')).to.have.length(1);
    expect(isReplay(await send(body, key))).to.equal(true);
  });

  it('keeps no refusal: the key serves again once the fault is mended', async () => {
    const [body, key] = [shop.body(APPROVED), randomUUID()];
    for (const refused of [
      { ...body, details: 7 },
      { ...body, currency: 'SEK' },
      { ...body, amount: 0 },
    ])
      expect((await send(refused, key)).status).to.be.within(400, 422);
    const answer = await send(body, key);
    expect(answer.body.payment_status).to.equal('success');
    expect(isReplay(answer)).to.equal(false);
  });

  it('does not help with an identifier that another request has used', async () => {
    const body = shop.body(APPROVED);
    await shop.tollgate.api('/h2h/initiate', body);
    const { status, body: answer } = await send(body, randomUUID());
    expect(status).to.equal(409);
    expect(answer.code).to.equal('duplicate_identifier');
  });
});
