import { unlessPresent } from '../../database/errors.js';
import { defineModel } from '../../database/model.js';
import { listOf, number, optional, schemaOf, subdocument, text } from '../../database/schema.js';

/** A token, sealed, until when it is used and until when it is good. All times here are milliseconds by Redis' clock. */
export interface KeptToken {
  id: string;
  sealed: string;
  renewAt: number;
  endsAt: number;
}

/** What must outlive Redis of an account's tokens: bKash counts on when Redis has been emptied. */
export interface TokenRecord {
  /** The account. */
  _id: string;
  /** The latest times that a token was asked for, and by whom, each counted before it is sent. */
  asked: { by: string; at: number }[];
  token?: KeptToken;
}

const schema = schemaOf<TokenRecord>({
  _id: text,
  asked: listOf(subdocument<TokenRecord['asked'][number]>({ by: text, at: number })),
  token: optional(subdocument<KeptToken>({ id: text, sealed: text, renewAt: number, endsAt: number })),
});

const records = defineModel<TokenRecord>('bkash_tokens', schema);

/** A question for a token that may be sent, or what Redis has forgotten: who need not, or must not, ask is told so by it. */
export type Counted = 'counted' | { asked: number[]; token?: KeptToken };

/**
 * Counts a question for a token before it is sent, unless there is another token that is still good for a while, or enough
 * were asked for.
 * @param refused the id of a token that bKash refuses
 * @throws while MongoDB is away
 */
export async function countGrant(
  account: string,
  { by, at, refused, window, most }: { by: string; at: number; refused: string; window: number; most: number },
): Promise<Counted> {
  const known = await records.findOne({ _id: account });
  const lately = (known?.asked ?? []).filter((each) => each.at > at - window);
  const token = known?.token && known.token.id !== refused && known.token.endsAt > at ? known.token : undefined;
  if (lately.length >= most || (token && token.renewAt > at))
    return { asked: lately.map((each) => each.at), ...(token && { token }) };
  const asked = [...lately, { by, at }];
  if (known) {
    const { matchedCount } = await records.updateOne({ _id: account, asked: known.asked }, { $set: { asked } });
    if (matchedCount === 1) return 'counted';
  } else if (await unlessPresent(records.insertOne({ _id: account, asked }))) return 'counted';
  return countGrant(account, { by, at, refused, window, most }); // somebody else has counted meanwhile
}

/** It was never sent. */
export const uncountGrant = (account: string, by: string) =>
  records.updateOne({ _id: account }, { $pull: { asked: { by } } });

/** Keeps the token that somebody was given. */
export const keepToken = (account: string, token: KeptToken) =>
  records.updateOne({ _id: account, 'asked.by': token.id }, { $set: { token } });
