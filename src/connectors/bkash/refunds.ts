import { toDecimal } from '../../money/amounts.js';
import { DAY_MS } from '../../time.js';
import { ConnectorError, KeyTaken, NotDecided, NothingTaken } from '../connector.js';
import { timeLimit } from '../http/send.js';
import type { RefundAbout, RefundCapabilities, RefundConnector, RefundRequest, RefundResult } from '../refunds.js';
import type { BkashAccess } from './access.js';
import { createClient, REFUNDS, type Client } from './client.js';
import { isOurs } from './failure.js';
import { findPayment } from './questions.js';
import { readAnswer, toPaisa } from './read-answer.js';
import { completedAt, listedForm, listRefunds, type Charge, type Listed } from './refund-list.js';
import { isRefusal, refused, toResult } from './map-refund.js';
import { refundNotes, type Note } from './refund-notes.js';

/** bKash itself names no end. */
export const REFUND_CAPABILITIES: RefundCapabilities = { parts: true, days: 180, asks: 'reference', pending: true };

/** Milliseconds after which a refund that is in no list never will be: bKash itself gives up after thirty seconds. */
const SETTLES_WITHIN_MS = 120_000;

/** How far bKash's times and ours may differ: by the clocks, and by a zone that bKash may not name. */
const TIMES_DIFFER_MS = DAY_MS;

/** bKash wants a reason of at most 255 characters, and takes none of those that markup is made of. No character is cut in two. */
function reasonIn({ reason, note = '' }: RefundRequest): string {
  const said = note
    .replace(/[<>&]/g, ' ')
    .slice(0, 255)
    .replace(/\p{Cs}$/u, '');
  return said.trim() || reason;
}

/** Refunds at bKash, in their second version; README.md beside it tells what was only read. */
export function createBkashRefunds(access: BkashAccess, client: Client = createClient(access)): RefundConnector {
  /** Both ids of what was paid; undefined when nothing was. */
  async function chargeOf({ charge }: RefundAbout, limit: AbortSignal): Promise<Charge | undefined> {
    const { key, order: paymentId, reference } = charge;
    if (paymentId === undefined) return undefined;
    if (reference !== undefined && reference !== paymentId) return { paymentId, trxId: reference };
    const payment = await findPayment(client, { key, reference: paymentId }, limit); // late money has no other way
    return payment?.trxID === undefined ? undefined : { paymentId, trxId: payment.trxID };
  }

  /** Which of the refunds in the list is a key's, by whatever is known of it. @throws {NotDecided} when it may be one of several */
  function ownOf(listed: Listed[], about: RefundAbout, note: Note | undefined, others: string[]) {
    const { key, reference, amount, since } = about;
    const id = note?.is === 'refunded' ? note.id : reference;
    const named = listed.find(({ refundTrxId, sku }) => refundTrxId === id || sku === key);
    if (named) return named;
    const isAsked = note?.is === 'asked';
    const before = isAsked ? [...note.before, ...others] : others; // others may have come between the list and the note
    const isOlder = (one: Listed) => (completedAt(one)?.getTime() ?? Infinity) < since.getTime() - TIMES_DIFFER_MS;
    const isCandidate = (one: Listed) =>
      one.sku === undefined &&
      !before.includes(one.refundTrxId) &&
      toPaisa(one.refundAmount) === amount &&
      (isAsked || !isOlder(one)); // what is new in the list is ours, whenever bKash says that it was made
    const candidates = id === undefined ? listed.filter(isCandidate) : [];
    if (candidates.length === 0) return undefined;
    if (candidates.length === 1 && isAsked) return candidates[0];
    throw new NotDecided('bKash lists a refund that may be this one: compare them by hand');
  }

  async function find(charge: Charge, about: RefundAbout, limit: AbortSignal) {
    const notes = refundNotes(charge.paymentId);
    const [note, others, listed] = await Promise.all([
      notes.of(about.key),
      notes.known(),
      listRefunds(client, charge, limit),
    ]);
    const own = ownOf(listed, about, note, others);
    if (own && note?.is !== 'refunded') await notes.made(about.key, own.refundTrxId);
    return { notes, note, listed, own };
  }

  /** What became of a key that is in no list; null when it can be asked for. @throws {NotDecided} while it may still come */
  function withoutTrace(note: Note | undefined): RefundResult | null {
    if (note?.is === 'refused') return refused(note.code);
    if (note?.is === 'refunded') throw new ConnectorError('bKash does not list a refund that it has made');
    if (note?.is === 'asked' && Date.now() - note.at < SETTLES_WITHIN_MS)
      throw new NotDecided('bKash has not said what came of a refund');
    return null;
  }

  async function ask(charge: Charge, request: RefundRequest, about: RefundAbout, limit: AbortSignal) {
    const { key, amount, currency } = about;
    const body = { ...charge, refundAmount: toDecimal(amount, currency), sku: key, reason: reasonIn(request) };
    const { body: said, failure } = await client.call(`${REFUNDS}/transaction`, body, limit);
    if (failure !== undefined) {
      if (isRefusal(failure)) return failure;
      throw isOurs(failure)
        ? client.misconfigured(`a refund was answered ${failure}`)
        : client.undecided(failure, 'a refund');
    }
    const refund = readAnswer(listedForm, said);
    if ((refund.originalTrxId ?? charge.trxId) === charge.trxId) return refund;
    throw new ConnectorError('bKash answered about a refund of another payment');
  }

  return {
    capabilities: REFUND_CAPABILITIES,

    /** It is looked for before it is asked for, and asked for once: until it is known what became of it, never again. */
    async refund(request, about) {
      const limit = timeLimit(access.timeout);
      if (about.charge.order !== undefined) await refundNotes(about.charge.order).begin(about.key);
      const charge = await chargeOf(about, limit);
      if (!charge) return refused('charge_unknown');
      const { notes, note, listed, own } = await find(charge, about, limit);
      if (own && toPaisa(own.refundAmount) !== about.amount)
        throw new KeyTaken('bKash has given back another amount for this key');
      const known = own ? toResult(own) : withoutTrace(note);
      if (known) return known;
      if (note?.is === 'asked') await notes.settle(about.key, note, { is: 'unasked' }); // nothing came of it
      const before = listed.map(({ refundTrxId }) => refundTrxId);
      const asked = await notes.ask(about.key, before);
      if (!asked) throw new NotDecided('Another refund of this payment is under way');
      try {
        const said = await ask(charge, request, about, limit);
        if (typeof said !== 'string') {
          await notes.made(about.key, said.refundTrxId);
          return toResult(said);
        }
        if (await notes.settle(about.key, asked, { is: 'refused', code: said })) return refused(said);
        throw new NotDecided('The refund has been asked for once more');
      } catch (error) {
        if (error instanceof NothingTaken) await notes.settle(about.key, asked, { is: 'unasked' });
        throw error;
      }
    },

    async fetchRefund(about) {
      const limit = timeLimit(access.timeout);
      const charge = await chargeOf(about, limit);
      if (!charge) return { outcome: 'unknown' };
      const { note, own } = await find(charge, about, limit);
      return (own ? toResult(own) : withoutTrace(note)) ?? { outcome: 'unknown' };
    },
  };
}
