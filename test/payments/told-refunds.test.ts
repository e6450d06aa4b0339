import { expect } from 'chai';
import type { RefundResult } from '../../src/connectors/refunds.js';
import { refundToldOf, toldOfRefund } from '../../src/payments/told-refunds.js';
import { aRefund } from '../refunds/a-refund.js';

const REFUNDED: RefundResult = { outcome: 'refunded', reference: 're_1', amount: 1000, currency: 'EUR' };
const REFUSED: RefundResult = { outcome: 'refused', reason: 'refused', gatewayCode: 'REFUND' };

describe('what a gateway that only tells has told of a refund', () => {
  const first = aRefund('trx', 1, { reference: 're_1' });
  const second = aRefund('trx', 2, { reference: 're_2' });
  const unnamed = aRefund('trx', 3);
  const says = (key: string, reference: string, result: RefundResult) => ({ key, reference, result });

  for (const [what, all, expected] of [
    ['nothing', [], undefined],
    ['what names its key', [says('trx-r1', '', REFUNDED)], REFUNDED],
    ['what names its payment, and what the gateway calls it', [says('trx-1', 're_1', REFUNDED)], REFUNDED],
    ['not what is said of another', [says('trx-1', 're_1', REFUNDED), says('trx-r2', 're_2', REFUSED)], REFUNDED],
    ['that it came back', [says('trx-r1', 're_1', REFUNDED), says('trx-r1', 're_1', REFUSED)], REFUSED],
    ['that it came back, though heard first', [says('trx-r1', '', REFUSED), says('trx-r1', '', REFUNDED)], REFUSED],
  ] as const)
    it(`is ${what}`, () => {
      expect(toldOfRefund([...all], first)).to.equal(expected);
    });

  it('is about the one of its key or name, and about none while the gateway has named none', () => {
    const all = [unnamed, second, first];
    expect(refundToldOf(all, { key: 'trx-1', reference: 're_1' })).to.equal(first);
    expect(refundToldOf(all, { key: 'trx-r3', reference: 're_3' })).to.equal(unnamed);
    expect(refundToldOf(all, { key: 'trx-1', reference: 're_3' })).to.equal(undefined);
  });
});
