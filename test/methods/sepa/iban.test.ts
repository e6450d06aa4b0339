import { expect } from 'chai';
import { ibanFault, maskIban, plainIban } from '../../../src/methods/sepa/iban.js';
import { readSepaForm } from '../../../src/methods/sepa/read-sepa-form.js';

// Examples of the SWIFT IBAN registry.
const GOOD = [
  'DE89370400440532013000',
  'DE62370400440532013001',
  'GB29NWBK60161331926819',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
  'FR1420041010050500013M02606',
  'RS35260005601001611379',
];

const BAD: [iban: string, fault: ReturnType<typeof ibanFault>][] = [
  ['', 'missing'],
  ['DE8937040044053201300', 'incomplete'],
  ['DE893704004405320130000', 'wrong'],
  ['DE89370400440532013001', 'wrong'],
  ['DE00370400440532013000', 'wrong'],
  // Mod 97 alone passes them: they stand for 97, 98 and 02.
  ['GB00NWBK60161331926080', 'wrong'],
  ['GB01NWBK60161331926062', 'wrong'],
  ['GB99NWBK60161331926044', 'wrong'],
  ['US64SVBKUS6S3300958879', 'country'],
  ['4242424242424242', 'wrong'],
  ['DE89!70400440532013000', 'wrong'],
];

describe('IBAN', () => {
  for (const iban of GOOD) it(`takes ${iban}`, () => expect(ibanFault(iban)).to.equal(null));
  for (const [iban, fault] of BAD) it(`finds "${iban}" ${fault}`, () => expect(ibanFault(iban)).to.equal(fault));

  it('finds every single mistyped digit', () => {
    const [iban = ''] = GOOD;
    for (let place = 2; place < iban.length; place++) {
      const other = (Number(iban[place]) + 1) % 10;
      expect(ibanFault(`${iban.slice(0, place)}${other}${iban.slice(place + 1)}`)).to.equal('wrong');
    }
  });

  it('is taken as people type it, and shown as little as tells it apart', () => {
    expect(plainIban(' de89 3704-0044 0532 0130 00 ')).to.equal('DE89370400440532013000');
    expect(plainIban('DE৮৯ ৩৭০৪')).to.equal('DE893704');
    expect(ibanFault(plainIban('MT84MALT011000012345MTLCAſT001S'))).to.equal('wrong'); // the long s is no s
    expect(maskIban('DE89370400440532013000')).to.equal('DE89 … 3000');
  });

  it('comes with a name of at most 70 characters that is no card number', () => {
    const iban = 'DE89 3704 0044 0532 0130 00';
    expect(readSepaForm({ iban, account_holder: 'Ada Lovelace' }).debtor).to.deep.equal({
      iban: 'DE89370400440532013000',
      holder: 'Ada Lovelace',
    });
    expect(readSepaForm({ iban, account_holder: '4242 4242 4242 4242' }).faults).to.deep.equal({
      account_holder: 'wrong',
    });
    expect(readSepaForm({ iban, account_holder: '😀'.repeat(70) })).to.have.property('debtor');
    expect(readSepaForm({ iban, account_holder: '😀'.repeat(71) })).to.have.property('faults');
    expect(readSepaForm({}).faults).to.deep.equal({ iban: 'missing', account_holder: 'missing' });
    expect(readSepaForm({ iban, account_holder: '\u200b\u2060' }).faults).to.deep.equal({ account_holder: 'missing' });
    for (const account_holder of ['Ada\u0007Lovelace', 'Ada\tLovelace', 'Ada \ud800'])
      expect(readSepaForm({ iban, account_holder }).faults).to.deep.equal({ account_holder: 'wrong' });
  });
});
