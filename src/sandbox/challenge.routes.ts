import { Router, type Request, type Response, type Router as RouterType } from 'express';
import { asciiDigits } from '../validation/text.js';
import { challengeTexts, type Slip } from './challenge-texts.js';
import { answerChallenge, cancelChallenge, wayBack } from './challenge.js';
import type { Challenged } from './charge.js';
import { field, readForm } from './posted-form.js';
import type { Ledger } from './ledger.js';
import { showPage } from './show-page.js';

function showChallenge(req: Request, res: Response, charge: Challenged, slip?: Slip): void {
  const lang = req.acceptsLanguages('en', 'bn') === 'bn' ? 'bn' : 'en';
  showPage(res, slip ? 422 : 200, 'challenge', challengeTexts(charge, lang, slip));
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
    if (charge?.status === 'challenge_required' && !charge.challenge.ended) return charge;
    if (charge?.challenge) res.redirect(303, wayBack(charge.challenge, charge.behaviours));
    else showPage(res, 404, 'not-found');
    return undefined;
  }

  routes.get('/3ds/:token', (req, res) => {
    const charge = openChallenge(req.params.token, res);
    if (charge) showChallenge(req, res, charge);
  });

  routes.post('/3ds/:token', readForm, (req, res) => {
    const charge = openChallenge(req.params.token, res);
    if (!charge) return;

    if (field(req, 'action') === 'cancel') cancelChallenge(ledger, charge);
    else {
      const code = asciiDigits(field(req, 'code')).replace(/\s/g, '');
      if (code === '') return showChallenge(req, res, charge, 'empty'); // a slip, not a try
      const asked = answerChallenge(ledger, charge, code);
      if (asked) return showChallenge(req, res, asked, 'wrong');
    }
    const { challenge = charge.challenge } = ledger.findByChallenge(req.params.token) ?? {};
    res.redirect(303, wayBack(challenge, charge.behaviours));
  });

  // The page of an account whose customers come with a form.
  routes.post('/3ds', readForm, (req, res) => {
    res.redirect(303, `/3ds/${encodeURIComponent(field(req, 'token'))}`);
  });

  return routes;
}
