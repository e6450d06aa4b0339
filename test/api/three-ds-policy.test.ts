import { expect } from 'chai';
import type { MerchantChoices } from '../../src/merchants/manage-merchants.js';
import { openShop, type Shop } from './shop.js';

const APPROVED = '4242 4242 4242 4242';
const CHALLENGED = '4000 0000 0000 3220';
const WITHOUT_3DS = { accounts: ['sandbox-card-without-3ds'] };

interface Case {
  what: string;
  choices: Partial<MerchantChoices>;
  number: string;
  answer: object;
  ledger: string[];
}

const paid = { payment_status: 'success', requires_3ds: false, redirect_url: null, reason: null };
const challenged = { payment_status: 'pending', requires_3ds: true, reason: null };

const CASES: Case[] = [
  { what: 'required, and no challenge is asked for', choices: {}, number: APPROVED, answer: paid, ledger: ['charged'] },
  { what: 'required', choices: {}, number: CHALLENGED, answer: challenged, ledger: [] },
  { what: 'risk_based', choices: { threeDsPolicy: 'risk_based' }, number: CHALLENGED, answer: challenged, ledger: [] },
  {
    what: 'risk_based, and no challenge is asked for',
    choices: { threeDsPolicy: 'risk_based' },
    number: APPROVED,
    answer: paid,
    ledger: ['charged'],
  },
  { what: 'off', choices: { threeDsPolicy: 'off' }, number: CHALLENGED, answer: paid, ledger: ['charged'] },
  {
    what: 'off, where authentication is not to be had',
    choices: { threeDsPolicy: 'off', ...WITHOUT_3DS },
    number: CHALLENGED,
    answer: paid,
    ledger: ['charged'],
  },
  {
    what: 'risk_based, where authentication is not to be had',
    choices: { threeDsPolicy: 'risk_based', ...WITHOUT_3DS },
    number: CHALLENGED,
    answer: paid,
    ledger: ['charged'],
  },
];

describe('the 3-D Secure policy of a merchant', () => {
  const shops: Shop[] = [];
  after(() => Promise.all(shops.map((shop) => shop.close())));

  for (const { what, choices, number, answer, ledger } of CASES)
    it(`${what}: ${number} is ${JSON.stringify(answer)}`, async () => {
      const shop = await openShop(choices);
      shops.push(shop);
      const { status, body } = await shop.pay(number);
      expect(status).to.equal(200);
      expect(body).to.deep.include(answer);
      expect((await shop.tollgate.ledger(body.trx ?? '')).map(({ result }) => result)).to.deep.equal(ledger);
    });

  it('required: no account that cannot authenticate is a route', async () => {
    const shop = await openShop(WITHOUT_3DS);
    shops.push(shop);
    const { status, body } = await shop.pay(APPROVED);
    expect(status).to.equal(422);
    expect(body).to.deep.include({ code: 'no_flow_available' });
  });
});
