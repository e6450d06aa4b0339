import { expect } from 'chai';
import { until } from '../../../scripts/until.js';
import { beginCheckout } from '../../checkout/shopper.js';
import { startAtAdyen, type AtAdyen } from './at-adyen.js';
import type { Event } from './world.js';

const PAID = 'DE89370400440532013000';
const REFUSED = 'DE62370400440532013001';
const AT_ONCE = 'DE35370400440532013002';
const SILENT = 'DE08370400440532013003';

describe('debits through Adyen', () => {
  let at: AtAdyen;
  before(async () => {
    at = await startAtAdyen();
  });
  afterEach(() => at.mend());
  after(() => at.stop());

  /** A customer who gives a mandate for an account. */
  async function debit(iban: string) {
    const checkout = await beginCheckout(at.tollgate, { payment_method_type: 'card_and_sepa' });
    await checkout.submit({ action: 'pay', method: 'sepa', iban, account_holder: 'Ada Lovelace' });
    const trx = String((await checkout.status()).trx);
    return { trx, checkout, reference: `${trx.replaceAll('-', '')}n1` };
  }
  const callsAbout = (reference: string) => at.adyen.calls.filter(({ body }) => body.includes(reference));
  const pathsAbout = (reference: string) => callsAbout(reference).map(({ path }) => path);
  const eventsOf = (trx: string): string[] =>
    at.tollgate.receiver.received.flatMap(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { trx: string } }; // our own notification
      return data.trx === trx ? [type] : [];
    });

  /** Whether the debit still waits for its bank. */
  const isOpen = async (trx: string): Promise<boolean> => (await at.stored(trx))?.status === 'awaiting_debit';

  for (const [words, iban, end, reason] of [
    ['the banks pay', PAID, 'success', null],
    ['a bank refuses', REFUSED, 'failed', 'do_not_honor'],
    ['the answer says that it is paid', AT_ONCE, 'success', null],
  ] as const)
    it(`are one call, and end as ${end} when ${words}`, async () => {
      const { trx, reference } = await debit(iban);
      await at.ends(trx, end);
      expect(await at.tollgate.status(trx)).to.include({ reason });
      expect(at.charged(trx)).to.equal(end === 'success' ? 1 : 0);
      expect(pathsAbout(reference)).to.deep.equal(['/v72/payments']);
      expect(JSON.parse(callsAbout(reference)[0]?.body ?? '')).to.deep.include({
        paymentMethod: { type: 'sepadirectdebit', iban, ownerName: 'Ada Lovelace' },
      });
    });

  it('wait for ever for a bank that says nothing, under the mandate that Adyen names, and ask Adyen nothing', async () => {
    const { trx, checkout, reference } = await debit(SILENT);
    const payment = [...at.adyen.world.payments.values()].find((each) => each.reference === reference);
    const stored = await at.stored(trx);
    expect(stored?.account).to.equal('adyen-test');
    expect(stored?.local?.mandate?.reference).to.equal(payment?.pspReference);
    await until('its job has looked', async () => Number((await at.stored(trx))?.local?.pollCount) > 0);
    expect((await checkout.status()).payment_status).to.equal('pending');
    expect(pathsAbout(reference)).to.deep.equal(['/v72/payments']);
  });

  it('hear news before the answer, and keep the mandate of the answer', async () => {
    at.adyen.spoil(/payments$/, 'reset');
    const { trx, reference } = await debit(AT_ONCE);
    await at.ends(trx, 'success');
    const payment = [...at.adyen.world.payments.values()].find((each) => each.reference === reference);
    expect((await at.stored(trx))?.local?.mandate?.reference).to.equal(payment?.pspReference);
    expect(at.charged(trx)).to.equal(1);
  });

  it('whose answers never came end as Adyen tells', async () => {
    at.adyen.spoil(/payments$/, 'hang', 2);
    const { trx, reference } = await debit(PAID);
    await at.ends(trx, 'success');
    expect(at.charged(trx)).to.equal(1);
    expect(new Set(callsAbout(reference).map(({ headers }) => headers['idempotency-key']))).to.have.length(1);
  });

  it('that never came are cancelled when nothing is told, and lead back to the choice once Adyen says so', async () => {
    at.adyen.hold();
    at.adyen.spoil(/payments$/, 'hang', 2);
    const { trx, checkout, reference } = await debit(SILENT);
    expect((await checkout.status()).payment_status).to.equal('pending');
    await at.tollgate.database // as if news had been waited for long enough
      .collection<{ _id: string }>('payments')
      .updateOne({ _id: trx }, { $set: { 'local.pollCount': 9, 'next.at': new Date() }, $inc: { version: 1 } });
    await until('the cancellation is asked for', () => pathsAbout(reference).includes('/v72/cancels'));
    expect(await isOpen(trx)).to.equal(true);
    at.adyen.release();
    await until('the customer may choose again', async () => !(await isOpen(trx)));
    expect(await checkout.status()).to.include({ payment_status: 'pending', reason: 'gateway_error' });
    expect(at.charged(trx)).to.equal(0);
  });

  it('that Adyen does not take go to the next account', async () => {
    at.adyen.spoil(/payments$/, '422');
    const { trx, reference } = await debit(PAID);
    expect((await at.stored(trx))?.account).to.equal('sandbox-sepa');
    await at.ends(trx, 'success');
    expect(pathsAbout(reference)).to.deep.equal(['/v72/payments']);
    expect(at.charged(trx)).to.equal(0);
  });

  it('that a bank sends back are lost at once, once, and cannot be refunded', async () => {
    const { trx, reference } = await debit(AT_ONCE);
    await at.ends(trx, 'success');
    at.adyen.hold();
    at.adyen.chargeBack(reference, 'MD01');
    at.adyen.release((events) => [...events, ...events]);
    await until('the merchant has heard of both', () => eventsOf(trx).includes('dispute.closed'));
    expect(eventsOf(trx)).to.deep.equal(['payment.success', 'dispute.opened', 'dispute.closed']);
    const { body } = await at.tollgate.console(`/api/payments/${trx}`);
    expect(body.disputes).to.have.length(1);
    expect(JSON.stringify(body.disputes)).to.include('"lost"').and.include('"unrecognized"');
    const refund = await at.tollgate.api('/h2h/refund', {
      public_key: at.tollgate.merchant.public_key,
      trx,
      refund_identifier: `refund-${trx}`,
    });
    expect(refund.status).to.equal(409);
  });

  it('that a bank sends back were paid before, for their merchant, though Adyen tells of that later', async () => {
    at.adyen.hold();
    const { trx, reference } = await debit(PAID);
    await until('the banks have paid', () => at.charged(trx) === 1);
    at.adyen.chargeBack(reference, 'AM04');
    const late: Event[] = [];
    at.adyen.release((events) => {
      late.push(...events.filter(({ eventCode }) => eventCode === 'AUTHORISATION'));
      return events.filter((event) => !late.includes(event));
    });
    await until('it is told as sent back', async () => {
      const { body } = await at.tollgate.console(`/api/payments/${trx}`);
      return body.payment_status === 'pending' && JSON.stringify(body.disputes).includes('"open"');
    });
    expect(eventsOf(trx)).to.deep.equal([]);
    for (const event of late) at.adyen.world.tell(event);
    await until('the merchant has heard of all', () => eventsOf(trx).length === 3);
    expect(eventsOf(trx)).to.deep.equal(['payment.success', 'dispute.opened', 'dispute.closed']);
  });

  it('can be given back', async () => {
    const { trx, reference } = await debit(AT_ONCE);
    await at.ends(trx, 'success');
    await at.tollgate.api('/h2h/refund', {
      public_key: at.tollgate.merchant.public_key,
      trx,
      refund_identifier: `refund-${trx}`,
    });
    await until('it has gone back', () => at.adyen.refunded(reference.slice(0, 32)).length === 1);
    await until('the merchant has heard', () => eventsOf(trx).includes('refund.success'));
  });

  it('leave no IBAN in any log, in MongoDB, nor in any call but the one that is for it', async () => {
    expect(at.tollgate.logs()).to.not.include(SILENT).and.not.include(PAID);
    const all = await at.tollgate.database.collection('payments').find().toArray();
    expect(JSON.stringify(all)).to.not.include(PAID).and.not.include(AT_ONCE);
    const withIban = at.adyen.calls.filter(({ body }) => body.includes(PAID)).map(({ path }) => path);
    expect([...new Set(withIban)]).to.deep.equal(['/v72/payments']);
  });
});
