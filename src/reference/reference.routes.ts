import { Router } from 'express';
import { pageHeaders } from '../checkout/page-headers.js';
import { openApi } from './openapi.js';
import { referencePage } from './page.js';
import { takesOnly } from '../http/takes-only.js';

export const referenceRoutes = Router();

const readOnly = takesOnly('GET');

let page: string | undefined;
let description: string | undefined;

referenceRoutes
  .route('/openapi.json')
  .get((_req, res) => void res.type('json').send((description ??= JSON.stringify(openApi()))))
  .all(readOnly);

referenceRoutes
  .route('/docs')
  .get(pageHeaders, (_req, res) => void res.type('html').send((page ??= referencePage())))
  .all(readOnly);
