import { expect } from 'chai';
import { until } from '../../../scripts/until.js';
import { startTollgate } from '../../support/tollgate.js';
import { ADYEN_KEY, HMAC_KEY, MERCHANT_ACCOUNT, startAdyen } from './stand-in.js';

export const APPROVED = '4111111111111111';
export const CHALLENGED = '4917610000000000';
export const HANGS_CHARGED = '4000000000000770';
const ACCOUNT = 'adyen-test';

/** What happens meanwhile is heard from the customer's return, or from Adyen: polls come long after any spec. */
const SETTINGS = {
  GATEWAY_CALL_TIMEOUT: '2',
  THREE_DS_POLL_WAITS: '120',
  RECONCILE_WAITS: '0.3',
  GATEWAY_BREAKER_FAILURES: '1000', // or payments would go to the next account
};

/** What specs look at of a payment. */
interface Stored {
  _id: string;
  account: string;
  status: string;
  version: number;
  attempts: object[];
  local?: { pollCount: number; mandate?: { reference: string } };
}

/** What the customer carries back from the page of 3-D Secure. */
export const resultIn = (url: string | null): string => new URL(url ?? '').searchParams.get('redirectResult') ?? '';

/** Follows the customer's way back. */
export const back = (url: string | null): Promise<Response> => fetch(url ?? '', { redirect: 'manual' });

/** A Tollgate whose card payments go to a stand-in for Adyen. @param env settings besides */
export async function startAtAdyen(env: Record<string, string> = {}) {
  const adyen = await startAdyen();
  const tollgate = await startTollgate({ env: { ...SETTINGS, GATEWAY_URL_ADYEN: adyen.url, ...env } });
  const callback = `${tollgate.urls.api}/callbacks/${ACCOUNT}`;

  async function pay(number: string, changes: object = {}): Promise<{ trx: string; url: string; status: unknown }> {
    const { body } = await tollgate.pay(number, changes);
    return { trx: String(body.trx), url: String(body.redirect_url), status: body.payment_status };
  }
  const stored = (trx: string) => tollgate.database.collection<Stored>('payments').findOne({ _id: trx });
  const statusOf = async (trx: string) => (await tollgate.status(trx)).payment_status;

  const { status, body } = await tollgate.console('/api/gateway-accounts', {
    method: 'POST',
    body: {
      id: ACCOUNT,
      connector: 'adyen',
      mode: 'test',
      creditor: { name: 'Tollgate Sandbox', identifier: 'DE98ZZZ09999999999' }, // as sandbox-sepa has it: mandates are good for both
      credentials: { api_key: ADYEN_KEY, merchant_account: MERCHANT_ACCOUNT, hmac_key: HMAC_KEY },
    },
  });
  expect(status, JSON.stringify(body)).to.equal(201);
  adyen.hook(callback);
  await until('the account takes payments', async () => (await stored((await pay(APPROVED)).trx))?.account === ACCOUNT);

  return {
    adyen,
    tollgate,
    callback: () => callback,
    pay,
    stored,
    statusOf,
    /** How often money has moved for a payment. */
    charged: (trx: string): number => adyen.timesCharged(trx.replaceAll('-', '')),
    ends: (trx: string, end: string): Promise<void> => until(`it is ${end}`, async () => (await statusOf(trx)) === end),
    /** Ends the time that the customer has at the bank, and has what follows done. @param at since when it is over */
    timeIsOver: (trx: string, at = new Date()) =>
      tollgate.database
        .collection<Stored>('payments')
        .updateOne({ _id: trx }, { $set: { 'threeDs.expiresAt': at, 'next.at': new Date() }, $inc: { version: 1 } }),
    /** What one test has spoiled or held back is over. */
    mend(): void {
      adyen.mend();
      adyen.release();
    },
    async stop(): Promise<void> {
      await tollgate.stop();
      await adyen.close();
    },
  };
}

export type AtAdyen = Awaited<ReturnType<typeof startAtAdyen>>;
