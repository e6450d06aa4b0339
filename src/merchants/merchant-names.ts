import { merchants } from './merchant.model.js';

/** What merchants are called, by their ids; one that is gone is not among them. */
export async function merchantNames(ids: string[]): Promise<Map<string, string>> {
  const found = await merchants.find({ _id: { $in: [...new Set(ids)] } }, { name: 1 });
  return new Map(found.map(({ _id, name }) => [_id, name]));
}
