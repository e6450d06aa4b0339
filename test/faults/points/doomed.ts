import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../../config/root.js';
import type { MerchantRecord } from '../../../src/merchants/merchant.model.js';
import { trxOf } from '../../../src/merchants/trx.js';
import type { OtherProcess } from '../../support/instance.js';
import type { Tollgate } from '../../support/tollgate.js';

const DIE_AT = pathToFileURL(join(ROOT, 'test/support/die-at.mjs')).href;

/** A process that dies at the points of a folder. @param together how many it comes to before it kills itself */
export const doomed = (folder: string, like: string, together: number): OtherProcess => ({
  name: `${like}-doomed`,
  like,
  env: { NODE_OPTIONS: `--import=${DIE_AT}`, DIE_AT: folder, DIE_AS: like, DIE_TOGETHER: String(together) },
});

/** Tells doomed processes where they die: each point is about the first merchant's payment of an identifier. */
export async function writePoints(
  folder: string,
  { database, merchant }: Tollgate,
  points: readonly { identifier: string; point: object }[],
): Promise<void> {
  const record = await database.collection<MerchantRecord>('merchants').findOne({ _id: merchant.id });
  if (!record) throw new Error('There is no merchant');
  const written = points.map(({ identifier, point }) => ({ ...point, trx: trxOf(record, identifier) }));
  writeFileSync(join(folder, 'points.json'), JSON.stringify(written));
}
