import { config } from '../../config/index.js';
import { createApp } from '../../src/web/app.js';
import { connectDatabase } from '../../src/database/client.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { createMerchant, type MerchantChoices, type MerchantKeys } from '../../src/merchants/manage-merchants.js';
import { redis } from '../../src/redis/client.js';
import { cardRequest } from '../methods/card-request.js';
import { ask, type Answer, type Question } from '../support/ask.js';
import { deleteKeys } from '../support/redis-keys.js';
import { until } from '../../scripts/until.js';
import { serve } from '../support/serve.js';

/** The web process's app in this process, over real HTTP: for all that is refused before a worker has to do anything. */
export interface Web {
  url: string;
  ask(path: string, question?: Question): Promise<Answer>;
  merchant(choices?: Partial<MerchantChoices>): Promise<MerchantKeys>;
  close(): Promise<void>;
}

export async function startWeb(): Promise<Web> {
  await connectDatabase();
  await until('Redis is there', () => redis.status === 'ready');
  const { url, close } = await serve(createApp());
  const made: string[] = [];
  return {
    url,
    ask: (path, question) => ask(`${url}${path}`, question),
    async merchant(choices = {}) {
      const keys = await createMerchant({ name: 'Blue Tea Shop', mode: 'test', ...choices });
      made.push(keys.id);
      return keys;
    },
    async close() {
      await close();
      await merchants.deleteMany({ _id: { $in: made } });
      await fillBuckets();
    },
  };
}

/** Every bucket is full again: what one spec takes, another one would miss. */
export async function fillBuckets(): Promise<void> {
  await deleteKeys(`${config.queuePrefix}:bucket`);
}

/** An initiate body that is right but for what `changes` say; SEK has no route, so that nothing is ever begun. */
export const initiateBody = (publicKey: string, changes: object = {}): Record<string, unknown> => ({
  ...cardRequest(),
  public_key: publicKey,
  currency: 'SEK',
  ...changes,
});
