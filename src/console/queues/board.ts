import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { RequestHandler } from 'express';
import { JOB_NAMES, JOBS } from '../../jobs.js';
import { queueOf } from '../../queue.js';
import { LocalExpressAdapter } from './board-adapter.js';

/** Makes a board over every queue. Read-only means its API as well as its buttons. */
export function createBoard(path: string, readOnlyMode: boolean): RequestHandler {
  const serverAdapter = new LocalExpressAdapter();
  serverAdapter.setBasePath(path);
  createBullBoard({
    queues: JOB_NAMES.map((name) => new BullMQAdapter(queueOf(name), { readOnlyMode, description: JOBS[name].about })),
    serverAdapter,
    options: {
      uiConfig: {
        boardTitle: 'Tollgate queues',
        favIcon: { default: '/assets/icon.svg', alternative: '/assets/icon.svg' },
        miscLinks: [{ text: 'Back to the console', url: '/' }],
        hideDocsLink: true, // leads to another host
        locale: { lng: 'en-US' },
      },
    },
  });
  return serverAdapter.getRouter() as RequestHandler; // typed as anything; it is an Express app
}
