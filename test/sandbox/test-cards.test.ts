import { expect } from 'chai';
import { networkOf, scenarioOf } from '../../src/sandbox/test-cards.js';
import { passesLuhn } from '../../src/validation/luhn.js';

const RESULTS: [number: string, scenario: object][] = [
  ['4242 4242 4242 4242', { kind: 'approve' }],
  ['5555 5555 5555 4444', { kind: 'approve' }],
  ['3782 822463 10005', { kind: 'approve' }],
  ['4000 0000 0000 3220', { kind: 'challenge', then: 'approve' }],
  ['4000 0084 0000 1629', { kind: 'challenge', then: 'decline' }],
  ['4000 0000 0000 0002', { kind: 'decline', code: 'do_not_honor' }],
  ['4000 0000 0000 9995', { kind: 'decline', code: 'insufficient_funds' }],
  ['4000 0000 0000 9987', { kind: 'decline', code: 'lost_card' }],
  ['4000 0000 0000 0069', { kind: 'decline', code: 'expired_card' }],
  ['4000 0000 0000 0127', { kind: 'decline', code: 'incorrect_cvv' }],
  ['4000 0000 0000 0119', { kind: 'decline', code: 'processing_error' }],
  ['4000 0000 0000 0770', { kind: 'hang', result: 'charged' }],
  ['4000 0000 0000 0259', { kind: 'dispute' }],
  ['4000 0000 0000 0887', { kind: 'hang', result: 'declined' }],
  ['4111 1111 1111 1111', { kind: 'challenge', then: 'approve' }],
];

describe('the test cards', () => {
  for (const [printed, scenario] of RESULTS)
    it(`${printed} passes the check of its digits and does what the table says`, () => {
      const number = printed.replaceAll(' ', '');
      expect(passesLuhn(number)).to.equal(true);
      expect(scenarioOf(number)).to.deep.equal(scenario);
    });

  it('the network is named as customers know it', () => {
    const names = ['4242424242424242', '5555555555554444', '2223003122003222', '378282246310005', '6011111111111117'];
    expect(names.map(networkOf)).to.deep.equal(['Visa', 'Mastercard', 'Mastercard', 'American Express', 'Card']);
  });
});
