import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { config } from '../../config/index.js';
import { connectDatabase } from '../../src/database/client.js';
import { transition } from '../../src/payments/transition.js';
import { findImage } from '../../src/proofs/proof-image.model.js';
import { jobId, queueOf } from '../../src/jobs/queue.js';
import { redis } from '../../src/redis/client.js';
import { until } from '../../scripts/until.js';
import { aWalletPayment, stored } from './a-local-payment.js';
import { aMerchant, aShop, call, removeSaved, saved } from './api.js';
import { aPng, dataUri, IMAGES } from './proofs-of-each-form.js';

describe('POST /h2h/confirm', () => {
  before(connectDatabase);
  before('Redis is there', () => until('Redis is there', () => redis.status === 'ready'));
  after(removeSaved);

  const FORMS: [string, string][] = [
    ['an image as a data URI', dataUri(IMAGES['image/jpeg'], 'image/jpeg')],
    ['an image as bare base64', IMAGES['image/webp'].toString('base64')],
    ['a URL', 'https://files.example/proof.png'],
    ['a text reference', 'UTR 632551234567'],
  ];
  for (const [what, proof] of FORMS)
    it(`takes ${what} and says that it is under review`, async () => {
      const { trx, confirm, status } = await aShop();
      const { status: code, body } = await confirm(proof);
      expect(code).to.equal(200);
      expect(Object.keys(body)).to.have.members(['status', 'message', 'trx', 'proof_status', 'verification_note']);
      expect(body).to.deep.include({ status: 'success', trx, proof_status: 'pending' });
      expect(body.message).to.be.an('array').with.length(1);
      expect(body.verification_note).to.be.a('string').that.is.not.empty;
      const now = (await status()).body;
      expect(now).to.include({
        payment_status: 'pending',
        proof_status: 'pending',
        proof_verified_at: null,
        verification_notes: body.verification_note,
      });
      expect(now.proof_submitted_at).to.equal(now.updated_at);
      expect(now.updated_at).to.not.equal(now.created_at);
    });

  it('takes a proof of a wallet payment', async () => {
    const { id: merchantId, public_key } = await aMerchant();
    const { _id: trx } = await saved(aWalletPayment({ merchantId }));
    const { body } = await call('/v1/h2h/confirm', { public_key, trx, payment_proof: 'BKH7T2Q9XA' });
    expect(body).to.include({ status: 'success', proof_status: 'pending' });
  });

  it('keeps an image apart from the payment, byte for byte, under the type that it is', async () => {
    const { trx, confirm } = await aShop();
    const bytes = aPng('kept');
    await confirm(dataUri(bytes, 'image/jpeg'));
    const [version] = (await stored(trx)).proof?.versions ?? [];
    expect(version).to.not.have.property('text');
    expect(version?.image).to.include({ type: 'image/png', size: bytes.length });
    expect(await findImage(version?.image?.id ?? '')).to.deep.equal(bytes);
  });

  it('leaves what the payment itself waits for alive, and gives the review its own', async () => {
    const later = new Date(Date.now() + 300_000);
    const { trx, confirm } = await aShop({ next: { job: 'upi-confirmation', at: later } });
    const from = Date.now();
    await confirm('632551234567');
    const { version, next, proof } = await stored(trx);
    expect({ version, next }).to.deep.equal({ version: 2, next: { job: 'upi-confirmation', at: later } });
    expect(proof?.next?.job).to.equal('proof-review');
    expect(proof?.next?.at.getTime()).to.be.within(
      from + config.proof.overdue * 1000,
      Date.now() + config.proof.overdue * 1000,
    );
    expect(proof?.deadline.getTime()).to.be.at.least(from + config.proof.deadline * 1000);
    const woken = await queueOf('upi-confirmation').getJob(jobId('upi-confirmation', { id: trx, version }));
    expect(woken?.data).to.deep.equal({ id: trx, version });
  });

  it('answers the same when the same comes again, in another wrapping too, and changes nothing', async () => {
    const { trx, confirm } = await aShop();
    const bytes = aPng('again');
    const first = await confirm(dataUri(bytes));
    const before = await stored(trx);
    for (const proof of [dataUri(bytes), bytes.toString('base64')]) {
      const again = await confirm(proof);
      expect(again.status).to.equal(200);
      expect(again.body).to.deep.equal(first.body);
    }
    expect(await stored(trx)).to.deep.equal(before);
  });

  it('takes three versions, knows each of them again, and refuses a fourth', async () => {
    const { trx, confirm, status } = await aShop();
    const proofs = ['first 1', dataUri(aPng('second')), 'https://files.example/3'];
    for (const proof of proofs) expect((await confirm(proof)).status).to.equal(200);
    const begun = (await status()).body;
    const fourth = await confirm('fourth 4');
    expect(fourth.status).to.equal(409);
    expect(fourth.body.code).to.equal('proof_limit_reached');
    for (const proof of proofs) expect((await confirm(proof)).status).to.equal(200);
    const { proof, version } = await stored(trx);
    expect(proof?.versions.map(({ no, form }) => [no, form])).to.deep.equal([
      [1, 'text'],
      [2, 'image'],
      [3, 'url'],
    ]);
    expect(proof?.submittedAt).to.deep.equal(proof?.versions[0]?.at);
    expect(begun.updated_at).to.equal(proof?.versions[2]?.at.toISOString());
    expect(version).to.equal(4);
  });

  it('stores every one of three different proofs that arrive at once, and of five three', async () => {
    const { trx, confirm } = await aShop();
    const answers = await Promise.all(['1', '2', '3', '4', '5'].map((mark) => confirm(dataUri(aPng(mark)))));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 409, 409]);
    const { proof } = await stored(trx);
    expect(proof?.versions.map(({ no }) => no)).to.deep.equal([1, 2, 3]);
    for (const { image } of proof?.versions ?? []) expect(await findImage(image?.id ?? '')).to.not.equal(null);
  });

  it('makes one version of the same proof that arrives ten times at once', async () => {
    const { trx, confirm } = await aShop();
    const bytes = dataUri(aPng('ten'));
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(bytes)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).to.equal(1);
    const { proof } = await stored(trx);
    expect(proof?.versions).to.have.length(1);
    expect(await findImage(proof?.versions[0]?.image?.id ?? '')).to.not.equal(null);
  });

  it('replays its answer under an Idempotency-Key, after the decision too', async () => {
    const { merchant, payment, trx } = await aShop();
    const body = { public_key: merchant.public_key, trx, payment_proof: '632551234567' };
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await call('/h2h/confirm', body, headers);
    await transition(await stored(payment._id), 'refused', { reason: 'gateway_error' }, 'a test');
    const again = await call('/h2h/confirm', body, headers);
    expect(again.headers).to.include({ 'idempotent-replayed': 'true' });
    expect(again.body).to.deep.equal(first.body);
  });
});
