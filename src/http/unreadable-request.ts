import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ApiError, requestTimeout } from '../errors.js';
import { newTrace } from '../telemetry/trace.js';
import { unreadableRequest, writtenError } from './error-handler.js';
import { answerEarly, endWithThisAnswer } from './refused-body.js';

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** What the parser of Node says, as the answer that it deserves. */
function answerTo({ code }: NodeJS.ErrnoException): ApiError {
  if (code === TIMEOUT) return requestTimeout();
  return unreadableRequest(code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
}

/** What every such answer is: it ends its connection, and its request has had no id before. */
function written(answer: ApiError) {
  const { body, headers } = writtenError(answer, newTrace(undefined).requestId);
  return { body, headers: { ...headers, Connection: 'close' } };
}

/** The answer that Node is writing to this connection, if any; it keeps it there for its own handler of such errors. */
const underWay = (socket: Duplex) => (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage;

/** Lets this answer end its connection, unless it is on its way already. */
function makeLast(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}

/**
 * Answers a request that Node could not parse, in the one error format, and ends the connection. A request that came
 * whole before it may be moving money: that one gets its own answer, which is then the last.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const res = underWay(socket);
  if (socket.writable && res?.req.complete) return makeLast(res);
  if (!socket.writable || res?.headersSent) return void socket.destroy();
  const answer = answerTo(error);
  const { body, headers } = written(answer);
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  endWithThisAnswer(socket);
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => {
    if (error.code === TIMEOUT) socket.destroy(); // its body may be a form, which must not be taken once it does come
  });
}

/** Whether a request says for which host it is. One of HTTP/1.1 that does not is to be refused (RFC 9112, section 3.2). */
export const namesHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion !== '1.1' || headers.host !== undefined;

/** Answers such a request as those that Node could not parse. Node would do so without a word or an id. */
export function answerHostless(req: IncomingMessage, res: ServerResponse): void {
  const answer = unreadableRequest(400);
  const { body, headers } = written(answer);
  endWithThisAnswer(req.socket);
  answerEarly(req, res);
  res.writeHead(answer.status, headers).end(body);
}
