import { config } from '../../config/index.js';
import { alterAccount, makeAccount, pauseAccount, resumeAccount } from '../../src/console/gateways/account-actions.js';
import { gatewayAccounts } from '../../src/gateways/account.model.js';
import { nagadKeys } from './nagad-keys.js';

/** A server of ours that plays a gateway on this machine, and the account that payments reach it by. */
interface StandIn {
  account: { id: string } & Record<string, unknown>;
  /** Of the account; nobody's secrets. */
  credentials: () => Record<string, string>;
  /** What else the process needs to play it. */
  env?: () => Record<string, string>;
}

/** What --gateway knows. test/gateways/run-stand-in.ts starts each. */
export const STAND_INS = {
  stripe: {
    account: {
      id: 'stripe-stand-in',
      connector: 'stripe',
      mode: 'test',
      creditor: { name: 'Blue Tea Shop', identifier: 'DE98ZZZ09999999999' },
    },
    credentials: () => ({ secret_key: 'sk_test_ofTheStandIn', webhook_secret: 'whsec_of_the_stand_in' }),
  },
  bkash: {
    account: { id: 'bkash-stand-in', connector: 'bkash', mode: 'test' },
    credentials: () => ({
      username: 'tea-shop',
      password: 'Not-A-Password-1',
      app_key: 'appkey0123456789',
      app_secret: 'appsecret0123456789abcdef',
    }),
  },
  nagad: {
    account: { id: 'nagad-stand-in', connector: 'nagad', mode: 'test' },
    credentials: () => ({
      merchant_id: '683002007104225',
      account_number: '01711428036',
      ...nagadKeys().credentials,
    }),
    env: () => nagadKeys().env,
  },
} satisfies Record<string, StandIn>;

export type StandInName = keyof typeof STAND_INS;

export const isStandIn = (name: string): name is StandInName => Object.hasOwn(STAND_INS, name);

const statusOf = async (id: string) => (await gatewayAccounts.findOne({ _id: id }))?.status;

/** The account of a stand-in takes payments from now on. */
async function openAt(name: StandInName): Promise<void> {
  const { account, credentials, env }: StandIn = STAND_INS[name];
  const status = await statusOf(account.id);
  if (status === undefined) return void (await makeAccount(null, { ...account, credentials: credentials() }));
  if (env) await alterAccount(null, account.id, { credentials: credentials() }); // those of this run
  if (status === 'paused') await resumeAccount(null, account.id);
}

/** @param chosen whose stand-in runs; those of others are paused, since the company would be asked in their place */
export async function keepStandInAccounts(chosen: StandInName | undefined): Promise<void> {
  for (const name of Object.keys(STAND_INS).filter(isStandIn)) {
    const { id } = STAND_INS[name].account;
    if (name === chosen) await openAt(name);
    else if ((await statusOf(id)) === 'active') await pauseAccount(null, id);
  }
}

/** The process that plays a gateway, at the address where its calls go, GATEWAY_URL_<NAME>. */
export function standInProcess(name: StandInName, api: string) {
  const url = new URL(config.gatewayUrls[name] ?? 'http://127.0.0.1');
  const standIn: StandIn = STAND_INS[name];
  return {
    port: Number(url.port),
    health: `${url.origin}/healthz`,
    input: {
      name,
      command: `node --import tsx test/gateways/run-stand-in.ts ${name}`,
      env: {
        STAND_IN_PORT: url.port,
        STAND_IN_CALLBACKS: `${api}/callbacks/${standIn.account.id}`,
        ...standIn.env?.(),
      },
    },
  };
}
