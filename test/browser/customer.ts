import type { Page } from 'playwright-core';
import { beginCheckout } from '../checkout/shopper.js';
import type { Place } from './place.js';

const INDIAN = { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com', mobile: '+919876543210' };

/** What makes a payment one that can be paid by each method. */
export const SEPA = { payment_method_type: 'card_and_sepa' };
export const UPI = { currency: 'INR', amount: 12_345.5, customer: INDIAN };
export const WALLET = { currency: 'BDT', amount: 500, customer: { ...INDIAN, mobile: '+8801712345678' } };

export const IBAN = 'DE89370400440532013000';

/** The button that pays by the method that is open. */
export const PAY = 'button[name=action][value=pay]:visible';

/** Fills the card form as a customer would. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.fill('#number', number);
  await page.fill('#expiry', '12/34');
  await page.fill('#cvv', '123');
  await page.fill('#holder', 'Ada Lovelace');
}

export async function payByCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await page.click(PAY);
}

export const chooseSepa = (page: Page): Promise<void> =>
  page.locator('details.method > summary', { hasText: 'SEPA' }).click();

export async function payByDebit(page: Page): Promise<void> {
  await chooseSepa(page);
  await page.fill('#iban', IBAN);
  await page.fill('#account_holder', 'Ada Lovelace');
  await page.click(PAY);
}

/** A hosted payment whose shop is a server of the test's own, so that the browser has where to go. */
export async function beginAt({ tollgate, shopUrl }: Place, changes: object = {}) {
  const urls = { success_url: `${shopUrl}/thanks`, cancel_url: `${shopUrl}/cart` };
  const checkout = await beginCheckout(tollgate, { ...urls, ...changes });
  const { public_key } = checkout.body;
  const trxOf = async () => String((await checkout.status()).trx);
  const call = async (path: string, body: object) => {
    const { status, text } = await tollgate.api(path, { public_key, ...body });
    if (status !== 200) throw new Error(`${path} is refused: ${text}`);
  };
  return {
    ...checkout,
    /** Plays the customer elsewhere, or the clock. */
    simulate: async (action: 'confirm' | 'fail' | 'expire') =>
      call(`/sandbox/payments/${await trxOf()}/simulate`, { action }),
    /** Shows a proof, which a person has to look at before anything else happens. */
    showProof: async () => call('/h2h/confirm', { trx: await trxOf(), payment_proof: 'UPI reference 632512345678' }),
  };
}

export type BrowserCheckout = Awaited<ReturnType<typeof beginAt>>;
