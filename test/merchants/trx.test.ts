import { expect } from 'chai';
import fc from 'fast-check';
import type { MerchantRecord } from '../../src/merchants/merchant.model.js';
import { ServiceUnavailable } from '../../src/errors.js';
import { newTrxKey, trxOf } from '../../src/merchants/trx.js';
import { aMerchant } from './a-merchant.js';
import { codePoint } from '../support/code-point.js';

/** RFC 9562: version 8 in the third group, variant 10 in the fourth. */
const UUID_V8 = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a trx', () => {
  const merchant = aMerchant();

  it('is a UUIDv8, whatever the identifier is', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 60 }), (identifier) => {
        expect(trxOf(merchant, identifier)).to.match(UUID_V8);
      }),
    );
  });

  it('waits for the master key that its merchant was sealed under, which is named', () => {
    const id = 'mer_of_another_installation';
    const another = { ...aMerchant(), _id: id, trxKey: newTrxKey('mer_somebody_else') };
    expect(() => trxOf(another, 'order-1'))
      .to.throw(ServiceUnavailable)
      .with.property('cause')
      .that.has.property(
        'message',
        `No MASTER_KEY opens what the merchant ${id} has: add the key that it was sealed under`,
      );
  });

  it('is the same for the same identifier, and another one for any other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, two) => {
        expect(trxOf(merchant, one) === trxOf({ ...merchant }, two)).to.equal(one === two);
      }),
    );
  });

  const DIFFERENT: [what: string, one: string, two: string][] = [
    ['case', 'A', 'a'],
    ['composition', 'caf\u00e9', 'cafe\u0301'],
    ['a space', 'order', 'order '],
    ['a zero', '1', '01'],
  ];
  for (const [what, one, two] of DIFFERENT)
    it(`differs when only ${what} does`, () => {
      expect(trxOf(merchant, one)).to.not.equal(trxOf(merchant, two));
    });

  it('differs from merchant to merchant and from mode to mode', () => {
    const trx = trxOf(merchant, 'order-1');
    expect(trxOf(aMerchant(), 'order-1')).to.not.equal(trx);
    expect(trxOf({ ...merchant, mode: 'live' }, 'order-1')).to.not.equal(trx);
  });

  it('does not tell its identifier, nor the one beside it', () => {
    const [one, two] = [trxOf(merchant, 'order-1'), trxOf(merchant, 'order-2')];
    const same = [...one].filter((character, index) => character === two[index]);
    expect(same.length).to.be.lessThan(20); // 4 dashes, the version, and what chance leaves of the rest
  });

  it('stays what it is when everything else about the merchant changes', () => {
    const trx = trxOf(merchant, 'order-1');
    const changed: MerchantRecord = {
      ...merchant,
      name: 'Red Tea Shop',
      publicKeyHash: 'another',
      secrets: [],
      status: 'suspended',
    };
    expect(trxOf(changed, 'order-1')).to.equal(trx);
  });

  it('cannot be computed with the key of another merchant', () => {
    expect(() => trxOf({ ...aMerchant(), trxKey: merchant.trxKey }, 'order-1')).to.throw();
  });
});
