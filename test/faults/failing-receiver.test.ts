import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { startReceiver, type Receiver } from '../../scripts/ipn-receiver/receiver.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { APPROVED } from './begin-payment.js';

describe('a receiver that answers 500 twice', () => {
  let tollgate: Tollgate;
  let receiver: Receiver;
  let trx: string | undefined;

  before(async () => {
    tollgate = await sharedTollgate();
    receiver = await startReceiver({ respond: () => (receiver.received.length <= 2 ? 500 : 204) });
    ({ trx } = (await tollgate.pay(APPROVED, { ipn_url: receiver.url })).body);
    await until('the notification is recorded as delivered', async () => (await delivery())?.status === 'delivered');
  });
  after(() => receiver.close());

  const delivery = () => tollgate.database.collection('ipn_deliveries').findOne({ trx });

  it('gets the same bytes under the same webhook-id three times, and no more', () => {
    expect(receiver.received.map(({ status }) => status)).to.deep.equal([500, 500, 204]);
    const [first] = receiver.received;
    for (const { id, body } of receiver.received)
      expect({ id, body }).to.deep.equal({ id: first?.id, body: first?.body });
    expect(first?.id).to.equal(first?.event?.id);
  });

  it('can verify each of them with the standardwebhooks package as it is published', () => {
    const webhook = new Webhook(tollgate.merchant.secret_key);
    for (const { body, headers } of receiver.received) {
      const verified = webhook.verify(body, headers as Record<string, string>); // no header of ours comes twice
      expect(verified).to.deep.include({ type: 'payment.success', status: 'success' });
    }
    const tampered = receiver.received[0]?.body.replace('success', 'failed') ?? '';
    const headers = receiver.received[0]?.headers as Record<string, string>;
    expect(() => webhook.verify(tampered, headers)).to.throw();
  });

  it('finds every attempt in the record of the delivery', async () => {
    const attempts = (await delivery())?.attempts as { status: number; error: string | null }[];
    expect(attempts.map(({ status, error }) => [status, error])).to.deep.equal([
      [500, 'http'],
      [500, 'http'],
      [204, null],
    ]);
  });
});
