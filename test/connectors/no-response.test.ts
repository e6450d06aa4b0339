import { expect } from 'chai';
import { ConnectorError } from '../../src/connectors/connector.js';
import { noteNoResponse, orUnavailable } from '../../src/connectors/no-response.js';
import { logLines } from '../ipn/log-lines.js';

const OURS = new Error('The store is gone');

describe('a gateway that gives no answer', () => {
  it('is logged by whoever has another way on, and a fault of ours is not taken for it', async () => {
    const lines = await logLines(async () => noteNoResponse(new ConnectorError('nobody'), { trx: 'trx-1' }));
    expect(lines.map(({ message, trx }) => [message, trx])).to.deep.equal([['gateway.unresponsive', 'trx-1']]);
    expect(() => noteNoResponse(OURS, {})).to.throw(OURS);
  });

  it('is told to a merchant who cannot go on without it, and a fault of ours is not', async () => {
    const refusal: unknown = await orUnavailable(Promise.reject(new ConnectorError('nobody'))).catch(
      (error: unknown) => error,
    );
    expect(refusal).to.include({ status: 503, code: 'gateway_unavailable' });
    expect(await orUnavailable(Promise.reject(OURS)).catch((error: unknown) => error)).to.equal(OURS);
  });
});
