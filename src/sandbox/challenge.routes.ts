import express, { Router, type Response, type Router as RouterType } from 'express';
import { answerChallenge, cancelChallenge, TEST_CODE, triesLeft } from './challenge.js';
import type { Challenged } from './charge.js';
import { formatAmount } from './format-amount.js';
import { field } from './form-field.js';
import type { Ledger } from './ledger.js';
import { showPage } from './show-page.js';

function showChallenge(res: Response, status: number, charge: Challenged, error?: string): void {
  const { amount, currency, network, last4 } = charge;
  showPage(res, status, 'challenge', {
    amount: formatAmount(amount, currency),
    network,
    last4,
    code: TEST_CODE,
    error,
  });
}

function wrongCode(charge: Challenged): string {
  return `That code is not right. ${triesLeft(charge) === 1 ? 'One try is left' : 'Two tries are left'}.`;
}

/**
 * The bank's page for 3-D Secure: a form that is posted back to its own address. It leads to the merchant side's return
 * page once there is a result, however often it is opened or posted afterwards.
 */
export function challengeRoutes(ledger: Ledger): RouterType {
  const routes = Router();

  /** The charge whose challenge is open; when there is none, says so or leads back, and gives nothing. */
  function openChallenge(token: string, res: Response): Challenged | undefined {
    const charge = ledger.findByChallenge(token);
    if (charge?.status === 'challenge_required') return charge;
    if (charge?.challenge) res.redirect(303, charge.challenge.returnUrl);
    else showPage(res, 404, 'not-found');
    return undefined;
  }

  routes.get('/3ds/:token', (req, res) => {
    const charge = openChallenge(req.params.token, res);
    if (charge) showChallenge(res, 200, charge);
  });

  routes.post('/3ds/:token', express.urlencoded({ extended: false, limit: '2kb' }), (req, res) => {
    const charge = openChallenge(req.params.token, res);
    if (!charge) return;

    if (field(req, 'action') === 'cancel') cancelChallenge(ledger, charge);
    else {
      const code = field(req, 'code').replace(/\s/g, '');
      if (code === '') return showChallenge(res, 422, charge, 'Enter the code.'); // a slip, not a try
      const asked = answerChallenge(ledger, charge, code);
      if (asked) return showChallenge(res, 422, asked, wrongCode(asked));
    }
    res.redirect(303, charge.challenge.returnUrl);
  });

  return routes;
}
