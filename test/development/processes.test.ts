import { expect } from 'chai';
import { Processes } from '../../scripts/development/processes.js';
import { until } from '../../scripts/until.js';
import { quietly } from '../support/quietly.js';

const ending = (code: number) => ({ name: 'some', command: `sh -c "exit ${code}"` });
const never = () => new Promise<never>(() => undefined);

describe('the processes of ./scripts/up', () => {
  it(
    'end the start when one of them refuses its settings',
    quietly(async () => {
      const processes = new Processes([ending(78)], () => undefined);
      const fault: unknown = await processes.whileStarting(never).catch((error: unknown) => error);
      expect(String(fault)).to.include('some cannot run with these settings');
      expect(processes.pids()).to.deep.equal({ some: [] });
    }),
  );

  const restarted: [string, number, (processes: Processes) => Promise<unknown>][] = [
    ['by another fault while all are started', 1, (processes) => processes.whileStarting(never)],
    ['by its settings later', 78, (processes) => processes.whileStarting(() => Promise.resolve())],
  ];
  for (const [how, code, start] of restarted)
    it(
      `are started again when one ends ${how}`,
      quietly(async () => {
        let changes = 0;
        const processes = new Processes([ending(code)], () => (changes += 1));
        void start(processes);
        await until('it is started again', () => changes >= 2);
        await processes.stop(['some'], 1000);
      }),
    );
});
