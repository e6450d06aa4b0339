import { request } from 'undici';
import { until } from '../until.js';

async function isHealthy(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: 2000, bodyTimeout: 2000 });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false; // not yet
  }
}

/** @throws when a process does not become healthy within a minute */
export const waitUntilHealthy = (name: string, url: string): Promise<void> =>
  until(`${name} is healthy (${url})`, () => isHealthy(url), 60_000, 50);
