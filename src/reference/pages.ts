import { config } from '../../config/index.js';
import { callParts, curlOf } from './call-parts.js';
import { EXAMPLES } from './examples.js';
import { partsAfterCalls, partsBeforeCalls } from './other-parts.js';
import { pretty, render, type Part } from './part.js';

/** An entry of the contents. */
interface Entry {
  /** HTML where it is a heading's. */
  title: string;
  anchor: string;
  href: string;
}

interface PartEntry extends Entry {
  isNested: boolean;
  headings: Entry[];
}

const addressOf = (name: string): string => `/docs/${name}`;

const HEADING = /<h2 id="([^"]+)"><a href="[^"]+">(.*?)<\/a><\/h2>/g;

function entryOf({ name, title, label = title, beneath, html }: Part): PartEntry {
  const headings = [...html.matchAll(HEADING)].map(([, anchor = '', title = '']) => ({
    title,
    anchor,
    href: `${addressOf(name)}#${anchor}`,
  }));
  return { title: label, anchor: name, href: addressOf(name), isNested: beneath === null, headings };
}

/** Parts beneath the headings of the contents; one that tells more of another stands behind that one. */
function groupsOf(parts: Part[]): { title: string; entries: PartEntry[] }[] {
  const groups = new Map<string, PartEntry[]>();
  let title = '';
  for (const part of parts) {
    title = part.beneath ?? title;
    groups.set(title, [...(groups.get(title) ?? []), entryOf(part)]);
  }
  return [...groups].map(([title, entries]) => ({ title, entries }));
}

/** Sends links to anchors that are not of this part to the part that has them. @throws {Error} when none has */
function leadOut({ name, html }: Part, homes: Map<string, string>): string {
  return html.replace(/ href="#([^"]+)"/g, (link, anchor: string) => {
    const home = homes.get(anchor);
    if (home === undefined) throw new Error(`/docs/${name} links to #${anchor}, which no part has`);
    if (home === name) return link;
    return ` href="${addressOf(home)}${anchor === home ? '' : `#${anchor}`}"`;
  });
}

/**
 * The reference as pages, by the last of their addresses: made from what /openapi.json is made from, with nothing of
 * another host. The first, '', lists every heading under the anchor that it has in its part, so that a link into the
 * reference finds it whichever part it is in.
 */
export function referencePages(): Map<string, string> {
  const parts = [...partsBeforeCalls(), ...callParts(), ...partsAfterCalls()];
  const homes = new Map(
    parts.flatMap(({ name, html }) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, anchor = '']) => [anchor, name])),
  );
  const groups = groupsOf(parts);
  const { card } = EXAMPLES;
  const start = render('start', {
    baseUrl: config.publicUrl,
    curl: curlOf(card),
    answer: pretty(card.answer),
    groups,
  });
  const pages = [
    { name: '', title: 'The reference', href: '/docs', main: start },
    ...parts.map((part) => ({ ...part, href: addressOf(part.name), main: leadOut(part, homes) })),
  ];
  return new Map(
    pages.map((page, at) => [
      page.name,
      render('page', { ...page, groups, before: pages[at - 1], after: pages[at + 1] }),
    ]),
  );
}
