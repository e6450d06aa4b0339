import { expect } from 'chai';
import { batched } from '../src/batched.js';

describe('reads in batches', () => {
  it('read one alone at once, and together what is asked for meanwhile', async () => {
    const reads: number[][] = [];
    const square = batched<number, number>(
      (keys) => {
        reads.push(keys);
        return Promise.resolve(new Map(keys.map((key) => [key, key * key])));
      },
      3,
      { atOnce: 1 },
    );

    expect(await Promise.all([1, 2, 3, 4, 5, 2].map(square))).to.deep.equal([1, 4, 9, 16, 25, 4]);
    expect(reads).to.deep.equal([[1], [2, 3, 4], [5, 2]]);
  });

  it('are under way as many at once as they may be', async () => {
    const reads: number[][] = [];
    const same = batched<number, number>(
      (keys) => {
        reads.push(keys);
        return Promise.resolve(new Map(keys.map((key) => [key, key])));
      },
      3,
      { atOnce: 2 },
    );
    await Promise.all([1, 2, 3, 4].map(same));
    expect(reads).to.deep.equal([[1], [2], [3, 4]]);
  });

  it('wait for others where they are told to, but for the first time only', async () => {
    const reads: number[][] = [];
    const same = batched<number, number>(
      (keys) => {
        reads.push(keys);
        return Promise.resolve(new Map(keys.map((key) => [key, key])));
      },
      2,
      { atOnce: 1, gatherMs: 20 },
    );
    const first = [1, 2, 3].map(same);
    expect(reads).to.deep.equal([]);
    await Promise.all(first);
    expect(reads).to.deep.equal([[1, 2], [3]]);
  });

  it('give nothing for what was not found', async () => {
    expect(await batched<string, string>(() => Promise.resolve(new Map<string, string>()), 10)('?')).to.be.undefined;
  });

  it('fail for everybody in the batch, and go on with the next', async () => {
    let reads = 0;
    const find = batched<string, string>(
      (keys) => {
        reads += 1;
        if (reads === 2) return Promise.reject(new Error('away'));
        return Promise.resolve(new Map(keys.map((key) => [key, key.toUpperCase()])));
      },
      2,
      { atOnce: 1 },
    );
    const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map(find));

    expect(results.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  });
});
