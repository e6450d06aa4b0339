import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { countAgain, countForNavigation } from '../../src/console/pages/navigation-count.js';
import { browserOf, startConsole, type TestConsole, theOperator } from './console.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import type { AsyncPaymentWait } from '../../src/payments/async-payment-wait.js';
import { TestMerchant } from '../ipn/a-delivery.js';
import { aPayment, IN_AN_HOUR } from '../payments/a-payment.js';
import { aMoneyReview, aProof, aUpiPayment, aWalletPayment } from '../proofs/a-local-payment.js';
import { removeImage, storeImage } from '../../src/proofs/proof-image.model.js';
import { aPng } from '../proofs/proofs-of-each-form.js';
import { as } from './reviewers.js';

const waits = (what: Partial<AsyncPaymentWait>): { local: AsyncPaymentWait } => ({
  local: { expiresAt: IN_AN_HOUR(), pollCount: 0, lateMoney: 'accept', ...what },
});
const UPI = { reference: 'order-1', pa: 'gateway@bank', pn: 'Gateway Pvt Ltd', apps: [] };
const WALLET = { code: 'BKASH', language: 'EN', url: 'https://wallet.example' } as const;
const PAYEE = { name: 'Gateway Bangladesh', account: '01000000000' };

describe('a review in the console', () => {
  const merchant = new TestMerchant();
  const made: string[] = [];
  let console: TestConsole;
  let browser: { cookie: string; origin: string };
  before(async () => {
    console = await startConsole();
    browser = await browserOf(console, await theOperator('reviewer'));
    await merchant.save();
  });
  after(async () => {
    await console.close();
    await merchant.remove();
    await payments.deleteMany({ _id: { $in: made } });
  });

  async function saved(payment: PaymentRecord): Promise<PaymentRecord> {
    made.push(payment._id);
    await payments.insertOne({ ...payment, merchantId: merchant.id });
    return payment;
  }
  const open = async (path: string) => {
    const { text } = await console.http
      .get(path)
      .set({ accept: 'text/html', ...browser })
      .expect(200);
    return text;
  };

  /** The facts beside the decision, as they are read. */
  const factsIn = (text: string): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(/<dt>([^<]+)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)].map(([, name = '', value = '']) => [
        name,
        value
          .replaceAll(/<[^>]+>/g, '')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      ]),
    );

  const RECEIPTS: [what: string, make: () => PaymentRecord, facts: (trx: string) => Record<string, string>][] = [
    [
      'a UPI receipt',
      () => aUpiPayment({ ...waits({ upi: UPI }), proof: aProof({ references: ['632551234567'] }) }),
      (trx) => ({
        'Paid to': 'Gateway Pvt Ltd',
        'UPI ID': 'gateway@bank',
        'Our reference': trx.replaceAll('-', ''),
        'Bank reference': '632551234567',
        Shop: 'Blue Tea Shop of the merchant Test shop',
      }),
    ],
    [
      "a wallet's",
      () => aWalletPayment({ ...waits({ wallet: { ...WALLET, payee: PAYEE } }), review: aMoneyReview() }),
      (trx) => ({ 'Paid to': 'Gateway Bangladesh', 'bKash number': '01000000000', 'Our reference': trx }),
    ],
    [
      "a wallet's of a gateway that did not say whom it pays",
      () => aWalletPayment({ ...waits({ wallet: WALLET }), proof: aProof() }),
      (trx) => ({ 'Paid to': 'not known of this payment', 'Our reference': trx }),
    ],
  ];
  for (const [what, make, facts] of RECEIPTS)
    it(`names what stands on ${what}, and the shop beside it`, async () => {
      const { _id: trx } = await saved(make());
      const text = await open(`/proofs/${trx}`);
      expect(factsIn(text)).to.include(facts(trx));
      expect(text).to.not.include('Payee');
    });

  it('keeps a name that turns the writing round from turning what stands after it', async () => {
    const siteName = 'Shop \u202etrams';
    const { _id: trx } = await saved(aUpiPayment({ ...waits({ upi: UPI }), siteName, proof: aProof() }));
    const named = new RegExp(`<bdi>${siteName}</bdi>`, 'g');
    expect((await open(`/proofs/${trx}`)).match(named), 'in the queue and among the facts').to.have.length(2);
    expect((await open(`/payments/${trx}`)).match(named)).to.have.length(1);
  });

  it('binds a decision to the money that it shows, if any waits', async () => {
    for (const [review, money] of [
      [{}, 'none'],
      [{ review: aMoneyReview() }, 'amount_mismatch'],
    ] as const) {
      const { _id: trx } = await saved(aUpiPayment({ ...waits({ upi: UPI }), proof: aProof(), ...review }));
      const text = await open(`/proofs/${trx}`);
      expect([...text.matchAll(/name="money" value="(\w+)"/g)].map(([, kind]) => kind)).to.deep.equal([money, money]);
    }
  });

  it('gives the same to programs', async () => {
    const { _id: trx } = await saved(aUpiPayment({ ...waits({ upi: UPI }), proof: aProof() }));
    const { body } = await (await as('viewer')).get(`/api/reviews/${trx}`);
    expect(body).to.deep.include({
      site_name: 'Blue Tea Shop',
      paid_to: { through: 'UPI', name: UPI.pn, address: UPI.pa, reference: trx.replaceAll('-', '') },
    });
  });

  it('says at the field that the amount is another one, with both figures, and keeps what was typed', async () => {
    const { _id: trx } = await saved(aUpiPayment({ proof: aProof() }));
    await console.http
      .post(`/proofs/${trx}/decision`)
      .set({ accept: 'text/html', ...browser })
      .type('form')
      .send({ decision: 'accept', amount: '49.90', back: `/proofs/${trx}` })
      .expect(303);
    const text = await open(`/proofs/${trx}`);
    const says =
      /<input id="amount"[^>]*value="49.90"[^>]*aria-invalid="true"[^>]*>\s*<p class="fault"[^>]*>([^<]*)</.exec(text);
    expect(says?.[1]).to.equal('The amount seen is 49.90 INR, the amount asked for is 499.00 INR');
  });

  it('shows what is known of a payment that its gateway has not told of, and takes what a person has found', async () => {
    const { _id: trx } = await saved(
      aPayment({
        status: 'unresolved',
        told: { attempt: 1, closing: 'refused' },
        review: aMoneyReview({ kind: 'not_told', amount: 0, currency: 'EUR', reference: 'c0ffeen1' }),
      }),
    );
    const text = await open(`/proofs/${trx}`);
    expect(text)
      .to.include('<code data-copy>c0ffeen1</code>')
      .and.include('It was not paid')
      .and.not.include('id="refund"');
    expect(factsIn(text)).to.include({ 'Our key': `${trx}-1`, 'It has told': 'nothing' });
    expect(factsIn(text).Cancellation).to.include('refused by the gateway');
    expect(await open(`/payments/${trx}`)).to.include('has not told what became of the payment');
    expect(await open('/proofs?kind=not_told')).to.include(trx);
    const decide = (fields: object) =>
      console.http
        .post(`/proofs/${trx}/decision`)
        .set({ accept: 'text/html', ...browser })
        .type('form')
        .send({ decision: 'accept', amount: '49.90', back: `/proofs/${trx}`, ...fields })
        .expect(303);
    await decide({});
    expect(await open(`/proofs/${trx}`)).to.match(/id="reference-says"[^>]*>reference is required/);
    await decide({ reference: 'PSP0000000000001' });
    expect(await payments.findOne({ _id: trx })).to.deep.include({ status: 'succeeded' });
    expect(await open(`/proofs/${trx}`)).to.include('Accepted by');
  });

  it('says of an image that it is gone, once it was kept for its time', async () => {
    const trx = randomUUID();
    const [kept, gone] = [await storeImage(trx, 'image/png', aPng('kept')), `${trx}.gone`];
    const versions = [gone, kept].map((id, index) => {
      const image = { id, type: 'image/png', size: 1 } as const;
      return { no: index + 1, form: 'image', image, digest: id, at: new Date() } as const;
    });
    const submittedAt = new Date(Date.now() - 300 * 86_400_000);
    await saved(aUpiPayment({ _id: trx, proof: aProof({ versions, overdue: true, submittedAt }) }));
    for (const path of [`/proofs/${trx}`, '/proofs']) {
      const text = await open(path);
      expect(
        [...text.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src),
        path,
      )
        .to.include(`/api/proofs/${trx}/image?version=2`)
        .and.not.include(`/api/proofs/${trx}/image?version=1`);
      expect(text.match(/The image was kept for its time/g)).to.have.length(1);
    }
    await removeImage(kept);
  });

  for (const [what, parts, isOfProof] of [
    ['of a proof', { proof: aProof() }, true],
    ['of money with a proof', { proof: aProof(), review: aMoneyReview() }, true],
    ['of money alone', { review: aMoneyReview() }, false],
    ['of late money alone', { status: 'cancelled', review: aMoneyReview({ kind: 'late_money' }) }, false],
  ] as const)
    it(`offers reasons about proofs only where there is one: ${what}`, async () => {
      const { _id: trx } = await saved(aUpiPayment(parts));
      const reasons = [...(await open(`/proofs/${trx}`)).matchAll(/<option>([^<]+)</g)].map(([, text]) => text);
      expect(reasons.some((reason) => /proof|reference/.test(reason ?? ''))).to.equal(isOfProof);
      expect(reasons).to.include('The amount is not the one asked for');
    });

  it('stands in the queue with shop, age and state, and in the number that every page has', async () => {
    const numberIn = (text: string) => Number(/>Reviews <span class="count">(\d+)</.exec(text)?.[1] ?? 0);
    countAgain();
    const before = numberIn(await open('/payments'));
    const openedAt = new Date(Date.now() - 400 * 86_400_000);
    const { _id: trx } = await saved(
      aUpiPayment({ siteName: 'Sari House', status: 'cancelled', review: aMoneyReview({ openedAt }) }),
    );
    countAgain();
    const text = await open('/proofs');
    const [, row = ''] = new RegExp(`<a href="/proofs/${trx}"[^>]*>(.*?)</a>`, 's').exec(text) ?? [];
    expect(row)
      .to.include('499.00')
      .and.include('Sari House')
      .and.include('cancelled')
      .and.include(openedAt.toISOString());
    expect(text).to.match(/waits?(, the oldest)? for 400 days/);
    for (const path of ['/payments', '/proofs', `/proofs/${trx}`, '/queues'])
      expect(numberIn(await open(path)), path).to.equal(before + 1);
    expect(await open(`/payments/${trx}`)).to.match(/ came, and waits for a person\./);
    await (await as('reviewer')).post(`/api/reviews/${trx}/decision`, { decision: 'reject' });
    expect(numberIn(await open('/payments'))).to.equal(before);
    expect(await open(`/payments/${trx}`))
      .to.match(/ came, and was not taken for it\./)
      .and.not.include('Nothing was received');
  });

  it('is counted for a page that is being drawn while another is decided', async () => {
    countAgain();
    const asked = countForNavigation();
    countAgain();
    expect((await asked).reviews).to.match(/^\d+\+?$/);
  });
});
