import { expect } from 'chai';
import { startTollgate, type Tollgate } from '../support/tollgate.js';

/** Of 16.1 seconds no whole milliseconds come when a computer multiplies; of the first, none when anybody does. */
const FRACTIONS = {
  CARD_SEAL_TTL: '16.0001',
  GATEWAY_TIMEOUT: '16.1',
  JOB_LOCK: '16.1',
  KEEP_ALIVE: '16.1',
  REQUEST_BODY_TIMEOUT: '16.1',
  REQUEST_HEADERS_TIMEOUT: '16.1',
};

describe('durations that are no whole milliseconds', () => {
  let tollgate: Tollgate;
  before(async () => {
    tollgate = await startTollgate({ processes: ['web', 'payments', 'sandbox'], env: FRACTIONS });
  });
  after(() => tollgate.stop());

  it('keep no card from its gateway', async () => {
    const { body } = await tollgate.pay('4242 4242 4242 4242');
    expect(body).to.include({ payment_status: 'success', reason: null });
  });
});
