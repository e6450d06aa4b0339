import { expect } from 'chai';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { startReceiver, type Receiver, type ReceiverOptions } from '../../scripts/ipn-receiver/receiver.js';
import { verificationReport } from '../../scripts/merchant/verification-report.js';
import { connectDatabase } from '../../src/database/client.js';
import { verifyEndpoint, type VerificationReport } from '../../src/ipn/verify-endpoint.js';
import { TestMerchant } from './a-delivery.js';

type Respond = NonNullable<ReceiverOptions['respond']>;

/** As shops get it wrong: what each of them answers, and what it lets through. */
const SHOPS: [what: string, respond: Respond | undefined, forgeries: string[]][] = [
  ['checks with the published library', undefined, []],
  ['checks nothing', () => 200, ['unsigned', 'wrong_signature', 'stale']],
  [
    'checks a signature when there is one',
    ({ headers, verified }) => (!headers['webhook-signature'] || verified ? 200 : 401),
    ['unsigned'],
  ],
  [
    'does not look at the time',
    ({ headers, body }) => (headers['webhook-signature'] && signs(headers, body) ? 200 : 401),
    ['stale'],
  ],
];

let merchant: TestMerchant;

/** Whether the signature is right, whatever the time is. */
function signs(headers: IncomingHttpHeaders, body: string): boolean {
  const [secret = ''] = merchant.secrets;
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return new Webhook(secret).sign(String(headers['webhook-id']), at, body) === headers['webhook-signature'];
}

describe('the verification of an endpoint', () => {
  let receiver: Receiver | undefined;
  before(connectDatabase);
  beforeEach(async () => {
    merchant = await new TestMerchant().save();
  });
  afterEach(async () => {
    await receiver?.close();
    await merchant.remove();
  });

  async function probe(respond?: Respond): Promise<VerificationReport> {
    const [secret = ''] = merchant.secrets;
    receiver = await startReceiver({ secret, ...(respond && { respond }) });
    return verifyEndpoint(merchant.id, receiver.url);
  }

  for (const [what, respond, forgeries] of SHOPS)
    it(`finds what gets through at a shop that ${what}`, async () => {
      const report = await probe(respond);
      const through = report.checks.filter(({ verdict }) => verdict === 'forgery_accepted');
      expect(through.map(({ ping }) => ping)).to.deep.equal(forgeries);
      expect(report.sound).to.equal(forgeries.length === 0);
      expect(report.checks).to.have.length(5);
      expect(verificationReport(report).includes('forged payment notices')).to.equal(forgeries.length > 0);
    });

  it('sends pings that are no notifications, the good one twice', async () => {
    await probe();
    const received = receiver?.received ?? [];
    expect(received.map(({ verified }) => verified)).to.deep.equal([true, false, false, false, true]);
    for (const { event } of received)
      expect(event).to.have.all.keys('id', 'type', 'timestamp', 'data').and.include({ type: 'ping' });
    expect(received[4]).to.include({ id: received[0]?.id, body: received[0]?.body });
    expect(new Set(received.map(({ event }) => event?.id)).size).to.equal(4);
    expect(await merchant.stored(1)).to.be.null;
  });

  it('forges nothing when what is ours is not accepted', async () => {
    const report = await probe(() => 404);
    expect(report).to.deep.include({
      sound: false,
      checks: [{ ping: 'good', status: 404, error: 'http', verdict: 'good_refused' }],
    });
    expect(verificationReport(report))
      .to.match(/a good ping +answered 404 +REFUSED/)
      .and.include('It does not accept what is ours');
  });

  it('says when nobody answers', async () => {
    const report = await verifyEndpoint(merchant.id, 'http://127.0.0.1:9/ipn');
    expect(report.checks).to.deep.equal([{ ping: 'good', status: null, error: 'connect', verdict: 'no_answer' }]);
    expect(verificationReport(report)).to.include('Without an answer nothing is known').and.not.include('what is ours');
  });

  it('goes nowhere that notifications may not go', async () => {
    const thrownBy = (id: string, url: string) => verifyEndpoint(id, url).catch((error: unknown) => error);
    expect(await thrownBy(merchant.id, 'http://169.254.169.254/')).to.be.instanceOf(RangeError);
    expect(await thrownBy('mer_nobody', 'http://127.0.0.1:9/')).to.include({ code: 'merchant_not_found' });
  });
});
