import { Eta } from 'eta';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';

/** A part of the reference: a page of its own under /docs. */
export interface Part {
  /** The last of its address and the anchor of its heading; no two anchors of the reference are equal. */
  name: string;
  title: string;
  /** What the contents call it, there beneath what it tells more of. */
  label?: string;
  /** The heading that it stands beneath in the contents; null when it tells more of a part before it. */
  beneath: 'All calls' | 'Calls' | 'Results' | null;
  /** From its heading on. A link to an anchor of another part is written as if all were one page. */
  html: string;
}

const templates = new Eta({ views: join(ROOT, 'views/reference'), cache: true });

/** One of views/reference, as HTML. */
export const render = (template: string, values: object): string => templates.render(template, values);

export const pretty = (value: object): string => JSON.stringify(value, null, 2);
