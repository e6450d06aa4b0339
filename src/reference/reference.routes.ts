import { Router } from 'express';
import { pageHeaders } from '../checkout/page-headers.js';
import { notFound } from '../errors.js';
import { takesOnly } from '../http/takes-only.js';
import { openApi } from './openapi.js';
import { referencePages } from './pages.js';

export const referenceRoutes = Router();

const readOnly = takesOnly('GET');

let pages: Map<string, string> | undefined;
let description: string | undefined;

referenceRoutes
  .route('/openapi.json')
  .get((_req, res) => void res.type('json').send((description ??= JSON.stringify(openApi()))))
  .all(readOnly);

referenceRoutes
  .route('/docs{/:part}')
  .get(pageHeaders, (req, res) => {
    pages ??= referencePages();
    const page = pages.get(req.params.part ?? '');
    if (page === undefined) throw notFound();
    res.type('html').send(page);
  })
  .all(readOnly);
