import { Marked } from 'marked';

/** What an anchor is called: "Order of checks" is order-of-checks. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const id = slug(text);
      return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
    },
  },
});

/** Our own CommonMark, with tables and an anchor at each heading, as HTML. Never for what others wrote: tags pass. */
export const markdown = (text: string): string => marked.parse(text, { async: false });

/**
 * What stands beneath a heading of a guide of ours, up to the next heading, as HTML. Comments are left out, and links to
 * other guides, which are not served, are text; code that is wider than the window can be scrolled by keys.
 * @throws {Error} when there is no such heading
 */
export function markdownBeneath(heading: string, guide: string): string {
  const tokens = marked.lexer(guide);
  const at = tokens.findIndex(({ type, ...token }) => type === 'heading' && 'text' in token && token.text === heading);
  if (at < 0) throw new Error(`There is no heading "${heading}"`);
  const after = tokens.slice(at + 1);
  const end = after.findIndex(({ type }) => type === 'heading');
  const part = after.slice(0, end < 0 ? undefined : end).filter(({ type }) => type !== 'html');
  return marked
    .parser(part)
    .replaceAll(/<a href="[\w-]+\.md[^"]*">(.*?)<\/a>/g, '$1')
    .replaceAll('<pre>', '<pre tabindex="0">');
}

/** Markdown within a line. */
export const inlineMarkdown = (text: string): string => marked.parseInline(text, { async: false });
