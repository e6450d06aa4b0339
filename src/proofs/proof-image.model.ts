import { randomUUID } from 'node:crypto';
import { Binary } from 'mongodb';
import { config } from '../../config/index.js';
import { defineCollection } from '../database/client.js';
import { inSeconds } from '../jobs/obligation.js';
import type { ImageType } from '../payments/proof.js';

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

const images = defineCollection<ProofImage>('proof_images', [
  { key: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
]);

/**
 * Stores an image under its payment and an id of its own, so that two that arrive at once do not meet. Its review ends at
 * its deadline at the latest, and PROOF_RETENTION begins then.
 */
export async function storeImage(trx: string, type: ImageType, bytes: Buffer): Promise<string> {
  const _id = `${trx}.${randomUUID()}`;
  const expiresAt = inSeconds(config.proof.deadline + config.proof.retention);
  await images.insertOne({ _id, trx, type, bytes: new Binary(bytes), at: new Date(), expiresAt });
  return _id;
}

export async function findImage(id: string): Promise<Buffer | null> {
  const image = await images.findOne({ _id: id });
  return image && Buffer.from(image.bytes.buffer);
}

/** For an image that no proof came to refer to. */
export async function removeImage(id: string): Promise<void> {
  await images.deleteOne({ _id: id });
}
