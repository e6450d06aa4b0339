import { expect } from 'chai';
import { batched, type Batching } from '../../src/database/batch.js';

/** What reads squares, and notes what was read together. */
function squares(most: number, batching: Batching) {
  const reads: number[][] = [];
  const square = batched<number, number>(
    (keys) => {
      reads.push(keys);
      return Promise.resolve(new Map(keys.map((key) => [key, key * key])));
    },
    most,
    batching,
  );
  return { reads, square };
}

describe('reads in batches', () => {
  it('read one alone at once, and together what is asked for meanwhile', async () => {
    const { reads, square } = squares(3, { maxInFlight: 1 });
    expect(await Promise.all([1, 2, 3, 4, 5, 2].map(square))).to.deep.equal([1, 4, 9, 16, 25, 4]);
    expect(reads).to.deep.equal([[1], [2, 3, 4], [5, 2]]);
  });

  it('are under way as many at once as they may be', async () => {
    const { reads, square } = squares(3, { maxInFlight: 2 });
    await Promise.all([1, 2, 3, 4].map(square));
    expect(reads).to.deep.equal([[1], [2], [3, 4]]);
  });

  it('wait for others where they are told to, but for the first time only', async () => {
    const { reads, square } = squares(2, { maxInFlight: 1, lingerMs: 20 });
    const asked = [1, 2, 3].map(square);
    expect(reads).to.deep.equal([]);
    await Promise.all(asked);
    expect(reads).to.deep.equal([[1, 2], [3]]);
  });

  it('give nothing for what was not found', async () => {
    expect(await batched<string, string>(() => Promise.resolve(new Map<string, string>()), 10)('?')).to.be.undefined;
  });

  it('fail for those alone whose answer is an error', async () => {
    const gone = new Error('gone');
    const find = batched<string, string>(
      (keys) => Promise.resolve(new Map(keys.map((key) => [key, key === 'b' ? gone : key]))),
      10,
      { maxInFlight: 1 },
    );
    expect(await Promise.allSettled(['a', 'b', 'c', 'b'].map(find))).to.deep.equal([
      { status: 'fulfilled', value: 'a' },
      { status: 'rejected', reason: gone },
      { status: 'fulfilled', value: 'c' },
      { status: 'rejected', reason: gone },
    ]);
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
      { maxInFlight: 1 },
    );
    const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map(find));

    expect(results.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  });
});
