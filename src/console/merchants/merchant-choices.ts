import { merchants } from '../../merchants/merchant.model.js';

/** More than so many make no list that anybody would read. */
const MOST = 500;

/** A merchant as it stands in a list to choose from. */
export interface MerchantChoice {
  id: string;
  /** Its name, with what tells it from others that are called the same. */
  label: string;
}

/** Every merchant by name, to choose one from; null when there are too many. */
export async function merchantChoices(): Promise<MerchantChoice[] | null> {
  const found = await merchants.find({}, { name: 1, mode: 1 }).limit(MOST + 1);
  if (found.length > MOST) return null;
  const all = found.map(({ _id: id, name, mode }) => ({ id, label: mode === 'test' ? `${name} (test)` : name }));
  const count = new Map<string, number>();
  for (const { label } of all) count.set(label, (count.get(label) ?? 0) + 1);
  return all
    .map(({ id, label }) => ({ id, label: (count.get(label) ?? 0) > 1 ? `${label} …${id.slice(-6)}` : label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}
