import { randomUUID } from 'node:crypto';
import type { BkashAccess } from '../../../src/connectors/bkash/access.js';
import type { Tokens } from '../../../src/connectors/bkash/tokens.js';
import { CREDENTIALS } from './stand-in.js';

/** An account of its own at a stand-in, or at whatever answers at `apiUrl`. */
export const bkashAccess = (changes: Partial<BkashAccess> & Pick<BkashAccess, 'apiUrl'>): BkashAccess => ({
  account: `bkash-${randomUUID().slice(0, 8)}`,
  username: CREDENTIALS.username,
  password: CREDENTIALS.password,
  appKey: CREDENTIALS.app_key,
  appSecret: CREDENTIALS.app_secret,
  timeout: 5,
  ...changes,
});

/** A token that is always there. */
export const fixedToken = (value = 'token.fixed'): Tokens => {
  const token = Promise.resolve({ id: value, value });
  return { current: () => token, insteadOf: () => token };
};
