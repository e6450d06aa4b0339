/** Links to other hosts. As shipped, the page loads its fonts from one, which so learns who looks at which queue. */
const FOREIGN_LINK = /<link\b[^>]*\bhref="(?:https?:)?\/\/[^>]*>\s*/g;

/** Shown until the script runs; styled inline, which our content policy does not allow. */
const PLACEHOLDER = /(<div id="root">)[\s\S]*?(<\/div>\s*<script\b)/;

const WITHOUT_SCRIPT =
  '<noscript>The board needs JavaScript. Without it, the <a href="/#queues">overview</a> tells how the queues stand.</noscript>';

const STYLES = '<link href="/assets/frame.css" rel="stylesheet"><link href="/assets/queues.css" rel="stylesheet">';

/** Bull Board's page (9.10.1) with nothing from elsewhere in it, nothing inline, and the console's head above it. */
export const finishBoardPage = (html: string, head: string): string =>
  html
    .replace(FOREIGN_LINK, '')
    .replace(PLACEHOLDER, (_all, before: string, after: string) => before + WITHOUT_SCRIPT + after)
    .replace('</head>', () => `${STYLES}</head>`)
    .replace(/<body[^>]*>/, (body) => body + head);
