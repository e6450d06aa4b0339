import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { errors, type Dispatcher } from 'undici';
import { AttemptTimeout } from './call-error.js';

/** What a call got that got a status line. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The first 4 KiB of its body, without a character that is cut there. */
  start: string;
  /** When the status line came, by performance.now(). */
  at: number;
}

const BODY_LIMIT = 4096;
const BODY_TIME_MS = 2000;

const textOf = (bytes: Buffer): string => new TextDecoder().decode(bytes, { stream: true });

/**
 * Hears what undici has to say about one call. One clock runs over name, connection, TLS and headers, since idle timers
 * would let a dripping answer last for ever; then another one over the body. What settles first holds.
 */
class Call implements Dispatcher.DispatchHandler {
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #clock: NodeJS.Timeout;
  #lastLook: NodeJS.Immediate | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;
  #head: Omit<Answer, 'start'> | undefined;

  constructor(
    seconds: number,
    readonly resolve: (answer: Answer) => void,
    readonly reject: (error: unknown) => void,
  ) {
    // Timers run before what came over sockets: while this process stood still, an answer may have come in time.
    const lookOnce = () => (this.#lastLook = setImmediate(() => this.#giveUp(new AttemptTimeout())));
    this.#clock = setTimeout(lookOnce, seconds * 1000);
  }

  #stopClock(): void {
    clearTimeout(this.#clock);
    clearImmediate(this.#lastLook);
  }

  /** Once there is a connection: until then undici cannot be told that nobody waits any more. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#givenUp) controller.abort(this.#givenUp);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return; // informational, before the answer (RFC 9110, 15.2)
    this.#stopClock();
    this.#clock = setTimeout(() => this.#giveUp(new errors.RequestAbortedError()), BODY_TIME_MS);
    this.#head = { status, headers, at: performance.now() };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > BODY_LIMIT) this.#giveUp(new errors.RequestAbortedError());
  }

  onResponseEnd(): void {
    this.#settle();
  }

  /** Nobody has asked for another protocol. */
  onRequestUpgrade(_: Dispatcher.DispatchController, _status: number, _headers: IncomingHttpHeaders, socket: Duplex) {
    socket.destroy();
    this.#settle(new errors.SocketError('It changed the protocol'));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#settle(error);
  }

  /** The connection is destroyed: nobody knows what else would come over it. */
  #giveUp(reason: Error): void {
    this.#givenUp = reason;
    this.#settle(reason);
    this.#controller?.abort(reason);
  }

  /** A body that breaks off changes nothing: what came of it is kept. */
  #settle(error?: Error): void {
    this.#stopClock();
    if (!this.#head) return this.reject(error);
    this.resolve({ ...this.#head, start: textOf(Buffer.concat(this.#chunks).subarray(0, BODY_LIMIT)) });
  }
}

/**
 * Calls, and reads the beginning of the answer: at most 4 KiB within 2 s. The connection stays usable when the body ended
 * by itself. Goes without undici's request(), which makes a stream and needs an abort signal for every call:
 * docs/performance.md says what that cost.
 * @param seconds up to the status line
 * @throws AttemptTimeout, or what undici and the connection throw, when no status line came
 */
export const call = (dispatcher: Dispatcher, options: Dispatcher.DispatchOptions, seconds: number): Promise<Answer> =>
  new Promise((resolve, reject) => {
    dispatcher.dispatch(options, new Call(seconds, resolve, reject));
  });
