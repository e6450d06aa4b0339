import { expect } from 'chai';
import { ConnectorError } from '../../src/connectors/connector.js';
import { createSandboxConnector } from '../../src/connectors/sandbox/card.js';
import { createSandboxLocalConnector } from '../../src/connectors/sandbox/local.js';
import { newTrace } from '../../src/telemetry/trace.js';
import { listenHttp, type Listening } from '../ipn/receivers.js';
import { authorization } from '../support/card-authorization.js';
import { upiRequest, walletRequest } from '../support/local-requests.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { about, cardAbout, walletAbout } from '../support/about.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLERS = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

describe('the trace of a request', () => {
  it('goes on with the trace of the caller, under a parent id of ours', () => {
    const { traceparent } = newTrace(CALLERS);
    expect(traceparent)
      .to.match(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-01$`))
      .and.not.equal(CALLERS);
  });

  for (const [what, header] of [
    ['nothing', undefined],
    ['zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['another version', CALLERS.replace('00-', 'ff-')],
    ['upper case', CALLERS.toUpperCase()],
    ['a line break', `${CALLERS}\n`],
  ] as const)
    it(`begins anew with ${what}`, () => {
      expect(newTrace(header).traceparent)
        .to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
        .and.not.include(TRACE_ID);
    });

  describe('at a gateway', () => {
    const sent: unknown[] = [];
    let gateway: Listening;
    before(async () => {
      gateway = await listenHttp((req, res) => {
        sent.push(req.headers.traceparent);
        res.writeHead(404).end('{}');
      });
    });
    after(() => gateway.close());

    const trace = newTrace(CALLERS);
    const access = () => ({ apiUrl: `http://127.0.0.1:${gateway.port}`, apiKey: 'key', timeout: 5 });
    const cards = () => createSandboxConnector(access());
    const local = () => createSandboxLocalConnector(access());
    for (const [call, ask] of Object.entries({
      authorizeCard: () => cards().authorizeCard(authorization('4242424242424242'), cardAbout('key', { trace })),
      fetchCard: () => cards().fetchCard(cardAbout('key', { trace })),
      voidCard: () => cards().voidCard(cardAbout('key', { trace })),
      createUpi: () => local().createUpi(upiRequest(), about('key', { trace })),
      createWallet: () => local().createWallet(walletRequest(), walletAbout('key', { trace })),
      createDebit: () => {
        const debtor = { iban: 'DE89370400440532013000', holder: 'Erika Muster', mandate: 'M1' };
        return local().createDebit({ ...upiRequest(), ...debtor }, about('key', { currency: 'EUR', trace }));
      },
      executeWallet: () => local().executeWallet(about('key', { trace })),
      cancelOrder: () => local().cancelOrder(about('key', { trace })),
    }))
      it(`arrives with ${call}`, async () => {
        await ask().catch((error: unknown) => expect(error).to.be.instanceOf(ConnectorError)); // it knows no key
        expect(sent.pop()).to.equal(trace.traceparent);
      });
  });

  describe('over all processes', () => {
    let tollgate: Tollgate;
    before(async () => {
      tollgate = await sharedTollgate();
    });

    it('is in every line about the payment, and goes to the merchant with the notification', async () => {
      const { body, headers } = await tollgate.pay('4242424242424242', {}, { traceparent: CALLERS });
      const trx = String(body.trx);
      const attempted = () => tollgate.logs('ipn').includes(`"trx":"${trx}"`);
      await until('the notification is sent', attempted);
      for (const name of ['web', 'payments', 'ipn']) {
        const lines = tollgate
          .logs(name)
          .split('\n')
          .filter((line) => line.includes(`"trx":"${trx}"`));
        expect(lines, name).to.not.be.empty;
        for (const line of lines) expect(JSON.parse(line), line).to.include({ requestId: headers['x-request-id'] });
      }
      const sent = tollgate.receiver.received.find(({ event }) => event?.id.includes(trx.replaceAll('-', '')));
      expect(sent?.headers.traceparent).to.match(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-01$`));
    });
  });
});
