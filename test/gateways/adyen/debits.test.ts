import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { createAdyenDebits } from '../../../src/connectors/adyen/debits.js';
import { ConnectorError, NotDecided, NothingTaken, RequestRefused } from '../../../src/connectors/connector.js';
import type { DebitRequest } from '../../../src/connectors/orders.js';
import { noAnswerContract, SHORT } from '../../contract/no-answer.contract.js';
import { cardAbout } from '../../support/about.js';
import { thrownBy } from '../../support/thrown-by.js';
import { adyenAccess } from './access.js';
import { listen, type Listener } from './listener.js';
import { startAdyen, type AdyenStandIn } from './stand-in.js';

const PAID = 'DE89370400440532013000';
const REFUSED = 'DE62370400440532013001';
const AT_ONCE = 'DE35370400440532013002';
const SILENT = 'DE08370400440532013003';

const request = (iban: string, holder = 'Ada Lovelace'): DebitRequest => ({
  iban,
  holder,
  mandate: 'OURS1',
  payer: { id: 'c0ffee', email: 'ada@example.com', ip: '127.0.0.1', userAgent: 'Mozilla/5.0' },
  expiresAt: new Date(Date.now() + 86_400_000),
  callbackUrl: 'http://127.0.0.1:1/callback',
});

describe('the Adyen connector for direct debits', () => {
  let adyen: AdyenStandIn;
  let listener: Listener;
  before(async () => {
    adyen = await startAdyen();
    listener = await listen();
    adyen.hook(listener.url);
  });
  afterEach(() => adyen.mend());
  after(async () => {
    await adyen.close();
    await listener.close();
  });

  const connect = ({ apiUrl = adyen.url, timeout = 5 } = {}) =>
    createAdyenDebits(adyenAccess({ url: apiUrl, timeout }));
  const debitAbout = () => cardAbout(randomUUID());
  const charged = (trx: string): number => adyen.timesCharged(trx.replaceAll('-', ''));

  it('hands a debit in, learns how Adyen calls its mandate, and is told by signed news how it ends', async () => {
    for (const [iban, end] of [
      [PAID, { outcome: 'authorized', amount: 4990, currency: 'EUR' }],
      [REFUSED, { outcome: 'declined', reason: 'do_not_honor', gatewayCode: '27' }],
    ] as const) {
      const about = debitAbout();
      const { reference, mandate, end: early } = await connect().createDebit(request(iban), about);
      expect({ mandate, early }).to.deep.equal({ mandate: reference, early: undefined });
      expect(await listener.told(about.key)).to.include({ ...end, reference });
    }
  });

  it('says so when the answer has ended the debit already', async () => {
    const paid = await connect().createDebit(request(AT_ONCE), debitAbout());
    expect(paid.end).to.include({ outcome: 'authorized', reference: paid.reference, amount: 4990 });
    const refused = await connect().createDebit(request(PAID, 'NOT_ENOUGH_BALANCE'), debitAbout());
    expect(refused.end).to.include({ outcome: 'declined', reason: 'insufficient_funds', gatewayCode: '12' });
  });

  it('is one debit, however often it is handed in with one key, and never one of another amount', async () => {
    const about = debitAbout();
    const orders = await Promise.all([1, 2, 3].map(() => connect().createDebit(request(PAID), about)));
    for (const order of orders) expect(order).to.deep.equal(orders[0]);
    await listener.told(about.key);
    expect(await thrownBy(connect().createDebit(request(PAID), { ...about, amount: 1 }))).to.be.instanceOf(
      ConnectorError,
    );
    expect(charged(about.trx)).to.equal(1);
  });

  it('is handed in once more with its key when no answer came, and must answer about this very debit', async () => {
    for (const fault of ['reset', 'half', 'garbage'] as const) {
      const about = debitAbout();
      adyen.spoil(/payments$/, fault);
      const { reference } = await connect().createDebit(request(PAID), about);
      expect(await listener.told(about.key)).to.include({ reference });
      expect(charged(about.trx)).to.equal(1);
    }
    for (const fault of ['other amount', 'other payment'] as const) {
      adyen.spoil(/payments$/, fault, 2);
      const error = await thrownBy(connect().createDebit(request(PAID), debitAbout()));
      expect(error).to.be.instanceOf(ConnectorError).and.not.instanceOf(NothingTaken);
    }
  });

  it('cannot be asked for, nor say at once what has become of a cancellation', async () => {
    const about = debitAbout();
    const { reference } = await connect().createDebit(request(SILENT), about);
    expect(await thrownBy(connect().fetchOrder({ ...about, reference }))).to.be.instanceOf(NotDecided);
    expect(await thrownBy(connect().cancelOrder({ ...about, reference }))).to.be.instanceOf(NotDecided);
    expect(await listener.told(about.key)).to.deep.equal({ outcome: 'not_charged' });
    expect(charged(about.trx)).to.equal(0);
  });

  it('takes nothing that is no IBAN, and says so without it', async () => {
    const error = await thrownBy(connect().createDebit(request('DE00'), debitAbout()));
    expect(error).to.be.instanceOf(RequestRefused);
    expect(String(error)).to.not.include('DE00');
  });

  noAnswerContract(async (apiUrl) => {
    const debits = connect({ apiUrl, timeout: SHORT });
    const errors = await Promise.all(
      [
        debits.createDebit(request(PAID), debitAbout()),
        debits.fetchOrder(debitAbout()),
        debits.cancelOrder(debitAbout()),
      ].map(thrownBy),
    );
    for (const error of errors) expect(error).to.be.instanceOf(ConnectorError);
  });
});
