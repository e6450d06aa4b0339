import type { Notification, ReceivedEvent } from './receiver.js';

const VERDICTS = new Map([
  [true, 'verified'],
  [false, '! SIGNATURE WRONG'],
  [null, 'not checked'],
]);

/** A ping is about no payment. */
const about = ({ type, identifier, sequence }: Notification): string =>
  sequence === undefined ? type : `${type}  identifier=${identifier}  sequence=${sequence}`;

/** One line for people about one request. */
export function readableLine({ at, event, id, verified, status, body }: ReceivedEvent): string {
  const time = at.toTimeString().slice(0, 8);
  const what = event ? about(event) : `no notification, ${Buffer.byteLength(body)} bytes`;
  return `${time}  ${what}  ${id || 'no webhook-id'}  ${VERDICTS.get(verified)}  -> ${status}`;
}

/** The same for programs: one line of JSON. */
export const jsonLine = ({ at, event, id, verified, status, headers, body }: ReceivedEvent): string =>
  JSON.stringify({ at, id, verified, status, event, headers, body });
