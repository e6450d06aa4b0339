const QUIET = new Set(['level', 'message', 'timestamp', 'process', 'pid', 'merchant', 'requestId']);

const MARK: Record<string, string> = { warn: '! ', error: '!! ' };

function brief(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value);
  return 'message' in value ? String(value.message) : JSON.stringify(value);
}

/** A line of ours, led by the time and who says it. */
export function say(who: string, text: string): void {
  process.stdout.write(`${new Date().toTimeString().slice(0, 8)} ${who.padEnd(8)} ${text}\n`);
}

/** One readable line for a structured one; what is not structured is shown as it is. */
export function printEvent(who: string, line: string): void {
  let event: Record<string, unknown>;
  try {
    event = JSON.parse(line) as Record<string, unknown>; // our own logger's
  } catch {
    return say(who, line);
  }
  const fields = Object.entries(event).filter(([name, value]) => !QUIET.has(name) && value !== null);
  const mark = MARK[String(event.level)] ?? '';
  say(who, `${mark}${String(event.message)} ${fields.map(([name, value]) => `${name}=${brief(value)}`).join(' ')}`);
}
