/** An answer that is no success, as Adyen words it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly errorCode: string,
    message: string,
    readonly errorType: 'validation' | 'security' | 'internal' | 'configuration' = 'validation',
    readonly isTransient = false,
  ) {
    super(message);
  }

  get body(): object {
    const { status, errorCode, message, errorType } = this;
    return { status, errorCode, message, errorType, pspReference: 'STANDINREFERENCE' };
  }
}
