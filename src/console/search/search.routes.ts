import { Router } from 'express';
import { seeOther } from '../../http/see-other.js';
import { takesOnly } from '../../http/takes-only.js';
import { renderPage } from '../pages/render-page.js';
import { requireRole } from '../session/require-role.js';
import { searchFor } from './search.js';
import { isLikeCard, whyNothing } from './why-nothing.js';

export const searchRoutes = Router();

/** The box in the head of every page: leads on to what was found, else says what it looks for. */
searchRoutes
  .route('/search')
  .get(requireRole('viewer'), async (req, res) => {
    const { q } = req.query;
    const text = typeof q === 'string' ? q.trim() : '';
    const href = await searchFor(text);
    if (href !== null) return seeOther(res, href);
    const sought = isLikeCard(text) ? null : text; // what may be a card's number is not repeated
    renderPage(req, res, 'search', { title: 'Nothing found', sought, why: whyNothing(text) });
  })
  .all(takesOnly('GET'));
