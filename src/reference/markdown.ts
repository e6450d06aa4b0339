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

/** The same within a line. */
export const inlineMarkdown = (text: string): string => marked.parseInline(text, { async: false });
