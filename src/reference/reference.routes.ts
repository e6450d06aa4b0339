import { Router } from 'express';
import { pageHeaders } from '../checkout/page-headers.js';
import { notFound } from '../errors.js';
import { takesOnly } from '../http/takes-only.js';

export const referenceRoutes = Router();

const readOnly = takesOnly('GET');

// Loaded and made for the first who asks: a start takes a tenth longer with it.
let pages: Promise<Map<string, string>> | undefined;
let description: Promise<string> | undefined;

async function makePages(): Promise<Map<string, string>> {
  const { referencePages } = await import('./pages.js');
  return referencePages();
}

async function describeApi(): Promise<string> {
  const { openApi } = await import('./openapi.js');
  return JSON.stringify(openApi());
}

referenceRoutes
  .route('/openapi.json')
  .get(async (_req, res) => void res.type('json').send(await (description ??= describeApi())))
  .all(readOnly);

referenceRoutes
  .route('/docs{/:part}')
  .get(pageHeaders, async (req, res) => {
    const page = (await (pages ??= makePages())).get(req.params.part ?? '');
    if (page === undefined) throw notFound();
    res.type('html').send(page);
  })
  .all(readOnly);
