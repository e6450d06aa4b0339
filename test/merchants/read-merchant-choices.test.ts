import { expect } from 'chai';
import { readMerchantChoices } from '../../src/merchants/read-merchant-choices.js';
import { faultsOf } from '../methods/card-request.js';

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
    [{ minimums: { JPY: 0.5 } }, 'minimums.JPY'],
    [{ minimums: { USD: '1' } }, 'minimums.USD'],
    [{ minimums: { USD: -1 } }, 'minimums.USD'],
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
  ];
  for (const [choices, field] of WRONG)
    it(`are refused: ${JSON.stringify(choices)}`, () => {
      expect(faultsOf(() => read(choices)).map((fault) => fault.field)).to.deep.equal([field]);
    });
});
