import { ACCOUNT_STATUSES } from '../../gateways/account.model.js';
import { ALL_METHODS } from '../../methods/index.js';
import { MODES, WALLETS } from '../../vocabulary.js';
import {
  count,
  flag,
  listOf,
  number,
  object,
  oneOf,
  only,
  orNull,
  text,
  texts,
  time,
} from '../../openapi/schema-parts.js';

const method = oneOf(...ALL_METHODS);
const amounts = { type: 'object', additionalProperties: number, description: 'By currency, in major units' };
const wallets = { type: ['array', 'null'], items: oneOf(...WALLETS) };

export const gateway = {
  connector: text,
  title: text,
  modes: listOf(oneOf(...MODES)),
  methods: listOf(only({ method, currencies: texts, wallets: { ...wallets, description: 'Null: all of them' } })),
  capabilities: object,
  credentials: listOf(only({ name: text, label: text, help: text, secret: flag, optional: flag })),
};

export const gatewayAccount = {
  id: text,
  connector: text,
  mode: oneOf(...MODES),
  status: oneOf(...ACCOUNT_STATUSES),
  methods: listOf(
    only({
      method,
      currencies: texts,
      minimums: amounts,
      maximums: amounts,
      wallets,
    }),
  ),
  three_ds: flag,
  creditor: orNull(only({ name: text, identifier: text })),
  credentials: {
    ...listOf(only({ name: text, label: text, set: flag, last_four: orNull(text) })),
    description: 'Never their values',
  },
  priority: count,
  on_request: flag,
  callback_url: { type: 'string', format: 'uri', description: 'Where its gateway reports what happens' },
  seen_at: { ...orNull(time), description: 'When a truth run at its gateway passed last; null: never' },
  created_at: time,
  changed_at: time,
};

export const accountInUse = {
  ...gatewayAccount,
  figures: {
    ...orNull(only({ calls: count, no_answers: count, refusals: count, declines: count, p95_ms: orNull(count) })),
    description:
      'Of its calls of the last 15 minutes; refusals: of its credentials; p95_ms of those that were answered; null: Redis is away',
  },
  breaker: {
    ...oneOf('closed', 'open', 'half_open'),
    description: 'open: its gateway did not answer lately, so that it comes last',
  },
  waiting: {
    ...count,
    description: 'Payments that wait there for their end, or for that of a refund, a dispute or a review',
  },
};

export const accountCheck = {
  ok: flag,
  findings: listOf(only({ name: text, ok: flag, text })),
};

export const routedAccount = {
  account: text,
  connector: text,
  place: { ...orNull(count), description: 'From 1 on; null: it is not asked' },
  text,
};
