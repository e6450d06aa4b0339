import { serve } from '../support/serve.js';
import { askPerson } from './person.js';

type Query = Record<string, string>;

/** The way back of customers who are sent to a bank's page by a browser on this machine, and what they bring along. */
export async function openWayBack() {
  const brought = new Map<string, Query>();
  const server = await serve((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://back');
    brought.set(pathname, Object.fromEntries(searchParams));
    res.writeHead(200, { 'content-type': 'text/plain' }).end('That is all: close this page and look at the run.');
  });

  return {
    /** Where the customer of this key is to come back to. */
    addressOf: (key: string): string => `${server.url}/${key}`,
    /** Asks whoever runs this to do something at a bank's page. @returns the query that they come back with */
    async comesBack(key: string, what: string, url: string): Promise<Query> {
      const query = () => brought.get(`/${key}`);
      await askPerson(what, url, () => Promise.resolve(query() !== undefined));
      return query() ?? {};
    },
    close: server.close,
  };
}
