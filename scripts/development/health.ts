import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';

const PATIENCE_MS = 60_000;

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
export async function waitUntilHealthy(name: string, url: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isHealthy(url))) {
    if (Date.now() > end) throw new Error(`${name} did not become healthy within ${PATIENCE_MS / 1000} s (${url})`);
    await delay(50);
  }
}
