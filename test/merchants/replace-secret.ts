import { rotateSecret } from '../../src/merchants/manage-merchants.js';
import { merchants } from '../../src/merchants/merchant.model.js';

/** Rotates a merchant's secret, and lets the grace of the old one be over. @returns the new one */
export async function replaceSecret(id: string): Promise<string> {
  const { secret_key } = await rotateSecret(id);
  const rotated = (await merchants.findOne({ _id: id }))?.secrets ?? [];
  const secrets = rotated.map((secret) =>
    secret.retiresAt ? { ...secret, retiresAt: new Date(Date.now() - 1) } : secret,
  );
  await merchants.updateOne({ _id: id }, { $set: { secrets } });
  return secret_key;
}
