import { Counter } from 'prom-client';
import { allAccounts } from '../gateways/accounts.js';

/** Of every account both figures are there from nothing on, so that the first callbacks are seen as a rise. */
export const callbacksCame = new Counter({
  name: 'tollgate_callbacks_total',
  help: 'Callbacks of gateways, by account and by whether they were signed as they should be',
  labelNames: ['account', 'genuine'] as const,
  collect() {
    for (const { _id: account } of allAccounts().filter(({ status }) => status !== 'closed'))
      for (const genuine of ['yes', 'no']) this.inc({ account, genuine }, 0);
  },
});
