/**
 * Parses a URL, absolute or relative to a base; null when the text is none. URL.canParse() cannot be used: once Node 20
 * has optimised a caller, it refuses hosts with letters such as ü that it accepted before.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
