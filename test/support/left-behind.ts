import mongoose, { type Model } from 'mongoose';
import type { Db, Document } from 'mongodb';
// Every collection of Tollgate's, so that its schema is known. One that is not in this list is found to have none.
import '../../src/api/idempotency.js';
import '../../src/connectors/bkash/claims.js';
import '../../src/connectors/bkash/refund-notes.js';
import '../../src/connectors/bkash/token-record.js';
import '../../src/console/audit/audit.js';
import '../../src/console/operators/operator.model.js';
import '../../src/console/session/login-throttle.js';
import '../../src/console/session/sessions.js';
import '../../src/gateways/account.model.js';
import '../../src/ipn/delivery.model.js';
import '../../src/ipn/endpoint.model.js';
import '../../src/ipn/sequence.js';
import '../../src/merchants/merchant.model.js';
import '../../src/money/rates.js';
import '../../src/payments/payment.model.js';
import '../../src/proofs/proof-image.model.js';
import '../../src/proofs/references.js';
import '../../src/reconciliation/comparison.model.js';
import '../../src/reconciliation/discrepancy.model.js';

/** What mongoose says of a document, without the document. */
async function faultOf(collectionName: string, document: Document): Promise<string | null> {
  if (!mongoose.modelNames().includes(collectionName)) return 'its collection has no schema';
  const Stored: Model<object> = mongoose.model<object>(collectionName);
  try {
    await new Stored(document).validate();
    return null;
  } catch (error) {
    if (!(error instanceof mongoose.Error.ValidationError)) return String(error);
    return Object.entries(error.errors)
      .map(
        ([path, { reason, message }]) =>
          `${path}: ${reason instanceof mongoose.Error.StrictModeError ? reason.message : message}`,
      )
      .join('; ');
  }
}

/**
 * Holds every document of a database against its schema: what is stored must be what the schema says, at every depth.
 * Documents that a spec makes wrong on purpose must be gone when it is over.
 * @returns what does not fit, one line each
 */
export async function findMisfits(database: Db): Promise<string[]> {
  const misfits: string[] = [];
  for (const { collectionName } of await database.collections()) {
    for await (const document of database.collection(collectionName).find()) {
      const fault = await faultOf(collectionName, document);
      if (fault) misfits.push(`${collectionName} ${String(document._id)}: ${fault}`);
    }
  }
  return misfits;
}

const SHOWN = 20;

/** @throws when a database holds what does not fit its schema, naming the first of it */
export async function checkLeftBehind(database: Db): Promise<void> {
  const misfits = await findMisfits(database);
  const list = misfits.slice(0, SHOWN).join('\n  ');
  if (misfits.length > 0)
    throw new Error(`${database.databaseName} holds ${misfits.length} documents that do not fit:\n  ${list}`);
}
