import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { checkCashfree } from '../../../src/connectors/cashfree/check.js';
import { createCashfreeCards } from '../../../src/connectors/cashfree/cards.js';
import { cashfree as gateway } from '../../../src/connectors/cashfree/index.js';
import { createWebhookReader } from '../../../src/connectors/cashfree/webhook.js';
import { authorization } from '../../support/card-authorization.js';
import { cashfreeAccess } from './access.js';
import { answerChallenge } from './challenge.js';
import { newAbout } from './paid.js';
import { CLIENT_SECRET, startCashfree, type CashfreeStandIn } from './stand-in.js';
import { eventOf, headersOf } from './webhooks.js';

const GUIDE = readFileSync('docs/gateways/cashfree.md', 'utf8');

/** The cells of the table with this heading, row by row. */
function tableOf(heading: string): string[][] {
  const lines = GUIDE.split('\n');
  const first = lines.findIndex((line) => line.startsWith(`| ${heading} |`)) + 2;
  const end = lines.findIndex((line, at) => at >= first && !line.startsWith('|'));
  return lines.slice(first, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const namesIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

describe("the operator's page of Cashfree", () => {
  let cashfree: CashfreeStandIn;
  before(async () => {
    cashfree = await startCashfree();
  });
  after(() => cashfree.close());

  it('names the credentials, and the findings of the check', async () => {
    for (const { name } of gateway.credentials) expect(GUIDE).to.include(`\`${name}\``);
    const findings = await checkCashfree(cashfreeAccess({ apiUrl: cashfree.url }), gateway.methods);
    const named = tableOf('Finding').flatMap(([cell]) => namesIn(cell));
    expect(named).to.have.members(findings.map(({ name }) => name));
  });

  it('names the events that are news', () => {
    const key = `${randomUUID()}-1`;
    const reader = createWebhookReader(cashfreeAccess({ apiUrl: '' }));
    const named = tableOf('Event').flatMap(([cell]) => namesIn(cell));
    expect(named).to.have.length(7);
    for (const type of named) {
      const refund = { refund_id: `${key.slice(0, -2)}-r1`.replaceAll('-', ''), order_id: key };
      const body = eventOf(type, { order: { order_id: key }, order_details: { order_id: key }, refund });
      expect(reader.readCallback(headersOf(CLIENT_SECRET, body), body), type).to.have.length(1);
    }
  });

  for (const [number = '', result] of tableOf('Number'))
    it(`${number} is ${result}`, async () => {
      const cards = createCashfreeCards(cashfreeAccess({ apiUrl: cashfree.url }));
      const about = newAbout();
      const page = await cards.authorizeCard(authorization(number.replaceAll(' ', '')), about);
      if (page.outcome !== 'challenge') throw new Error(`Expected a challenge, not ${page.outcome}`);
      await answerChallenge(page, 'complete');
      expect(await cards.fetchCard(about)).to.include({ outcome: 'authorized' });
    });
});
