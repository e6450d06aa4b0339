type Close = () => Promise<void>;

const open = new Set<Close>();

/** Something that must not outlive the tests: closed by the root hook, unless the test does it and calls what it gets. */
export function closeAtTheEnd(close: Close): () => void {
  open.add(close);
  return () => open.delete(close);
}

/** Closes whatever is still open, what was opened last first. */
export async function closeAll(): Promise<void> {
  for (const close of [...open].reverse()) {
    open.delete(close);
    await close();
  }
}
