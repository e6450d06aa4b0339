/**
 * The URL that a text is, absolute or seen from a base; null when it is none. URL.canParse() is not asked: once Node 20
 * has optimised a caller, it refuses hosts with letters such as ü, which it took before.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
