import { X509Certificate } from 'node:crypto';
import { MINUTE_MS } from '../../time.js';
import { ConnectorError } from '../connector.js';
import { send, timeLimit } from '../http/send.js';
import type { BkashAccess } from './access.js';

const LIMIT = 5; // seconds: SNS waits for fifteen, and comes again
const MOST_KEPT = 10;
const MOST_A_MINUTE = 10;

const isValid = ({ validFrom, validTo }: X509Certificate, now = Date.now()): boolean =>
  Date.parse(validFrom) <= now && now <= Date.parse(validTo);

/** What is asked of Amazon SNS itself, at addresses that are known to be its own. */
export function createSns({ standIn }: Pick<BkashAccess, 'standIn'>) {
  const certificates = new Map<string, Promise<X509Certificate>>();
  let asked: number[] = []; // when, of the last minute

  /** @throws {ConnectorError} when it gives no 200, or does not answer */
  async function get({ origin, pathname, search }: URL): Promise<string> {
    const url = `${standIn ?? origin}${pathname}${search}`;
    const { status, text } = await send('SNS', { method: 'GET', url, headers: {} }, timeLimit(LIMIT));
    if (status === 200) return text;
    throw new ConnectorError(`SNS answered with HTTP ${status}`);
  }

  async function fetchCertificate(url: URL): Promise<X509Certificate> {
    const pem = await get(url);
    try {
      return new X509Certificate(pem);
    } catch (error) {
      throw new ConnectorError('SNS gave something that is no certificate', { cause: error });
    }
  }

  /** Whoever knows the topic may have us ask for any name at SNS: not too often. */
  function requirePatience(): void {
    const now = Date.now();
    asked = asked.filter((at) => at > now - MINUTE_MS);
    if (asked.length >= MOST_A_MINUTE) throw new ConnectorError('Too many certificates of SNS were asked for');
    asked.push(now);
  }

  function certificateAt(url: URL): Promise<X509Certificate> {
    const known = certificates.get(url.href);
    if (known) return known;
    requirePatience();
    const coming = fetchCertificate(url);
    const [oldest] = certificates.keys();
    if (oldest !== undefined && certificates.size >= MOST_KEPT) certificates.delete(oldest);
    certificates.set(url.href, coming);
    coming.catch(() => certificates.delete(url.href));
    return coming;
  }

  return {
    /** The public key of a certificate of SNS; null when it is no RSA key, or not valid now. @throws {ConnectorError} */
    async keyAt(url: URL) {
      const certificate = await certificateAt(url);
      const { publicKey } = certificate;
      return isValid(certificate) && publicKey.asymmetricKeyType === 'rsa' ? publicKey : null;
    },
    /** Says yes to a subscription. @throws {ConnectorError} */
    confirm: async (url: URL): Promise<void> => void (await get(url)),
  };
}
