import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { RequestHandler } from 'express';
import { JOB_NAMES, JOBS, type JobName, type JobPayload } from '../../jobs/catalogue.js';
import { queueOf } from '../../jobs/queue.js';
import { LocalExpressAdapter } from './board-adapter.js';

/** Times as on our own pages, "2026-11-21, 14:32:05 UTC", whether they are of today, of this year or older. */
const IN_UTC: Intl.DateTimeFormatOptions = {
  calendar: 'iso8601',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
  timeZoneName: 'short',
};

/** A queue on the board. What a job carries beside its payload is sealed, and of no use to whoever looks. */
function adapterOf(name: JobName, readOnlyMode: boolean): BullMQAdapter {
  const adapter = new BullMQAdapter(queueOf(name), { readOnlyMode, description: JOBS[name].about });
  adapter.setFormatter('data', ({ id, version }: JobPayload) => ({ id, version }));
  return adapter;
}

/** Makes a board over every queue. Read-only means its API as well as its buttons. */
export function createBoard(path: string, readOnlyMode: boolean): RequestHandler {
  const serverAdapter = new LocalExpressAdapter();
  serverAdapter.setBasePath(path);
  createBullBoard({
    queues: JOB_NAMES.map((name) => adapterOf(name, readOnlyMode)),
    serverAdapter,
    options: {
      uiConfig: {
        boardTitle: 'Tollgate queues',
        favIcon: { default: '/assets/icon.svg', alternative: '/assets/icon.svg' },
        miscLinks: [{ text: 'Back to the console', url: '/' }],
        hideDocsLink: true, // leads to another host
        locale: { lng: 'en-US' },
        dateFormats: { short: IN_UTC, common: IN_UTC, full: IN_UTC },
      },
    },
  });
  return serverAdapter.getRouter() as RequestHandler; // typed as anything; it is an Express app
}
