import { expect } from 'chai';
import { hourlyChart } from '../../src/console/overview/hourly-chart.js';
import type { Tally } from '../../src/console/overview/payment-figures.js';

const chartOf = (success: number) => {
  const tally: Tally = { pending: 0, success, failed: 0, cancelled: 0 };
  return hourlyChart({ hours: [{ from: new Date('2026-11-23T04:00:00Z'), tally }], methods: [], all: tally });
};

describe("the overview's chart", () => {
  for (const [most, marks] of [
    [0, [0, 1]],
    [1, [0, 1]],
    [2, [0, 1, 2]],
    [5, [0, 5]],
    [6, [0, 5, 10]],
    [40, [0, 25, 50]],
    [137, [0, 100, 200]],
  ] as const)
    it(`counts whole payments on its scale, with ${most} in the busiest hour`, () => {
      expect(chartOf(most).marks.map(({ value }) => value)).to.deep.equal(marks);
    });
});
