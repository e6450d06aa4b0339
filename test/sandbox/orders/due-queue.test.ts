import { expect } from 'chai';
import fc from 'fast-check';
import { DueQueue } from '../../../src/sandbox/orders/due-queue.js';

describe('the queue of what is due', () => {
  const takeAll = (queue: DueQueue<number>, now: number): number[] => {
    const taken: number[] = [];
    for (let due = queue.take(now); due; due = queue.take(now)) taken.push(due.at);
    return taken;
  };

  it('gives what is due, the earliest first, and keeps the rest', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: -1, max: 51 }), (times, now) => {
        const queue = new DueQueue<number>();
        for (const at of times) queue.add(at, at);
        const inOrder = times.toSorted((one, other) => one - other);
        expect(takeAll(queue, now)).to.deep.equal(inOrder.filter((at) => at <= now));
        expect(takeAll(queue, 100)).to.deep.equal(inOrder.filter((at) => at > now));
      }),
    );
  });

  it('bears a hundred thousand', () => {
    const queue = new DueQueue<number>();
    for (let at = 0; at < 100_000; at++) queue.add((at * 7919) % 100_003, at);
    // Nothing is due yet. Each of these is one look: if it were a hundred thousand, they would take minutes.
    const early = Array.from({ length: 100_000 }, () => queue.take(-1));
    expect(early.every((due) => due === undefined)).to.equal(true);
    const taken = takeAll(queue, Infinity);
    expect(taken).to.have.length(100_000);
    expect(taken.every((at, place) => place === 0 || at >= (taken[place - 1] ?? 0))).to.equal(true);
  });
});
