import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from '../../../src/ipn/call/sign.js';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const older = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe('the signature of a notification', () => {
  it('is the known one for a known message', () => {
    // Computed with Node's crypto and with OpenSSL, which agree.
    const body = '{"id":"evt_01J0000000000000000000TEST","type":"payment.paid"}';
    const message = { id: 'evt_01J0000000000000000000TEST', timestamp: 1767225600, body };

    expect(signedHeaders(message, [secret])).to.deep.equal({
      'webhook-id': 'evt_01J0000000000000000000TEST',
      'webhook-timestamp': '1767225600',
      'webhook-signature': 'v1,eLV32gT/8eOWpnIK3fw0vPEZkQdKzOtCCDwgkC8YgM4=',
    });
  });

  it('is accepted by the published library, whatever the text', () => {
    const body = JSON.stringify({ details: 'Tee für zwei ☕ – "…"\u2028' });
    const headers = signedHeaders({ id: 'evt_1', timestamp: Math.floor(Date.now() / 1000), body }, [secret]);

    expect(new Webhook(secret).verify(body, headers)).to.deep.equal(JSON.parse(body));
    expect(() => new Webhook(older).verify(body, headers)).to.throw('No matching signature');
    expect(() => new Webhook(secret).verify(`${body} `, headers)).to.throw('No matching signature');
  });

  it('is there once for each secret while one is being rotated, newest first', () => {
    const message = { id: 'evt_1', timestamp: Math.floor(Date.now() / 1000), body: '{}' };
    const headers = signedHeaders(message, [secret, older]);

    expect(headers['webhook-signature']?.split(' ')).to.have.length(2);
    expect(headers['webhook-signature']).to.match(/^v1,\S+ v1,\S+$/);
    expect(headers['webhook-signature']?.split(' ')[0]).to.equal(signedHeaders(message, [secret])['webhook-signature']);
    for (const each of [secret, older]) expect(new Webhook(each).verify('{}', headers)).to.deep.equal({});
  });

  it('refuses a secret that is none, rather than signing with a wrong key', () => {
    expect(() => signedHeaders({ id: 'evt_1', timestamp: 1, body: '{}' }, ['AAECAwQF'])).to.throw('whsec_');
  });
});
