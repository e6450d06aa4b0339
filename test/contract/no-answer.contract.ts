import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { ConnectorError, type CardResult, type CardConnector } from '../../src/connectors/connector.js';
import { breakGateway, drips, says, type BrokenGateway } from '../support/broken-gateways.js';
import { authorization, TEST_CVV } from '../support/card-authorization.js';
import { freePort } from '../support/sandbox.js';

/** A connector to the test system, or to whatever answers at `apiUrl`; `timeout` in seconds. */
export type Connect = (options?: { apiUrl?: string; timeout?: number }) => CardConnector;

/** Seconds after which a call that must not be answered is given up. */
export const SHORT = 0.5;

/** Runs what must not be answered, and checks that the error tells nobody a card. */
export async function expectNoAnswer(call: Promise<CardResult>, number: string): Promise<void> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ConnectorError);
  const told = inspect(error, { depth: 20, showHidden: true });
  expect(told).to.not.contain(number).and.not.contain(TEST_CVV);
}

/**
 * The part of the suite in which nobody gives a proper answer: every call is an error, never a decline.
 * @param number a card to authorize, which no error may show
 */
export function noAnswerContract(connect: Connect, number: string): void {
  describe('no answer is an error, not a decline', () => {
    let gateway: BrokenGateway | undefined;
    afterEach(async () => {
      await gateway?.stop();
      gateway = undefined;
    });

    async function expectEveryCallToFail(apiUrl: string): Promise<void> {
      const connector = connect({ apiUrl, timeout: SHORT });
      await Promise.all([
        expectNoAnswer(connector.authorizeCard(authorization(number), randomUUID()), number),
        expectNoAnswer(connector.fetchCard(randomUUID()), number),
        expectNoAnswer(connector.closeCard(randomUUID()), number),
      ]);
    }

    it('when the connection is refused', async () => {
      await expectEveryCallToFail(`http://127.0.0.1:${await freePort()}`);
    });

    const faults: Record<string, Parameters<typeof breakGateway>[0]> = {
      'the connection is reset': (socket) => void socket.resetAndDestroy(),
      'the connection is closed without a word': (socket) => void socket.end(),
      'the gateway hangs': () => undefined,
      'the answer comes byte by byte and never ends': drips,
      'the answer is no HTTP': (socket) => void socket.end('+OK ready\r\n'),
      'the answer is no JSON': says('200 OK', '<html>Welcome</html>'),
      'the answer is empty': says('200 OK', ''),
      'the answer is JSON of another kind': says('200 OK', '{"status":"splendid"}'),
      'the answer is far too long': says('200 OK', `"${'x'.repeat(2 ** 20)}"`),
      'the answer is HTTP 500': says('500 Internal Server Error', '{"error":{"code":"internal_error"}}'),
      "the answer is somebody else's HTTP 404": says('404 Not Found', '{"error":"no such page"}'),
      'the answer leads elsewhere': says('302 Found\r\nlocation: http://127.0.0.1:1/', ''),
    };
    for (const [fault, behave] of Object.entries(faults))
      it(`when ${fault}`, async () => {
        gateway = await breakGateway(behave);
        await expectEveryCallToFail(gateway.url);
      });
  });
}
