import { randomUUID } from 'node:crypto';
import { config } from '../../config/index.js';
import { Binary } from '../database/driver.js';
import { defineModel } from '../database/model.js';
import { bytes, date, oneOf, schemaOf, text } from '../database/schema.js';
import { inSeconds } from '../time.js';
import { IMAGE_TYPES, type ImageType } from '../payments/proof.js';

/**
 * An image, apart from the payment, which is read and written often. One document: the field that it came in has at
 * most 10 MiB of base64, so the bytes are under 7.5 MiB and far from the 16 MB that a document may have.
 */
interface ProofImage {
  _id: string;
  trx: string;
  type: ImageType;
  bytes: Binary;
  at: Date;
  /** The database removes it then, whether a proof came to refer to it or not. */
  expiresAt: Date;
}

const schema = schemaOf<ProofImage>({
  _id: text,
  trx: text,
  type: oneOf(IMAGE_TYPES),
  bytes,
  at: date,
  expiresAt: date,
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const images = defineModel<ProofImage>('proof_images', schema);

/**
 * Stores an image under its payment and an id of its own, so that two that arrive at once do not meet. Its review ends at
 * its deadline at the latest, and PROOF_RETENTION begins then.
 */
export async function storeImage(trx: string, type: ImageType, content: Buffer): Promise<string> {
  const _id = `${trx}.${randomUUID()}`;
  const expiresAt = inSeconds(config.proof.deadline + config.proof.retention);
  await images.insertOne({ _id, trx, type, bytes: new Binary(content), at: new Date(), expiresAt });
  return _id;
}

export async function findImage(id: string): Promise<Buffer | null> {
  const image = await images.findOne({ _id: id });
  return image && Buffer.from(image.bytes.buffer);
}

/** Which of these images are still there. */
export async function findKept(ids: string[]): Promise<ReadonlySet<string>> {
  const found = await images.find({ _id: { $in: ids } }, { _id: 1 });
  return new Set(found.map(({ _id }) => _id));
}

/** For an image that no proof came to refer to. */
export async function removeImage(id: string): Promise<void> {
  await images.deleteOne({ _id: id });
}
