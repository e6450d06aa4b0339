import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { connectDatabase } from '../../src/database/client.js';
import { removeImage } from '../../src/proofs/proof-image.model.js';
import { stored } from '../proofs/a-local-payment.js';
import { aShop, removeSaved } from '../proofs/api.js';
import { aPng, dataUri, IMAGES } from '../proofs/proofs-of-each-form.js';
import { as, type Operator } from './reviewers.js';

describe('the image of a proof', () => {
  let viewer: Operator;

  before(connectDatabase);
  before(async () => {
    viewer = await as('viewer');
  });
  after(removeSaved);

  const SERVED: [string, Buffer, string][] = [
    ...Object.entries(IMAGES).map(([type, bytes]): [string, Buffer, string] => [type, bytes, type]),
    ['a GIF that is also HTML', Buffer.from('GIF89a/*<html><script>alert(1)</script>*/=1'), 'image/gif'],
  ];
  for (const [what, bytes, type] of SERVED)
    it(`is served as the bytes that it is and nothing else: ${what}`, async () => {
      const { trx, confirm } = await aShop();
      await confirm(dataUri(bytes, 'image/svg+xml'));
      const answer = await viewer.get(`/api/proofs/${trx}/image?version=1`);
      expect(answer.status).to.equal(200);
      expect(answer.bytes.equals(bytes)).to.equal(true);
      expect(answer.headers).to.include({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': `inline; filename="proof-${trx}.${type.slice(6)}"`,
      });
    });

  it('is the latest one, or that of a version', async () => {
    const { trx, confirm } = await aShop();
    const [first, second] = [aPng(`${trx}-1`), aPng(`${trx}-2`)];
    for (const proof of [dataUri(first), dataUri(second), 'a text 3']) await confirm(proof);
    const image = async (query: string) => (await viewer.get(`/api/proofs/${trx}/image${query}`)).bytes;
    expect((await image('')).equals(second)).to.equal(true);
    expect((await image('?version=1')).equals(first)).to.equal(true);
    expect((await image('?version=2')).equals(second)).to.equal(true);
  });

  it('is not there for a text, another version, another payment or a payment without proof', async () => {
    const { trx, confirm } = await aShop();
    await confirm('632551234567');
    const { trx: without } = await aShop();
    for (const [path, code] of [
      [`${trx}/image`, 'proof_not_found'],
      [`${trx}/image?version=1`, 'proof_not_found'],
      [`${trx}/image?version=2`, 'proof_not_found'],
      [`${without}/image`, 'proof_not_found'],
      [`${randomUUID()}/image`, 'transaction_not_found'],
    ]) {
      const { status, body } = await viewer.get(`/api/proofs/${path}`);
      expect({ status, code: body.code }).to.deep.equal({ status: 404, code });
    }
  });

  it('is said to be gone when its time is over', async () => {
    const { trx, confirm } = await aShop();
    await confirm(dataUri(aPng('old')));
    await removeImage((await stored(trx)).proof?.versions[0]?.image?.id ?? '');
    const { status, body } = await viewer.get(`/api/proofs/${trx}/image?version=1`);
    expect(status).to.equal(404);
    expect(body.message).to.deep.equal([
      'The image of this proof was kept for its time (PROOF_RETENTION), and is gone',
    ]);
  });

  for (const version of ['0', '-1', '1.5', 'x', '1&version=2', '99999'])
    it(`refuses version=${version}`, async () => {
      const { trx } = await aShop();
      expect((await viewer.get(`/api/proofs/${trx}/image?version=${version}`)).status).to.equal(400);
    });
});
