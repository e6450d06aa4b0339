import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { cancel, enterCode } from '../support/bank-customer.js';
import { openShop, type Shop } from './shop.js';

interface Told {
  id: string;
  type: string;
  timestamp: string;
  sequence: number;
  identifier: string;
  status: string;
  data: Record<string, unknown>;
}

const ENDINGS: [
  what: string,
  number: string,
  status: string,
  reason: string | null,
  act?: (url: string) => Promise<unknown>,
][] = [
  ['approved at once', '4242 4242 4242 4242', 'success', null],
  ['declined at once', '4000 0000 0000 9987', 'failed', 'do_not_honor'],
  ['failed at the gateway', '4000 0000 0000 0119', 'failed', 'gateway_error'],
  ['approved after a challenge', '4000 0000 0000 3220', 'success', null, enterCode],
  ['cancelled in the challenge', '4000 0000 0000 3220', 'failed', 'authentication_cancelled', cancel],
  ['found out to be charged', '4000 0000 0000 0770', 'success', null],
];

describe('notifications of card payments', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop({ fees: [{ basisPoints: 250, fixed: 0 }] });
  });
  after(() => shop.close());

  for (const [what, number, status, reason, act] of ENDINGS)
    it(`tell once of a payment that was ${what}`, async () => {
      const { trx, redirect_url } = await shop.payFor(number);
      await act?.(redirect_url ?? '');
      const known = await shop.settled(trx);
      const [received, ...more] = await shop.notifications(trx);
      expect(more).to.be.empty;
      if (!received) throw new Error('There is no notification');

      const headers = received.headers as Record<string, string>; // each of ours comes once
      const told = new Webhook(shop.keys.secret_key).verify(received.body, headers) as Told; // what contract 8 promises
      expect(headers['webhook-id']).to.equal(told.id);
      expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).to.be.below(60);
      expect(headers['content-type']).to.match(/^application\/json/);
      expect(headers).to.not.have.any.keys('authorization', 'cookie', 'x-request-id');

      const { status: _answered, ...data } = known;
      expect(told).to.have.all.keys('id', 'type', 'timestamp', 'sequence', 'identifier', 'status', 'data');
      expect(told).to.deep.include({ type: `payment.${status}`, identifier: known.identifier, status, data });
      expect(told.data).to.include({ payment_status: status, reason, late_confirmation: false, test: true });
      expect(told.timestamp).to.equal(known.updated_at);
      expect(told.id).to.match(/^evt_[0-9a-f]{33}$/);
      expect(Buffer.byteLength(received.body)).to.be.below(20_000);
      expect(received.body).to.not.include(number.replaceAll(' ', '').slice(0, 12));
    });

  it('carry the largest identifier that there is in less than 20 KB', async () => {
    const identifier = '\u{1f375}'.repeat(255);
    const { trx } = await shop.payFor('4242 4242 4242 4242', { identifier });
    const [received] = await shop.notifications(trx);
    expect(JSON.parse(received?.body ?? '')).to.deep.include({ identifier });
    expect(Buffer.byteLength(received?.body ?? '')).to.be.below(20_000);
  });

  it('say nothing of a payment that is pending', async () => {
    const waiting = await shop.payFor('4000 0000 0000 3220');
    const { trx } = await shop.payFor('4242 4242 4242 4242');
    await shop.notifications(trx);
    expect(shop.receiver.received.filter(({ body }) => body.includes(waiting.trx))).to.be.empty;
    await cancel(waiting.redirect_url ?? '');
    await shop.notifications(waiting.trx);
  });

  it('are numbered from 1 without a gap for each merchant, and all to be had again at /h2h/events', async () => {
    const other = await openShop();
    const made = await Promise.all(Array.from({ length: 12 }, () => other.payFor('4242 4242 4242 4242')));
    for (const { trx } of made) await other.notifications(trx);
    const told = other.receiver.received.map(({ body }) => JSON.parse(body) as Told); // as above
    const numbers = told.map(({ sequence }) => sequence).sort((a, b) => a - b);
    expect(numbers).to.deep.equal(Array.from({ length: 12 }, (_, index) => index + 1));

    const ask = (fields: object) => other.tollgate.api('/h2h/events', { public_key: other.keys.public_key, ...fields });
    const { body } = await ask({ after: 4, limit: 3 });
    const expected = [5, 6, 7].map((number) => told.find(({ sequence }) => sequence === number));
    expect(body.last).to.equal(7);
    expect(body.events).to.deep.equal(expected.map((event) => ({ ...event, 'webhook-id': event?.id })));
    // docs/notifications.md says so; deep equality knows no order.
    const written = (body.events as object[]).map((event) => JSON.stringify({ ...event, 'webhook-id': undefined }));
    expect(other.receiver.received.map(({ body }) => body)).to.include.members(written);
    expect((await ask({ after: 12 })).body).to.deep.equal({ status: 'success', events: [], last: 12 });
    expect((await ask({})).body.events).to.have.length(12);
    await other.close();
  });

  it('are signed with a new secret from the moment at which it is shown, and with the old one beside it', async () => {
    const other = await openShop();
    const [before] = await other.notifications((await other.payFor('4242 4242 4242 4242')).trx); // who signs knows it now
    expect(before?.headers['webhook-signature']).to.match(/^v1,\S+$/);
    const { body } = await other.tollgate.console(`/api/merchants/${other.keys.id}/rotate-secret`, { method: 'POST' });
    const [after] = await other.notifications((await other.payFor('4242 4242 4242 4242')).trx);
    for (const secret of [String(body.secret_key), other.keys.secret_key])
      expect(() =>
        new Webhook(secret).verify(after?.body ?? '', after?.headers as Record<string, string>),
      ).to.not.throw();
    await other.close();
  });

  for (const fields of [
    { after: -1 },
    { after: 1.5 },
    { after: '1' },
    { limit: 0 },
    { limit: 101 },
    { limit: '10' },
    { after: {} },
  ])
    it(`are not to be had for ${JSON.stringify(fields)}`, async () => {
      const { status, body } = await shop.tollgate.api('/h2h/events', { public_key: shop.keys.public_key, ...fields });
      expect(status).to.equal(400);
      expect(body.errors?.map(({ field }) => field)).to.deep.equal(Object.keys(fields));
    });
});
