import { expect } from 'chai';
import { addressOf } from '../../src/http/address-of.js';

describe('the address that a request comes from', () => {
  for (const [ip, address] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::1', '::1'],
    ['what a proxy wrote', 'what a proxy wrote'],
    [undefined, 'unknown'],
  ] as const)
    it(`is ${address} when it is named ${ip}`, () => {
      expect(addressOf({ ip })).to.equal(address);
    });
});
