import { expect } from 'chai';
import { cancel, enterCode, enterWrongCodes } from '../support/bank-customer.js';
import { openShop, type Shop } from './shop.js';

interface Ending {
  payment_status: string;
  reason: string | null;
  message: string;
}

const PAID: Ending = { payment_status: 'success', reason: null, message: 'Payment successful' };
const failed = (reason: string, message: string): Ending => ({ payment_status: 'failed', reason, message });

const DECLINED = failed('do_not_honor', 'The payment was declined');
const FAILED = failed('gateway_error', 'The payment could not be processed');

const AT_ONCE: [number: string, ending: Ending, ledger: 'charged' | 'declined'][] = [
  ['4242 4242 4242 4242', PAID, 'charged'],
  ['5555 5555 5555 4444', PAID, 'charged'],
  ['3782 822463 10005', PAID, 'charged'],
  ['4000 0000 0000 0002', DECLINED, 'declined'],
  ['4000 0000 0000 9995', failed('insufficient_funds', 'The card has insufficient funds'), 'declined'],
  ['4000 0000 0000 9987', DECLINED, 'declined'],
  ['4000 0000 0000 0069', failed('expired_card', 'The card has expired'), 'declined'],
  ['4000 0000 0000 0127', failed('incorrect_cvv', 'The security code is incorrect'), 'declined'],
  ['4000 0000 0000 0119', FAILED, 'declined'],
];

const HANGING: [number: string, ending: Ending, ledger: 'charged' | 'declined'][] = [
  ['4000 0000 0000 0770', PAID, 'charged'],
  ['4000 0000 0000 0887', DECLINED, 'declined'],
];

const CHALLENGED: [
  what: string,
  number: string,
  act: (url: string) => Promise<string | null>,
  ending: Ending,
  charges: string[],
][] = [
  ['passed', '4000 0000 0000 3220', enterCode, PAID, ['charged']],
  ['passed with any other valid number', '4111 1111 1111 1111', enterCode, PAID, ['charged']],
  ['passed with a Mastercard of the new range', '2223 0031 2200 3222', enterCode, PAID, ['charged']],
  ['passed and then declined', '4000 0084 0000 1629', enterCode, DECLINED, ['declined']],
  [
    'answered with three wrong codes',
    '4000 0000 0000 3220',
    enterWrongCodes,
    failed('authentication_failed', 'The customer could not be authenticated'),
    ['declined'],
  ],
  [
    'cancelled',
    '4000 0000 0000 3220',
    cancel,
    failed('authentication_cancelled', 'The customer cancelled the authentication'),
    ['declined'],
  ],
];

/** What initiate and status both say of the end. */
const ended = ({ payment_status, reason, message }: Ending) => ({
  payment_status,
  reason,
  message,
  requires_3ds: false,
  redirect_url: null,
  late_confirmation: false,
});

describe('test cards', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  async function isInLedger(trx: string, results: string[]): Promise<void> {
    const charges = await shop.tollgate.ledger(trx);
    expect(charges.map(({ result }) => result)).to.deep.equal(results);
    for (const { amount, currency } of charges)
      expect({ amount, currency }).to.deep.equal({ amount: 10_000, currency: 'USD' });
  }

  for (const [number, ending, ledger] of AT_ONCE)
    it(`answers ${number} with ${ending.payment_status}, ${ending.reason ?? 'no reason'}`, async () => {
      const { status, body } = await shop.pay(number);
      expect(status).to.equal(200);
      const { trx = '', ...rest } = body;
      expect(trx).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(rest).to.deep.equal({ status: 'success', ...ended(ending) });
      expect(await shop.status(trx)).to.deep.include({ status: 'success', trx, ...ended(ending) });
      await isInLedger(trx, [ledger]);
      expect((await shop.tollgate.ledger(trx))[0]?.calls).to.equal(1);
    });

  for (const [number, ending, ledger] of HANGING)
    it(`answers ${number} with pending, and finds out that it is ${ending.payment_status}`, async () => {
      const { status, body } = await shop.pay(number);
      expect(status).to.equal(200);
      const { trx = '', ...rest } = body;
      const pending = { payment_status: 'pending', reason: null, message: 'Payment is being processed' };
      expect(rest).to.deep.equal({ status: 'success', ...ended(pending) });
      expect(await shop.settled(trx)).to.deep.include(ended(ending));
      await isInLedger(trx, [ledger]);
      expect((await shop.tollgate.ledger(trx))[0]?.calls).to.equal(1);
    });

  /** Checks the answer that asks for a challenge, and gives what the merchant needs of it. */
  async function challenge(number: string): Promise<{ trx: string; url: string }> {
    const { status, body } = await shop.pay(number);
    expect(status).to.equal(200);
    const { trx = '', redirect_url: url, ...rest } = body;
    expect(rest).to.deep.equal({
      status: 'success',
      payment_status: 'pending',
      requires_3ds: true,
      message: 'The customer must authenticate the payment',
      reason: null,
      late_confirmation: false,
    });
    expect(url).to.match(/^http:\/\/127\.0\.0\.1:\d+\/3ds\/[\w-]{20,}$/);
    const open = { payment_status: 'pending', requires_3ds: true, redirect_url: url, reason: null };
    expect(await shop.status(trx)).to.deep.include(open);
    expect(await shop.tollgate.ledger(trx)).to.deep.equal([]);
    return { trx, url: url ?? '' };
  }

  for (const [what, number, act, ending, charges] of CHALLENGED)
    it(`ends a challenge that is ${what} with ${ending.payment_status}, ${ending.reason ?? 'no reason'}`, async () => {
      const { trx, url } = await challenge(number);
      const back = await act(url);
      expect(back).to.match(new RegExp(`^${shop.tollgate.urls.api}/3ds/return/`));
      const { status, headers } = await shop.tollgate.ask(back?.slice(shop.tollgate.urls.api.length) ?? '');
      expect(status).to.equal(303);
      expect(headers.location).to.equal(`https://shop.example.com/${ending === PAID ? 'thanks' : 'cart'}`);
      expect(await shop.status(trx)).to.deep.include(ended(ending));
      await isInLedger(trx, charges);
    });
});
