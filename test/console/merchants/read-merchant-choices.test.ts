import { expect } from 'chai';
import { readMerchantChanges, readMerchantChoices } from '../../../src/console/merchants/read-merchant-choices.js';
import { faultsOf } from '../../methods/card-request.js';

const fee = (rule: object) => ({ fees: [rule] });

describe("an operator's choices for a merchant", () => {
  const read = (choices: object) => readMerchantChoices({ name: 'Blue Tea Shop', mode: 'test', ...choices });

  it('are a name and a mode, and nothing else', () => {
    expect(read({ unknown: 1, fees: null })).to.deep.equal({ name: 'Blue Tea Shop', mode: 'test' });
  });

  it('are kept in minor units of their currencies', () => {
    const fees = [
      { currency: 'EUR', percent_bps: 250, fixed: 0.3, minimum: 0.5, maximum: 10 },
      { currency: 'KWD', fixed: 0.111 },
      { method: 'card', percent_bps: 290 },
    ];
    expect(read({ minimums: { JPY: 100, KWD: 0.5, USD: 4.35 }, fees })).to.deep.include({
      minimums: { JPY: 100, KWD: 500, USD: 435 },
      fees: [
        { currency: 'EUR', basisPoints: 250, fixed: 30, minimum: 50, maximum: 1000 },
        { currency: 'KWD', basisPoints: 0, fixed: 111 },
        { method: 'card', basisPoints: 290, fixed: 0 },
      ],
    });
  });

  it('are taken over as they are', () => {
    const choices = {
      methods: ['card'],
      accounts: ['sandbox-card'],
      three_ds_policy: 'off',
      late_money_policy: 'review',
    };
    expect(read(choices)).to.deep.include({
      methods: ['card'],
      accounts: ['sandbox-card'],
      threeDsPolicy: 'off',
      lateMoneyPolicy: 'review',
    });
  });

  const WRONG: [choices: object, field: string][] = [
    [{ name: ' ' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ mode: 'prod' }, 'mode'],
    [{ mode: null }, 'mode'],
    [{ methods: 'card' }, 'methods'],
    [{ methods: ['card', 'cash'] }, 'methods.1'],
    [{ accounts: ['mine'] }, 'accounts.0'],
    [{ three_ds_policy: 'never' }, 'three_ds_policy'],
    [{ late_money_policy: 'keep' }, 'late_money_policy'],
    [{ privacy_url: 'http://shop.example/privacy' }, 'privacy_url'],
    [{ privacy_url: 'javascript:alert(1)' }, 'privacy_url'],
    [{ privacy_url: 'https://ops:secret@shop.example/' }, 'privacy_url'],
    [{ minimums: { JPY: 0.5 } }, 'minimums.JPY'],
    [{ minimums: { USD: '1' } }, 'minimums.USD'],
    [{ minimums: { USD: -1 } }, 'minimums.USD'],
    [{ minimums: { USD: '' } }, 'minimums.USD'],
    [{ minimums: { '': 1 } }, 'minimums.'],
    [{ fees: 250 }, 'fees'],
    [fee({ percent_bps: 10_001 }), 'fees.0.percent_bps'],
    [fee({ percent_bps: 2.5 }), 'fees.0.percent_bps'],
    [fee({ percent_bps: -1 }), 'fees.0.percent_bps'],
    [fee({ currency: 'EURO' }), 'fees.0.currency'],
    [fee({ currency: 'EUR', fixed: 0.305 }), 'fees.0.fixed'],
    [fee({ currency: 'EUR', fixed: -0.3 }), 'fees.0.fixed'],
    [fee({ fixed: 0.3 }), 'fees.0.fixed'],
    [fee({ minimum: 1 }), 'fees.0.minimum'],
    [fee({ method: 'cash' }), 'fees.0.method'],
    [fee({ currency: 'EUR', minimum: '5', maximum: 1 }), 'fees.0.minimum'],
    [{ fees: [null] }, 'fees.0'],
  ];
  for (const [choices, field] of WRONG)
    it(`are refused: ${JSON.stringify(choices)}`, () => {
      expect(faultsOf(() => read(choices)).map((fault) => fault.field)).to.deep.equal([field]);
    });

  const CONTRADICTING: [choices: object, field: string, code: string, message: string][] = [
    [
      fee({ currency: 'EUR', minimum: 5, maximum: 1 }),
      'fees.0.maximum',
      'contradiction',
      'fees[0].maximum must not be less than the minimum of its rule',
    ],
    [
      {
        fees: [{ method: 'card', currency: 'EUR' }, { percent_bps: 1 }, { method: 'card', currency: 'EUR', fixed: 1 }],
      },
      'fees.2',
      'duplicate',
      'fees[2] must not be for the same method and currency as an earlier rule',
    ],
    [
      { fees: [{ percent_bps: 1 }, { percent_bps: 2 }] },
      'fees.1',
      'duplicate',
      'fees[1] must not be for the same method and currency as an earlier rule',
    ],
    [
      fee({ currency: 'EUR', percent: 2.5 }),
      'fees.0',
      'unknown_field',
      'fees[0] must have no fields but method, currency, percent_bps, fixed, minimum, maximum',
    ],
    [
      fee({ currency: 'EUR', constructor: 2.5 }),
      'fees.0',
      'unknown_field',
      'fees[0] must have no fields but method, currency, percent_bps, fixed, minimum, maximum',
    ],
    [{ methods: ['card', 'upi', 'card'] }, 'methods.2', 'duplicate', 'methods[2] must not repeat an earlier one'],
    [
      { accounts: ['sandbox-card', 'sandbox-card'] },
      'accounts.1',
      'duplicate',
      'accounts[1] must not repeat an earlier one',
    ],
  ];
  for (const [choices, field, code, message] of CONTRADICTING)
    it(`are refused when they contradict themselves: ${JSON.stringify(choices)}`, () => {
      expect(faultsOf(() => read(choices))).to.deep.equal([{ field, code, message }]);
    });

  const ofOtherMode = {
    field: 'accounts.0',
    code: 'other_mode',
    message: 'accounts[0] must be of live mode, which sandbox-card is not',
  };
  it('are refused when they name an account of the other mode, beside all else', () => {
    const choices = { accounts: ['sandbox-card'], methods: ['cash'] };
    const made = faultsOf(() => read({ mode: 'live', ...choices }));
    const changed = faultsOf(() => readMerchantChanges(choices, 'live'));
    for (const faults of [made, changed]) {
      expect(faults.map(({ field }) => field)).to.deep.equal(['methods.0', 'accounts.0']);
      expect(faults[1]).to.deep.equal(ofOtherMode);
    }
    expect(readMerchantChanges({ accounts: ['sandbox-card'] }, 'test')).to.deep.equal({ accounts: ['sandbox-card'] });
    expect(faultsOf(() => read({ mode: 'prod', accounts: ['sandbox-card'] }))).to.have.length(1);
  });

  for (const code of ['inr', 'XXX'])
    it(`are refused with what a currency is, when a minimum is for ${code}`, () => {
      expect(faultsOf(() => read({ minimums: { [code]: 5 } }))).to.deep.equal([
        {
          field: `minimums.${code}`,
          code: 'unsupported_currency',
          message: `minimums.${code} must be named by the upper-case ISO 4217 code of a currency in use`,
        },
      ]);
    });

  it('may be rules that apply beside one another, and bounds that are equal', () => {
    const fees = [
      { percent_bps: 1 },
      { method: 'card' },
      { currency: 'EUR', minimum: 1, maximum: 1 },
      { currency: 'INR' },
      { method: 'card', currency: 'EUR' },
      { method: 'upi', currency: 'EUR' },
    ];
    expect(read({ fees }).fees).to.have.length(6);
  });
});

describe("an operator's changes of a merchant", () => {
  for (const field of ['name', 'three_ds_policy', 'late_money_policy', 'privacy_url'])
    for (const blank of ['', ' ', '\u200b'])
      it(`are refused when ${field} is sent as ${JSON.stringify(blank)}, whatever else is sent`, () => {
        const fault = { field, code: 'required', message: `${field} is required` };
        expect(faultsOf(() => readMerchantChanges({ [field]: blank }, 'test'))).to.deep.equal([fault]);
        expect(faultsOf(() => readMerchantChanges({ methods: ['card'], [field]: blank }, 'test'))).to.deep.equal([
          fault,
        ]);
      });

  it('leave alone what is absent or null', () => {
    expect(readMerchantChanges({ name: null, late_money_policy: 'review' }, 'test')).to.deep.equal({
      lateMoneyPolicy: 'review',
    });
  });

  it('take the privacy page away with null', () => {
    expect(readMerchantChanges({ privacy_url: null }, 'test')).to.deep.equal({ privacyUrl: null });
  });
});
