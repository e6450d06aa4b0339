import type { FieldError } from '../../errors.js';
import type { Caller } from './caller.js';
import { type Note, sessions } from './sessions.js';

/** Leaves a note for the next page that this session sees at the note's path. Who came with a token reads the answer. */
export async function leaveNote({ session }: Caller, note: Note): Promise<void> {
  if (session) await sessions.updateOne({ _id: session._id }, { $set: { note } });
}

/** What a page says of the form that led to it. */
export interface Said {
  note?: Note;
  /** What was typed into the form that was refused. */
  values: Record<string, string | string[]>;
  /** What is wrong with it, by field. */
  faults: Record<string, string>;
}

function byField(errors: FieldError[]): Record<string, string> {
  const faults = new Map<string, string[]>();
  for (const { field, message } of errors) faults.set(field, [...(faults.get(field) ?? []), message]);
  return Object.fromEntries([...faults].map(([field, messages]) => [field, messages.join('; ')]));
}

/** Takes the note that was left for this path: it is said once. */
export async function takeNote({ session }: Caller, path: string): Promise<Said> {
  const note = session?.note;
  if (!session || note?.path !== path) return { values: {}, faults: {} };
  await sessions.updateOne({ _id: session._id }, { $unset: { note: true } });
  return { note, values: note.values ?? {}, faults: byField(note.errors ?? []) };
}
