import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { refundNotes, type Asked } from '../../../src/connectors/bkash/refund-notes.js';
import { connectDatabase } from '../../../src/database/client.js';

const KEY = 'r1';

describe('what is noted of the refunds of a payment at bKash', () => {
  before(connectDatabase);

  type Notes = ReturnType<typeof refundNotes>;

  /** One that was asked for, as one of two workers has noted it. */
  async function asked(): Promise<[Notes, Asked]> {
    const notes = refundNotes(`TR${randomUUID()}`);
    await notes.begin(KEY);
    const note = await notes.ask(KEY, []);
    if (!note) throw new Error('It was not noted');
    return [notes, note];
  }

  const SINCE: [what: string, since: (notes: Notes, note: Asked) => Promise<unknown>, askable: boolean][] = [
    ['was asked for', async () => undefined, false],
    ['was made', (notes) => notes.made(KEY, 'T1'), false],
    ['was refused', (notes, note) => notes.settle(KEY, note, { is: 'refused', code: '2071' }), false],
    ['came to nothing', (notes, note) => notes.settle(KEY, note, { is: 'unasked' }), true],
  ];
  for (const [what, since, askable] of SINCE)
    it(`lets one ${askable ? 'be asked for that' : 'not be asked for that, while this worker was held up,'} ${what}`, async () => {
      const [notes, note] = await asked();
      await since(notes, note);
      expect((await notes.ask(KEY, [])) !== null).to.equal(askable);
    });

  it('is not undone by one who asked before somebody else did', async () => {
    const [notes, note] = await asked();
    const before = { ...note, at: note.at - 120_000 };
    for (const undone of [{ is: 'unasked' }, { is: 'refused', code: '2071' }] as const)
      expect(await notes.settle(KEY, before, undone)).to.equal(false);
    expect(await notes.of(KEY)).to.include({ is: 'asked' });
  });
});
