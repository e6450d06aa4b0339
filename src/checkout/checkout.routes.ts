import { Router, urlencoded, type Request, type RequestHandler, type Response } from 'express';
import { promisify } from 'node:util';
import { notFound } from '../errors.js';
import { addressOf, networkOf } from '../http/address-of.js';
import { BUCKETS, limit } from '../http/limits.js';
import { seeOther } from '../http/see-other.js';
import { readForm } from '../http/form-values.js';
import { takesOnly } from '../http/takes-only.js';
import { handleSubmission } from './handle-submission.js';
import { commonView } from './common-view.js';
import { redirectOf } from './redirects.js';
import { findByToken } from './link.js';
import type { HostedPayment } from '../payments/hosted-payment.js';
import { keepLanguage, languageOf } from '../language/language.js';
import { isNotBegun } from './not-begun.js';
import { isFromOurPage, judgeForm } from './our-form.js';
import { pageErrors, showFault } from './page-errors.js';
import { pageHeaders } from './page-headers.js';
import { pageOf, waitingPageOf } from './page-of.js';
import { showCheckout } from './show-checkout.js';
import { showPage } from './show-page.js';

const PATH = '/payment/checkout';

const limitAddress = (req: Request, res: Response) => limit(res, BUCKETS.checkout, networkOf(addressOf(req)));

/** Passes on the payment of a known link. Unknown links are counted by address, and all get the same page. */
const withPayment =
  (answer: (req: Request, res: Response, payment: HostedPayment) => void | Promise<void>): RequestHandler =>
  async (req, res) => {
    const payment = await findByToken(req.query.payment_trx);
    if (payment) {
      try {
        if (req.method !== 'POST') await limit(res, BUCKETS.checkoutLink, payment._id);
        return await answer(req, res, payment);
      } catch (error) {
        return showFault(error, req, res, payment);
      }
    }
    if (req.method !== 'POST') await limitAddress(req, res);
    showPage(res, 404, 'not-found', languageOf(req));
  };

/** Opening the page never changes the payment, since previews and scanners open links too. */
const show = withPayment((req, res, payment) => {
  const next = req.query.follow === '1' ? redirectOf(payment) : null;
  if (next === null) return showCheckout(req, res, payment, { notBegun: isNotBegun(req, payment) });
  seeOther(res, next);
});

/** Which page the payment is at. The script of a page that shows another one leads on. */
const state = withPayment(
  (_req, res, payment) => void res.json({ page: pageOf(payment), gen: payment.attempts.length }),
);

const qr = withPayment((req, res, payment) => {
  const page = waitingPageOf(payment);
  if (!page?.picture || pageOf(payment) !== page.template) return showPage(res, 404, 'not-found', languageOf(req));
  res.type('png').send(page.picture(payment));
});

const readBody = promisify(urlencoded({ extended: false, limit: '10kb', parameterLimit: 50 }));

/** The form is read after its payment is found, so that the page about an unreadable form can be that payment's. */
const post = withPayment(async (req, res, payment) => {
  await readBody(req, res);
  const values = readForm(req.body);
  const form = judgeForm(req, payment, values.form);
  if (form === 'foreign' || !isFromOurPage(req)) {
    const about = commonView(payment, languageOf(req));
    return showPage(res, 403, 'trouble', languageOf(req), { ...about, why: 'forged', again: about.path });
  }
  await handleSubmission({ req, res, payment, values }, form === 'stale');
});

const limitPosts: RequestHandler = async (req, res, next) => {
  await limitAddress(req, res);
  next();
};

const keep: RequestHandler = (req, res, next) => {
  keepLanguage(req, res);
  next();
};

export const checkoutRoutes = Router();
checkoutRoutes.use(PATH, pageHeaders, keep);
checkoutRoutes.get(PATH, show);
checkoutRoutes.get(`${PATH}/state`, state);
checkoutRoutes.get(`${PATH}/qr`, qr);
checkoutRoutes.post(PATH, limitPosts, post);
checkoutRoutes.all(PATH, takesOnly('GET', 'POST'));
checkoutRoutes.all([`${PATH}/state`, `${PATH}/qr`], takesOnly('GET'));
checkoutRoutes.use(PATH, () => {
  throw notFound();
});
checkoutRoutes.use(PATH, pageErrors);
