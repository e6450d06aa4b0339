import { ALL_METHODS } from '../../methods/index.js';
import { LATE_MONEY_POLICIES, MODES, THREE_DS_POLICIES } from '../../vocabulary.js';
import { DISCREPANCY_STATES, DISCREPANCY_KINDS } from '../../reconciliation/discrepancy.model.js';
import { DELIVERY_ERRORS } from '../../ipn/delivery.model.js';
import { errorSchema } from '../../openapi/error-schema.js';
import type { JsonSchema } from '../../openapi/json-schema.js';
import { ROLES } from '../operators/role.js';
import { accountCheck, accountInUse, gateway, gatewayAccount, routedAccount } from '../gateways/gateway-schemas.js';
import { dispute } from '../disputes/dispute-schema.js';
import { evidence } from '../payments/evidence-schema.js';
import { delivery, payment, paymentByMethod, paymentInFull } from '../payments/payment-schemas.js';
import { refund } from '../refunds/refund-schema.js';
import { decidedReview, review } from '../reviews/review-schemas.js';
import {
  count,
  flag,
  listOf,
  number,
  object,
  only,
  oneOf,
  orNull,
  text,
  texts,
  time,
} from '../../openapi/schema-parts.js';

const endpoint = {
  id: text,
  merchant_id: text,
  host: { ...text, description: 'With its port' },
  disabled: flag,
  disabled_at: orNull(time),
  disabled_reason: orNull(text),
  consecutive_failures: count,
  paused_until: orNull(time),
  last_success_at: orNull(time),
  last_failure_at: orNull(time),
  last_error: orNull(only({ error: oneOf(...DELIVERY_ERRORS), status: orNull(count) })),
  success_share: {
    ...orNull(number),
    description:
      "Accepted among the attempts of the last day, 0 to 1; of many, those of the merchant's latest hundred or so",
  },
  certificate_expires_at: { ...orNull(time), description: 'As seen at the latest delivery over TLS' },
};

const merchant = {
  id: text,
  name: text,
  mode: oneOf(...MODES),
  status: oneOf('active', 'suspended'),
  methods: listOf(oneOf(...ALL_METHODS)),
  three_ds_policy: oneOf(...THREE_DS_POLICIES),
  late_money_policy: oneOf(...LATE_MONEY_POLICIES),
  minimums: { type: 'object', additionalProperties: number },
  fees: listOf(object),
  accounts: texts,
  privacy_url: orNull({ type: 'string', format: 'uri' }),
  created_at: time,
};

const operator = { id: text, email: text, role: oneOf(...ROLES) };

const money = { amount: number, currency: text, at: time };

const difference = {
  id: text,
  gateway: text,
  account: { ...orNull(text), description: 'Of our payment; null when there is none' },
  day: { type: 'string', format: 'date' },
  kind: oneOf(...DISCREPANCY_KINDS),
  trx: { ...text, description: 'As the gateway names it' },
  merchant_id: orNull(text),
  key: text,
  attempt: {
    ...orNull(only({ no: count, of: count })),
    description: "Which of our payment's attempts the key belongs to",
  },
  theirs: orNull(only({ ...money, reference: text })),
  ours: orNull(only(money)),
  state: oneOf(...DISCREPANCY_STATES),
  found_at: time,
  resolved_at: orNull(time),
  resolved_by: orNull(text),
  note: orNull(text),
};

/** What the console's calls answer, by name. */
export const SCHEMAS = {
  Payment: { ...only(payment), properties: { ...payment, ...paymentByMethod } },
  PaymentInFull: {
    ...only({ ...payment, ...paymentInFull }),
    properties: { ...payment, ...paymentByMethod, ...paymentInFull },
  },
  Refund: only(refund),
  Dispute: only(dispute),
  Delivery: only(delivery),
  Recovered: only({ recovered: count }),
  Evidence: only(evidence),
  Endpoint: only(endpoint),
  EnabledEndpoint: only({ ...endpoint, released: count }),
  Merchant: only(merchant),
  MerchantKeys: only({ id: text, public_key: text, secret_key: text }),
  NewSecret: only({ id: text, secret_key: text, old_secret_until: time, old_secrets_ended: count }),
  NewKey: only({ id: text, public_key: text }),
  Gateway: only(gateway),
  GatewayAccount: only(gatewayAccount),
  GatewayAccountInUse: only(accountInUse),
  AccountCheck: only(accountCheck),
  RoutedAccount: only(routedAccount),
  Difference: only(difference),
  Operator: only({ ...operator, created_at: time, disabled_at: orNull(time) }),
  NewOperator: only({ ...operator, api_token: text }),
  AuditLine: only({
    id: text,
    at: time,
    operator_id: orNull(text),
    email: text,
    action: text,
    object: text,
    details: object,
  }),
  Review: review,
  Decided: decidedReview,
  Error: errorSchema,
} as const satisfies Record<string, JsonSchema>;

export type SchemaName = keyof typeof SCHEMAS;
