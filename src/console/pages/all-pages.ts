import { Router } from 'express';
import { pageRoutes } from './page-routes.js';
import { auditPage } from '../audit/audit-page.js';
import { deliveriesPage, recoverForm, resendForm } from '../deliveries/deliveries-page.js';
import { differencePage, differencesPage, resolveForm, takeOverForm } from '../differences/differences-page.js';
import { disputesPage } from '../disputes/disputes-page.js';
import { enableForm, endpointsPage } from '../endpoints/endpoints-page.js';
import { accountPage, gatewayForms, gatewaysPage } from '../gateways/gateways-page.js';
import { routePage } from '../gateways/route-page.js';
import { merchantForms, merchantPage, merchantsPage } from '../merchants/merchants-page.js';
import { operatorChangeForm, operatorForm, operatorPage, operatorsPage } from '../operators/operators-page.js';
import { overviewPage } from '../overview/overview-page.js';
import { paymentPage } from '../payments/payment-page.js';
import { paymentsPage } from '../payments/payments-page.js';
import { decisionForm, reviewPage, reviewsPage } from '../reviews/reviews-page.js';
import { refundSubmission } from '../refunds/refund-form.js';
import { refundsPage } from '../refunds/refunds-page.js';
import { searchRoutes } from '../search/search.routes.js';

/** Every page behind the login. */
export const PAGES = [
  overviewPage,
  paymentsPage,
  paymentPage,
  refundsPage,
  disputesPage,
  reviewsPage,
  reviewPage,
  differencesPage,
  differencePage,
  deliveriesPage,
  endpointsPage,
  gatewaysPage,
  accountPage,
  routePage,
  merchantsPage,
  merchantPage,
  operatorsPage,
  operatorPage,
  auditPage,
];

/** Every form on them. */
export const FORMS = [
  decisionForm,
  refundSubmission,
  resolveForm,
  takeOverForm,
  resendForm,
  recoverForm,
  enableForm,
  ...gatewayForms,
  ...merchantForms,
  operatorForm,
  operatorChangeForm,
];

export const allPages = Router();

allPages.use(searchRoutes);
allPages.use(pageRoutes(PAGES, FORMS));
