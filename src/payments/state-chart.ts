import { FIRST_STATUSES, isFinal, STATES, STATUSES } from './states.js';

/** The table of states.ts as a Mermaid chart; the README holds a copy that a test keeps equal. */
export function stateChart(): string {
  const steps = STATUSES.flatMap((status) =>
    Object.entries(STATES[status].on).map(([event, to]) => `  ${status} --> ${to}: ${event}`),
  );
  const owners = STATUSES.flatMap((status) =>
    STATES[status].job ? [`  ${status}: ${status}\\n(${STATES[status].job})`] : [],
  );
  const ends = STATUSES.filter((status) => isFinal(status) && Object.keys(STATES[status].on).length === 0);
  return [
    'stateDiagram-v2',
    ...owners,
    ...FIRST_STATUSES.map((status) => `  [*] --> ${status}`),
    ...steps,
    ...ends.map((status) => `  ${status} --> [*]`),
  ].join('\n');
}
