/** A request that makes no sense; the message is fit to be shown. */
export class BadRequest extends Error {
  readonly status = 400;
}

/** The HTTP status of an error that is the client's fault: ours, or one of Express's body parsers. */
export function clientStatus(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
