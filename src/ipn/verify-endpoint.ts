import { randomBytes } from 'node:crypto';
import { findMerchant } from '../merchants/manage-merchants.js';
import { requireReadable } from '../merchants/readable.js';
import { newSecret, signingSecrets } from '../merchants/secrets.js';
import { checkIpnUrl } from './call/check-ipn-url.js';
import type { DeliveryError } from './delivery.model.js';
import { post } from './call/post.js';
import { signedHeaders, unixSeconds } from './call/sign.js';

/** Standard Webhooks libraries refuse what is more than 300 s old; this is twice that. */
const STALE_SECONDS = 600;

export type VerificationPing = 'good' | 'unsigned' | 'wrong_signature' | 'stale' | 'repeated';

/** What came of one ping: as it should be, or a forgery got through, or a good one was refused, or nobody answered. */
export type VerificationResult = 'right' | 'forgery_accepted' | 'good_refused' | 'no_answer';

export interface VerificationCheck {
  ping: VerificationPing;
  status: number | null;
  error: DeliveryError | null;
  verdict: VerificationResult;
}

export interface VerificationReport {
  url: string;
  /** Whether everything was as it should be. */
  sound: boolean;
  /**
   * In the order in which they were sent; only the first when that was not accepted, since the rest says nothing then.
   */
  checks: VerificationCheck[];
}

interface Ping {
  id: string;
  body: string;
}

/** An event like any other but for its type: it is about no payment and takes no sequence number. */
function newPing(): Ping {
  const id = `evt_ping${randomBytes(16).toString('hex')}`;
  return { id, body: JSON.stringify({ id, type: 'ping', timestamp: new Date().toISOString(), data: {} }) };
}

function verdictOf(good: boolean, status: number | null, error: DeliveryError | null): VerificationResult {
  if (status === null) return 'no_answer';
  if (good) return error === null ? 'right' : 'good_refused';
  return error === null ? 'forgery_accepted' : 'right';
}

const headersOf = ({ id, body }: Ping, secrets: string[], ageSeconds = 0) =>
  signedHeaders({ id, body, timestamp: unixSeconds(new Date()) - ageSeconds }, secrets);

/**
 * How each ping is signed, one after the other. Every forgery is an event of its own, so that none passes for a
 * repetition.
 */
const pings = (
  good: Ping,
  secrets: string[],
): [ping: VerificationPing, what: Ping, headers: (ping: Ping) => Record<string, string>][] => [
  ['good', good, (ping) => headersOf(ping, secrets)],
  ['unsigned', newPing(), () => ({})],
  ['wrong_signature', newPing(), (ping) => headersOf(ping, [newSecret()])],
  ['stale', newPing(), (ping) => headersOf(ping, secrets, STALE_SECONDS)],
  ['repeated', good, (ping) => headersOf(ping, secrets)],
];

/**
 * Sends good and forged pings to a merchant's endpoint, by the way that notifications take, and says which it lets
 * through. Whether it takes a repeated one for a new one cannot be seen from here.
 * @throws {ApiError} merchant_not_found; merchant_unreadable
 * @throws {RangeError} when notifications may not go to this URL
 */
export async function verifyEndpoint(merchantId: string, url: string): Promise<VerificationReport> {
  const merchant = await findMerchant(merchantId);
  const fault = checkIpnUrl(url, merchant.mode);
  if (fault !== null) throw new RangeError(fault);
  requireReadable(merchant);
  const good = newPing();
  const checks: VerificationCheck[] = [];
  for (const [ping, what, headers] of pings(good, await signingSecrets(merchantId))) {
    const { status, error } = await post(url, what.body, headers(what));
    checks.push({ ping, status, error, verdict: verdictOf(what === good, status, error) });
    if (checks[0]?.verdict !== 'right') break;
  }
  return { url, sound: checks.every(({ verdict }) => verdict === 'right'), checks };
}
