import { randomUUID } from 'node:crypto';
import type { Collection, Db, Document } from 'mongodb';
import { operators } from '../../src/console/operators/operator.model.js';
import { createOperator } from '../../src/console/operators/operators.js';
import { createMerchant, type MerchantChoices, type MerchantKeys } from '../../src/merchants/manage-merchants.js';
import { connectDatabase } from '../../src/database/client.js';
import { merchants } from '../../src/merchants/merchant.model.js';

/** Made by our own code in the tests' own database, then moved: a connection for that alone would take longer. */
async function move<T extends Document>(from: Collection<T>, _id: T['_id'], to: Db): Promise<void> {
  const record = await from.findOneAndDelete({ _id });
  if (!record) throw new Error(`${_id} was just made and is gone`);
  await to.collection<Document>(from.collectionName).insertOne(record);
}

/** A merchant in another database under the same MASTER_KEY. */
export async function newMerchantIn(database: Db, choices: Partial<MerchantChoices> = {}): Promise<MerchantKeys> {
  await connectDatabase();
  const keys = await createMerchant({ name: 'Blue Tea Shop', mode: 'test', ...choices });
  await move(merchants.collection, keys.id, database);
  return keys;
}

/** An operator who may do everything; gives the api_token. */
export async function newAdminIn(database: Db): Promise<string> {
  const access = { email: `${randomUUID()}@tollgate.example`, password: randomUUID(), role: 'admin' };
  await connectDatabase();
  const { id, api_token } = await createOperator(access);
  await move(operators.collection, id, database);
  return api_token;
}
