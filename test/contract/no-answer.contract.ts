import { breakGateway, drips, says, type BrokenGateway } from '../support/broken-gateways.js';
import { freePort } from '../../scripts/development/free-port.js';

/** Seconds after which a call that must not be answered is given up. */
export const SHORT = 0.5;

/**
 * The part of every suite in which nobody gives a proper answer.
 * @param expectEveryCallToFail makes every call that there is to `apiUrl`, and checks that each is a ConnectorError
 */
export function noAnswerContract(expectEveryCallToFail: (apiUrl: string) => Promise<unknown>): void {
  describe('no answer is an error, not a decline', () => {
    let gateway: BrokenGateway | undefined;
    afterEach(async () => {
      await gateway?.stop();
      gateway = undefined;
    });

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
