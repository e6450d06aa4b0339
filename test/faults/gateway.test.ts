import { expect } from 'chai';
import { localOrder } from '../support/local-order.js';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { APPROVED } from './begin-payment.js';
import { faultyTollgate, repair, type FaultyTollgate } from './faulty-tollgate.js';

describe('when the gateway gives no answer', () => {
  let faulty: FaultyTollgate;
  let tollgate: Tollgate;
  before(async () => {
    faulty = await faultyTollgate();
    ({ tollgate } = faulty);
  });
  afterEach(() => repair(faulty));

  /** Money moved as often as the gateway itself says. */
  const timesCharged = async (trx: string) =>
    (await tollgate.ledger(trx)).filter(({ result }) => result === 'charged').length;

  /** How often the gateway was asked about a payment in vain. */
  const timesSilent = (trx: string) =>
    tollgate
      .logs('payments')
      .split('\n')
      .filter((line) => line.includes('gateway.unresponsive') && line.includes(trx)).length;

  const CARDS = [
    { number: '4000000000000770', becomes: 'success', reason: null, charges: 1 },
    { number: '4000000000000887', becomes: 'failed', reason: 'do_not_honor', charges: 0 },
  ];
  for (const { number, becomes, reason, charges } of CARDS)
    it(`to …${number.slice(-4)}, the payment is pending and becomes ${becomes} once the gateway is asked`, async () => {
      const { status, body } = await tollgate.pay(number);
      expect(status).to.equal(200);
      expect(body).to.include({ payment_status: 'pending', requires_3ds: false, redirect_url: null, reason: null });
      expect(await tollgate.settled(body.trx ?? '')).to.include({ payment_status: becomes, reason });
      expect(await timesCharged(body.trx ?? '')).to.equal(charges);
    });

  const FAULTS = [
    { fault: { mode: 'hang' }, becomes: 'failed', reason: 'gateway_error', charges: 0 },
    { fault: { mode: 'reset' }, becomes: 'failed', reason: 'gateway_error', charges: 0 },
    { fault: { mode: 'refuse' }, becomes: 'failed', reason: 'gateway_error', charges: 0 },
    { fault: { mode: 'hang', when: 'after' }, becomes: 'success', reason: null, charges: 1 },
    { fault: { mode: 'reset', when: 'after' }, becomes: 'success', reason: null, charges: 1 },
  ];
  for (const { fault, becomes, reason, charges } of FAULTS)
    it(`but ${Object.values(fault).join(' ')}, stays pending as long as that lasts, then ${becomes}`, async () => {
      await tollgate.faults(fault);
      const { body } = await tollgate.pay(APPROVED);
      const trx = body.trx ?? '';
      expect(body.payment_status).to.equal('pending');
      // Asked at least once more, in vain, and still nobody was told that it failed.
      await until('the gateway was asked again', () => timesSilent(trx) >= 2);
      expect(await tollgate.status(trx)).to.include({ payment_status: 'pending', reason: null });

      await tollgate.faults({ mode: 'none' });
      expect(await tollgate.settled(trx)).to.include({ payment_status: becomes, reason });
      expect(await timesCharged(trx)).to.equal(charges);
    });

  it('and the customer of an order that was abandoned pays too little, its merchant sees a payment that waits', async () => {
    const order = localOrder(tollgate, 100.44, 'INR');
    const { public_key, identifier } = order;
    await tollgate.kill('payments', 'SIGSTOP'); // so that nobody closes the order before its customer has paid
    await tollgate.faults({ mode: 'reset', when: 'after' });
    expect((await tollgate.api('/h2h/initiate', order)).status).to.equal(503);
    await tollgate.faults({ mode: 'none' });
    const stored = await tollgate.database.collection('payments').findOne({ identifier });
    await until('the customer has paid', async () => (await timesCharged(String(stored?._id))) === 1);
    await tollgate.kill('payments', 'SIGCONT');
    const status = () => tollgate.api('/payment/status', { public_key, identifier });
    await until('there is a payment', async () => {
      await tollgate.api('/h2h/initiate', order); // as a merchant does that was told to come again
      return (await status()).status === 200;
    });
    expect((await status()).body).to.include({ payment_status: 'pending', trx: stored?._id });
    expect((await tollgate.api('/h2h/initiate', order)).body).to.include({ code: 'duplicate_identifier' });
  });
});
