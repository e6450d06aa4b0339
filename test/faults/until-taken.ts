import { expect } from 'chai';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';

/** As a merchant does while a store is away: sends the same request again, until it is taken. @returns the trx */
export async function payUntilTaken(tollgate: Tollgate, body: object): Promise<string> {
  let trx: string | undefined;
  await until(
    'the payment is taken',
    async () => {
      const answer = await tollgate.api('/h2h/initiate', body);
      trx = answer.body.trx;
      expect(trx ? 200 : answer.status).to.be.oneOf([200, 503]);
      return trx !== undefined;
    },
    60_000,
    200,
  );
  return trx ?? '';
}
