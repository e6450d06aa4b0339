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

  const sleeper = { name: 'some', command: 'sleep 1000' };

  it(
    'are started again at once when what they are made of has changed, however often',
    quietly(async () => {
      const processes = new Processes([sleeper], () => undefined);
      const pids = new Set<number>();
      for (let no = 1; no <= 3; no++) {
        await until('it runs', () => processes.pids().some?.length === 1);
        processes.pids().some?.forEach((pid) => pids.add(pid));
        await processes.restart(1000);
      }
      expect(pids).to.have.length(3);
      await until('it runs', () => processes.pids().some?.length === 1);
      await processes.stop(['some'], 1000);
    }),
  );

  it(
    'that have failed and wait are started then, too',
    quietly(async () => {
      let changes = 0;
      const processes = new Processes([ending(1)], () => (changes += 1));
      await until('it waits after its third end', () => changes >= 5);
      const restarted = processes.restart(1000);
      expect(changes, 'it is started before anything is waited for').to.be.at.least(6);
      await restarted;
      await processes.stop(['some'], 1000);
    }),
  );
});
