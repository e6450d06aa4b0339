import { expect } from 'chai';
import express from 'express';
import { pageOf } from '../../src/checkout/page-of.js';
import { redirectOf } from '../../src/checkout/redirects.js';
import { waitsFor } from '../../src/console/payments/waits-for.js';
import type { CameBack } from '../../src/payments/news.js';
import { presentCard } from '../../src/payments/present-payment.js';
import { queryOf } from '../../src/returns/query-of.js';
import { aPayment, IN_AN_HOUR } from '../payments/a-payment.js';
import { serve } from '../support/serve.js';
import { hosted } from './a-hosted-payment.js';

const url = 'https://bank.example/ask';
const query = { redirectResult: 'of the bank' };

describe('a challenge', () => {
  const CASES: [what: string, cameBack: CameBack | undefined, isOpen: boolean][] = [
    ['that nobody has come back from', undefined, true],
    ['whose return the gateway has not heard of yet', { attempt: 1, query, isRead: false }, false],
    ['whose return the gateway works on', { attempt: 1, query, isRead: true, isTakenOn: true }, false],
    ['whose return meant nothing to the gateway', { attempt: 1, query, isRead: true }, true],
    ['after one whose return the gateway worked on', { attempt: 0, query, isRead: true, isTakenOn: true }, true],
  ];
  for (const [what, cameBack, isOpen] of CASES)
    it(`${what} ${isOpen ? 'can be confirmed and cancelled' : 'can be neither confirmed nor cancelled'}`, () => {
      const threeDs = { policy: 'required', pollCount: 0, url, expiresAt: IN_AN_HOUR() } as const;
      const payment = hosted(aPayment({ status: 'challenged', threeDs, ...(cameBack && { cameBack }) }));
      expect(pageOf(payment)).to.equal(isOpen ? 'challenge' : 'processing');
      expect(redirectOf(payment)).to.equal(isOpen ? url : null);
      expect(presentCard(payment)).to.include({
        requires_3ds: isOpen,
        redirect_url: isOpen ? url : null,
        message: isOpen ? 'The customer must authenticate the payment' : 'Payment is being processed',
      });
      expect(waitsFor(payment)).to.match(
        isOpen ? /the issuer's page.*Expires/ : /^Waits for the gateway, which(?!.*Expires)/,
      );
    });

  for (const kind of ['amount_mismatch', 'not_told'] as const)
    it(`can be neither confirmed nor cancelled while a person judges the payment (${kind})`, () => {
      const threeDs = { policy: 'required', pollCount: 0, url, expiresAt: IN_AN_HOUR() } as const;
      const review = { kind, openedAt: new Date(), amount: 5090, currency: 'EUR', reference: 'gw-1' };
      const payment = hosted(aPayment({ status: 'challenged', threeDs, review }));
      expect(pageOf(payment)).to.equal('processing');
      expect(redirectOf(payment)).to.equal(null);
      expect(presentCard(payment)).to.include({ requires_3ds: false, redirect_url: null });
      expect(waitsFor(payment)).to.match(/^Next look by [^.]*\. An operator must /);
    });

  it('brings back by a form whatever the documents of a gateway allow', async () => {
    const app = express().post('/', async (req, res) => void res.json(await queryOf(req, res)));
    const server = await serve(app);
    const longest = { MD: '+'.repeat(20_000), PaRes: '='.repeat(20_000) };
    const answer = await fetch(server.url, { method: 'POST', body: new URLSearchParams(longest) });
    expect(await answer.json()).to.deep.equal(longest);
    await server.close();
  });
});
