import { expect } from 'chai';
import { classifyCallError } from '../../../src/ipn/call/call-error.js';

/** As Node gives the failure of one connection. */
const failed = (code: string, address: string): Error => Object.assign(new Error(`connect ${code}`), { code, address });
/** As Node gives it when it has tried several addresses of a name. */
const allFailed = (...errors: Error[]): Error => Object.assign(new AggregateError(errors), { code: 'of the first' });

describe('the class of a failed call', () => {
  for (const [what, error, expected] of [
    ['nobody listens', failed('ECONNREFUSED', '192.0.2.1'), 'connect'],
    ['this machine has no IPv6, which the endpoint has chosen', failed('EADDRNOTAVAIL', '2001:db8::1'), 'connect'],
    ['this machine does not know what IPv6 is', failed('EAFNOSUPPORT', '2001:db8::1'), 'connect'],
    [
      'this machine has no IPv6, and nobody listens at the other address',
      allFailed(failed('EADDRNOTAVAIL', '2001:db8::1'), failed('ECONNREFUSED', '192.0.2.1')),
      'connect',
    ],
    ['each of two addresses is silent', allFailed(failed('ETIMEDOUT', '::1'), failed('ETIMEDOUT', '::2')), 'timeout'],
    ['all our ports are taken: a fault of ours', failed('EADDRNOTAVAIL', '192.0.2.1'), null],
    ['all our file descriptors are taken: a fault of ours', failed('EMFILE', '2001:db8::1'), null],
  ] as const)
    it(`is ${expected ?? 'none'} when ${what}`, () => {
      expect(classifyCallError(error)).to.equal(expected);
    });
});
