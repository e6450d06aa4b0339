import { Router } from 'express';
import { seeOther } from '../http/see-other.js';
import { pageRoutes } from './page-routes.js';
import { auditPage } from './pages/audit.js';
import { deliveriesPage, recoverForm, resendForm } from './pages/deliveries.js';
import { differencePage, differencesPage, resolveForm } from './pages/differences.js';
import { enableForm, endpointsPage } from './pages/endpoints.js';
import { merchantForms, merchantPage, merchantsPage } from './pages/merchants.js';
import { operatorForm, operatorsPage } from './pages/operators.js';
import { overviewPage } from './pages/overview.js';
import { paymentPage } from './pages/payment.js';
import { paymentsPage } from './pages/payments.js';
import { decisionForm, reviewPage, reviewsPage } from './pages/reviews.js';
import { requireRole } from './require-role.js';
import { searchFor } from './search.js';

/** Every page behind the login. */
export const PAGES = [
  overviewPage,
  paymentsPage,
  paymentPage,
  reviewsPage,
  reviewPage,
  differencesPage,
  differencePage,
  deliveriesPage,
  endpointsPage,
  merchantsPage,
  merchantPage,
  operatorsPage,
  auditPage,
];

/** Every form on them. */
export const FORMS = [decisionForm, resolveForm, resendForm, recoverForm, enableForm, ...merchantForms, operatorForm];

export const allPages = Router();

allPages.get('/search', requireRole('viewer'), async (req, res) => {
  const { q } = req.query;
  seeOther(res, await searchFor(typeof q === 'string' ? q : ''));
});
allPages.use(pageRoutes(PAGES, FORMS));
