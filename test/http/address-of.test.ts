import { expect } from 'chai';
import { addressOf, networkOf } from '../../src/http/address-of.js';

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

describe('what an address is counted by', () => {
  for (const [address, another, isOne] of [
    ['192.0.2.7', '192.0.2.8', false],
    ['192.0.2.7', '::ffff:192.0.2.7', true],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::60', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['unknown', 'what a proxy wrote', false],
  ] as const)
    it(`is ${isOne ? 'one' : 'two'} for ${address} and ${another}`, () => {
      expect(networkOf(address) === networkOf(another)).to.equal(isOne);
    });
});
