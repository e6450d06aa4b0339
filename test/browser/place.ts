import { closeAtTheEnd } from '../support/clean-up.js';
import { SELDOM_SWEPT, startTollgate, type Tollgate } from '../support/tollgate.js';
import { serve } from '../support/serve.js';

/** A merchant's site: one page for every address, a logo, and a broken one. @returns its URL */
async function openShop(): Promise<string> {
  const { url, close } = await serve((req, res) => {
    if (req.url === '/broken.svg') return res.writeHead(404).end();
    if (!req.url?.startsWith('/logo')) return res.setHeader('content-type', 'text/html').end('<h1>Thank you</h1>');
    res.setHeader('content-type', 'image/svg+xml');
    const size = req.url === '/logo-large.svg' ? 900 : 9;
    res.end(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><script>alert(1)</script></svg>`);
  });
  closeAtTheEnd(close);
  return url;
}

/** Where the browser's customers are: nothing happens there by itself, so that a page can be looked at in peace. */
export interface Place {
  tollgate: Tollgate;
  shopUrl: string;
}

async function open(): Promise<Place> {
  const processes = ['web', 'payments', 'sandbox'];
  const gateway = { SANDBOX_CUSTOMER_DELAY: '600', GATEWAY_TIMEOUT: '3' };
  const env = { ...SELDOM_SWEPT, ...gateway, RECONCILE_WAITS: '0.5', CARD_VELOCITY: '0' };
  const [tollgate, shopUrl] = await Promise.all([startTollgate({ processes, env }), openShop()]);
  return { tollgate, shopUrl };
}

let place: Promise<Place> | undefined;

/** One for all browser specs. */
export const thePlace = (): Promise<Place> => (place ??= open());
