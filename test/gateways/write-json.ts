import type { IncomingMessage, ServerResponse } from 'node:http';

/** Writes an answer in JSON: whole, cut off in its text (`garbage`), or in its bytes, with the connection (`half`). */
export function writeJson(
  call: IncomingMessage,
  response: ServerResponse,
  { status, body, headers }: { status: number; body: object; headers?: Record<string, string> },
  fault?: string,
): void {
  const whole = JSON.stringify(body);
  const all = { 'content-type': 'application/json', ...headers };
  if (fault === 'half') {
    response.writeHead(status, { ...all, 'content-length': whole.length }).write(whole.slice(0, 20));
    setTimeout(() => call.socket.destroy(), 20).unref();
  } else response.writeHead(status, all).end(fault === 'garbage' ? whole.slice(0, whole.length / 2) : whole);
}
