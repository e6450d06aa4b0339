import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { createSandboxConnector } from '../../src/connectors/sandbox/card.js';
import { ConnectorError } from '../../src/connectors/connector.js';
import { toCardResult } from '../../src/connectors/sandbox/map-charge.js';
import { connectorContract } from '../contract/connector.contract.js';
import { authorization } from '../support/card-authorization.js';
import { sandboxCardCases } from '../support/sandbox-cases.js';
import { SANDBOX_API_KEY, startSandbox, type SandboxProcess } from '../support/sandbox.js';
import { cardAbout } from '../support/about.js';

describe('the sandbox connector', () => {
  let sandbox: SandboxProcess;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.stop());

  const connect = ({ apiUrl = sandbox.apiUrl, timeout = 5 } = {}) =>
    createSandboxConnector({ apiUrl, apiKey: SANDBOX_API_KEY, timeout });

  connectorContract(sandboxCardCases(() => sandbox));

  it('approves every network without a challenge', async () => {
    for (const number of ['4242424242424242', '5555555555554444', '378282246310005'])
      expect(await connect().authorizeCard(authorization(number), cardAbout(randomUUID()))).to.include({
        outcome: 'authorized',
      });
  });

  it('challenges any other valid number', async () => {
    const result = await connect().authorizeCard(authorization('4111111111111111'), cardAbout(randomUUID()));
    expect(result).to.include({ outcome: 'challenge' });
  });

  it('keeps the policy risk_based from skipping a challenge', async () => {
    const request = authorization('4000000000003220', { threeDs: 'risk_based' });
    expect(await connect().authorizeCard(request, cardAbout(randomUUID()))).to.include({ outcome: 'challenge' });
  });

  it('declines 4000 0084 0000 1629 with 3-D Secure off', async () => {
    const request = authorization('4000008400001629', { threeDs: 'off' });
    expect(await connect().authorizeCard(request, cardAbout(randomUUID()))).to.include({ reason: 'do_not_honor' });
  });

  const ODD: [what: string, money: object][] = [
    ['a fraction of a minor unit', { amount: 49.9, currency: 'EUR' }],
    ['nothing', { amount: 0, currency: 'EUR' }],
    ['less than nothing', { amount: -4990, currency: 'EUR' }],
    ['a text', { amount: '4990', currency: 'EUR' }],
    ['no currency', { amount: 4990 }],
    ['a currency of four letters', { amount: 4990, currency: 'EURO' }],
  ];
  for (const [what, money] of ODD)
    it(`takes a charge of ${what} for no answer`, () => {
      expect(() => toCardResult({ status: 'charged', id: 'ch_1', ...money })).to.throw(ConnectorError);
    });

  for (const code of ['moon_phase', 'constructor'])
    it(`takes the decline code ${code}, which it has never seen, for a general decline`, () => {
      const result = toCardResult({ status: 'declined', id: 'ch_1', decline_code: code });
      expect(result).to.deep.equal({
        outcome: 'declined',
        reason: 'do_not_honor',
        gatewayCode: code,
        reference: 'ch_1',
      });
    });
});
