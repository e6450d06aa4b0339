import { config } from '../../../config/index.js';
import type { Access } from '../gateway.js';
import { baseUrlOf, hasStandIn } from '../http/base-url.js';

const HOSTS = { test: 'https://tokenized.sandbox.bka.sh', live: 'https://tokenized.pay.bka.sh' } as const;

/** What the calls of one account at bKash need. */
export interface BkashAccess {
  /** The host alone: its APIs have versions of their own. */
  apiUrl: string;
  account: string;
  username: string;
  password: string;
  appKey: string;
  appSecret: string;
  /** What takes the place of bKash, and of Amazon's SNS, on a developer's machine. */
  standIn?: string;
  /** Of Amazon's SNS, over which bKash tells of payments; absent: it is only asked. */
  topic?: string;
  /** Seconds that one call may take in all. */
  timeout: number;
}

/** @throws for a live account while a stand-in takes bKash's place */
export function accessOf({ account, mode, credentials }: Access): BkashAccess {
  const { username = '', password = '', app_key = '', app_secret = '', topic_arn } = credentials;
  const apiUrl = baseUrlOf('bkash', HOSTS[mode], { mode, account });
  return {
    apiUrl,
    ...(hasStandIn('bkash') && { standIn: apiUrl }),
    account,
    username,
    password,
    appKey: app_key,
    appSecret: app_secret,
    ...(topic_arn && { topic: topic_arn }),
    timeout: config.gatewayCallTimeout,
  };
}
