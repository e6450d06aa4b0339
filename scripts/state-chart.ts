interface Row {
  job?: string;
  on: Partial<Record<string, string>>;
}

/**
 * A table of states as a Mermaid chart; the README holds copies that a test keeps equal.
 * @param firsts the statuses in which a document is stored anew
 */
export function stateChart(states: Record<string, Row>, firsts: readonly string[]): string {
  const rows = Object.entries(states);
  const owners = rows.flatMap(([status, { job }]) => (job ? [`  ${status}: ${status}\\n(${job})`] : []));
  const steps = rows.flatMap(([status, { on }]) =>
    Object.entries(on).map(([event, to]) => `  ${status} --> ${to ?? ''}: ${event}`),
  );
  const ends = rows.filter(([, { job, on }]) => !job && Object.keys(on).length === 0);
  return [
    'stateDiagram-v2',
    ...owners,
    ...firsts.map((status) => `  [*] --> ${status}`),
    ...steps,
    ...ends.map(([status]) => `  ${status} --> [*]`),
  ].join('\n');
}
