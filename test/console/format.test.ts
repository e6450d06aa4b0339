import { expect } from 'chai';
import { ago, timeTag, withTimes } from '../../src/console/pages/format.js';

describe('a time on a console page', () => {
  const now = new Date('2026-11-21T14:32:05.678Z');
  const at = (seconds: number) => new Date(now.getTime() + 1000 * seconds);
  const DAY = 86_400;

  for (const [seconds, said] of [
    [0, 'now'],
    [-0.9, 'now'],
    [-1, '1 second ago'],
    [-59.9, '59 seconds ago'],
    [-60, '1 minute ago'],
    [-18 * 60 - 59, '18 minutes ago'],
    [-3600, '1 hour ago'],
    [-47.9 * 3600, '47 hours ago'],
    [-2 * DAY, '2 days ago'],
    [-59.9 * DAY, '59 days ago'],
    [-61 * DAY, '2 months ago'],
    [-731 * DAY, '2 years ago'],
    [12, '12 seconds from now'],
    [3700, '1 hour from now'],
  ] as const)
    it(`${seconds} s away is ${said}`, () => {
      expect(ago(at(seconds), now)).to.equal(said);
    });

  it('is told both ways', () => {
    expect(timeTag('2026-11-21T14:14:00Z', now)).to.equal(
      '<time datetime="2026-11-21T14:14:00.000Z"><span class="ago">18 minutes ago</span> <span class="utc">2026-11-21 14:14:00 UTC</span></time>',
    );
  });

  it('is marked in a sentence as what it is', () => {
    expect(withTimes('Expires at 2026-11-21 14:14:00 UTC.')).to.equal(
      'Expires at <time datetime="2026-11-21T14:14:00.000Z">2026-11-21 14:14:00 UTC</time>.',
    );
  });
});
