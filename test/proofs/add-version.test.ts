import { expect } from 'chai';
import { config } from '../../config/index.js';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { postpone, transition } from '../../src/payments/transition.js';
import { addVersion } from '../../src/proofs/add-version.js';
import { readProof, type HandedIn } from '../../src/proofs/read-proof.js';
import { IN_AN_HOUR } from '../payments/a-payment.js';
import { justBefore } from '../support/just-before.js';
import { aUpiPayment, stored } from './a-local-payment.js';
import { removeSaved, saved } from './api.js';
import { aPng, dataUri } from './proofs-of-each-form.js';

function anImage(mark: string): HandedIn {
  const handedIn = readProof(dataUri(aPng(mark)));
  if (!handedIn) throw new Error('An image is a proof');
  return handedIn;
}

const images = () => mongoClient.db().collection('proof_images');
const imagesOf = ({ _id: trx }: PaymentRecord) => images().countDocuments({ trx });

describe('addVersion()', () => {
  before(connectDatabase);
  after(removeSaved);

  it('gets its version in though the payment has moved since it was read', async () => {
    const read = await saved(aUpiPayment());
    await postpone(read, IN_AN_HOUR());
    const after = await addVersion(read, anImage('moved'));
    expect(after).to.deep.equal(await stored(read._id));
    expect(after.version).to.equal(3);
    expect(await imagesOf(read)).to.equal(1);
  });

  it('leaves no image behind when the payment has ended since it was read', async () => {
    const read = await saved(aUpiPayment());
    await transition(read, 'refused', { reason: 'gateway_error' }, 'a test');
    const error: unknown = await addVersion(read, anImage('ended')).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'payment_final' });
    expect(await stored(read._id)).to.not.have.property('proof');
    expect(await imagesOf(read)).to.equal(0);
  });

  it('keeps the image when nobody knows whether its version was stored', async () => {
    const read = await saved(aUpiPayment());
    justBefore(payments, 'updateOne', () => Promise.reject(new Error('The connection was lost')));
    const error: unknown = await addVersion(read, anImage('lost')).catch((thrown: unknown) => thrown);
    expect(error).to.include({ message: 'The connection was lost' });
    expect(await imagesOf(read)).to.equal(1);
  });

  it('has the database remove the image when PROOF_RETENTION has passed since the deadline', async () => {
    const before = Date.now();
    const { _id: trx } = await addVersion(await saved(aUpiPayment()), anImage('kept'));
    const expiresAt = (await images().findOne({ trx }))?.expiresAt as Date; // as storeImage() writes it
    const { deadline, retention } = config.proof;
    expect(expiresAt.getTime()).to.be.within(
      before + (deadline + retention) * 1000,
      Date.now() + (deadline + retention) * 1000,
    );
    const [index] = (await images().indexes()).filter(({ key }) => 'expiresAt' in key);
    expect(index).to.include({ expireAfterSeconds: 0 });
  });

  it('keeps one image when the same one has come in since it was read', async () => {
    const read = await saved(aUpiPayment());
    await addVersion(read, anImage('same'));
    const after = await addVersion(read, anImage('same'));
    expect(after.proof?.versions).to.have.length(1);
    expect(await imagesOf(read)).to.equal(1);
  });
});
