import { mock } from 'node:test';

/** A spec of what prints for people: its lines are kept, and shown when it fails. */
export const quietly = (spec: () => Promise<void>) => async (): Promise<void> => {
  const printed: string[] = [];
  const write = mock.method(process.stdout, 'write', (text: string) => printed.push(text) > 0).mock;
  try {
    await spec();
  } catch (error) {
    write.restore();
    process.stdout.write(printed.join(''));
    throw error;
  } finally {
    write.restore();
  }
};
