import { config } from '../../../config/index.js';
import type { Gateway } from '../../connectors/gateway.js';
import { GATEWAYS } from '../../connectors/index.js';
import type { Account, AccountMethod } from '../../gateways/account.model.js';
import { isoOrNull } from '../../time.js';
import { inMajor } from '../api/amounts.js';

const presentMethod = ({ method, currencies, minimums = {}, maximums = {}, wallets }: AccountMethod) => ({
  method,
  currencies,
  minimums: inMajor(minimums),
  maximums: inMajor(maximums),
  wallets: wallets ?? null,
});

/** What an account's credentials are called. A gateway of a newer version is not known here. */
const fieldsOf = ({ connector, credentials }: Account): { name: string; label: string }[] =>
  GATEWAYS.get(connector)?.credentials.slice() ?? Object.keys(credentials).map((name) => ({ name, label: name }));

/** An account for operators: of its credentials only which are set, and how they end. Amounts are in major units. */
export function presentAccount(account: Account) {
  const { _id: id, connector, mode, status, priority, credentials } = account;
  return {
    id,
    connector,
    mode,
    status,
    methods: account.methods.map(presentMethod),
    three_ds: account.threeDs,
    creditor: account.creditor ?? null,
    credentials: fieldsOf(account).map(({ name, label }) => ({
      name,
      label,
      set: Object.hasOwn(credentials, name),
      last_four: credentials[name]?.lastFour ?? null,
    })),
    priority,
    on_request: account.onRequest,
    callback_url: `${config.publicUrl}/callbacks/${id}`,
    seen_at: isoOrNull(account.seenAt),
    created_at: account.createdAt.toISOString(),
    changed_at: account.changedAt.toISOString(),
  };
}

/** A gateway for operators: what it can do, and what an account there needs. */
export const presentGateway = (connector: string, { title, modes, methods, capabilities, credentials }: Gateway) => ({
  connector,
  title,
  modes,
  methods: methods.map(({ method, currencies, wallets = null }) => ({ method, currencies, wallets })),
  capabilities,
  credentials: credentials.map(({ name, label, help, secret, optional = false }) => ({
    name,
    label,
    help,
    secret,
    optional,
  })),
});
