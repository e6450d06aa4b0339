import { expect } from 'chai';
import fc from 'fast-check';
import type { DeliveryError } from '../../src/ipn/delivery.model.js';
import { afterFailure, type Failure } from '../../src/ipn/retry-policy.js';

const MIDDLE = 0.5; // no jitter
const policy = { waits: [5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400], slowWait: 60 };
const answered = (status: number, retryAfter: number | null = null): Failure => ({ status, error: 'http', retryAfter });
const silent = (error: DeliveryError): Failure => ({ status: null, error, retryAfter: null });
const seconds = (failures: number, failure: Failure, random = MIDDLE) => {
  const verdict = afterFailure(policy, failures, failure, null, random);
  return verdict.then === 'retry' ? verdict.waitMs / 1000 : verdict.then;
};

describe('the retry policy', () => {
  it('waits ever longer, and gives up after one attempt more than there are waits', () => {
    const all = Array.from({ length: 12 }, (_, failures) => seconds(failures, answered(500)));
    expect(all).to.deep.equal([...policy.waits, 'exhausted']);
  });

  it('stays exhausted when a resend after the end fails too', () => {
    expect(seconds(13, answered(500))).to.equal('exhausted');
  });

  it('varies a wait by at most a fifth', () => {
    expect(seconds(2, answered(500), 0)).to.equal(96);
    expect(seconds(2, answered(500), 1)).to.equal(144);
  });

  for (const failure of [silent('dns'), silent('connect'), silent('tls'), silent('reset'), silent('protocol')])
    it(`retries ${failure.error} like any failure`, () => {
      expect(seconds(0, failure)).to.equal(5);
    });

  for (const [name, failure] of [
    ['429', answered(429)],
    ['410', answered(410)],
    ['a timeout', silent('timeout')],
  ] as const)
    it(`waits at least the slow wait after ${name}`, () => {
      expect(seconds(0, failure)).to.equal(60);
      expect(seconds(2, failure)).to.equal(120);
    });

  const table: [string, failures: number, retryAfter: number, expected: number][] = [
    ['less than the wait that was due changes nothing', 1, 10, 30],
    ['zero changes nothing', 0, 0, 5],
    ['more is honoured', 0, 90, 90],
    ['up to one hour for short waits', 0, 3600, 3600],
    ['and no longer', 0, 3601, 3600],
    ['up to twice the wait for long ones', 5, 14_400, 14_400],
    ['and no longer either', 5, 9_999_999_999, 14_400],
  ];
  for (const [name, failures, retryAfter, expected] of table)
    it(`Retry-After: ${name}`, () => {
      expect(seconds(failures, answered(503, retryAfter))).to.equal(expected);
    });

  it('disables the endpoint at the second 410 in a row only', () => {
    expect(afterFailure(policy, 0, answered(410), null, MIDDLE).then).to.equal('retry');
    expect(afterFailure(policy, 1, answered(410), 500, MIDDLE).then).to.equal('retry');
    expect(afterFailure(policy, 1, answered(500), 410, MIDDLE).then).to.equal('retry');
    expect(afterFailure(policy, 1, answered(410), 410, MIDDLE).then).to.equal('disable_endpoint');
    expect(afterFailure(policy, 11, answered(410), 410, MIDDLE).then).to.equal('disable_endpoint');
  });

  it('never comes back before the wait that was due, never later than the limit', () => {
    const anyFailure = fc.record({
      status: fc.constantFrom(null, 400, 404, 410, 429, 500, 503),
      error: fc.constantFrom<DeliveryError>('http', 'timeout', 'reset'),
      retryAfter: fc.option(fc.double({ min: 0, max: 1e10, noNaN: true })),
    });
    const anyRandom = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.nat({ max: 10 }), anyFailure, anyRandom, (failures, failure, random) => {
        const wait = policy.waits[failures] ?? 0;
        const waited = seconds(failures, failure, random);
        expect(waited).to.be.within(0.8 * wait - 0.001, Math.max(2 * wait, 3600));
      }),
    );
  });
});
