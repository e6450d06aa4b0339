import { isDeepStrictEqual } from 'node:util';
import { CALLS } from './calls.js';
import { fieldsOf, type Field } from './fields.js';
import { inlineMarkdown, slug } from './markdown.js';
import { SCHEMAS, type SchemaName } from './schemas.js';

export interface CommonField extends Field {
  anchor: string;
}

/** Fields that several calls have, told once. */
export interface FieldGroup {
  title: string;
  anchor: string;
  /** HTML. */
  about: string;
  isRequest: boolean;
  fields: CommonField[];
}

interface Shared {
  title: string;
  /** CommonMark. */
  about: string;
  isRequest: boolean;
  /** Fields that are the same in all of these are the group's. */
  of: SchemaName[];
}

/** The more schemas have a field, the earlier is its group: it is told in the first one that has it. */
const SHARED: Shared[] = [
  {
    title: 'Every request',
    about: 'Whatever you ask for.',
    isRequest: true,
    of: CALLS.flatMap(({ forms }) => forms.map(({ takes }) => takes)),
  },
  {
    title: 'Starting a payment',
    about:
      'What every call that starts a payment takes. `currency`, `payment_method_type` and `customer.mobile` stand with ' +
      'each call, whose rules for them differ.',
    isRequest: true,
    of: ['CardInitiateRequest', 'UpiInitiateRequest', 'WalletInitiateRequest', 'HostedInitiateRequest'],
  },
  { title: 'Naming a payment', about: 'By `trx`, or by your own `identifier`.', isRequest: true, of: ['PaymentQuery'] },
  {
    title: 'Asking for a refund',
    about: 'What both calls that send money back take beside the name of the payment.',
    isRequest: true,
    of: ['RefundRequest'],
  },
  {
    title: 'A refund',
    about: 'Where a refund stands; `data` of its [notification](#notifications).',
    isRequest: false,
    of: ['Refund'],
  },
  {
    title: 'A dispute',
    about: 'Stands as `dispute` beside the fields of the payment in `data` of its [notification](#notifications).',
    isRequest: false,
    of: ['Dispute'],
  },
  {
    title: 'The outcome',
    about: 'What every answer says that tells of a payment.',
    isRequest: false,
    of: ['CardInitiated', 'UpiInitiated', 'WalletInitiated', 'HostedInitiated', 'PaymentStatus'],
  },
  {
    title: 'A payment',
    about:
      'What a status call answers beside its outcome. As it was then, it is `data` of a [notification](#notifications).',
    isRequest: false,
    of: ['PaymentStatus'],
  },
];

const isAmong = (field: Field, fields: Field[]): boolean => fields.some((each) => isSame(each, field));

/** Name, type, whether it is required and meaning: whoever knows one knows the other. */
const isSame = (a: Field, b: Field): boolean => isDeepStrictEqual(bare(a), bare(b));
const bare = ({ name, type, isRequired, about }: Field): Field => ({ name, type, isRequired, about });

function groupOf({ title, about, isRequest, of }: Shared, told: Field[]): FieldGroup {
  const anchor = slug(title);
  const [first = [], ...others] = of.map((name) => fieldsOf(SCHEMAS[name]));
  const common = first.filter((field) => others.every((fields) => isAmong(field, fields)) && !isAmong(field, told));
  const fields = common.map((field) => ({ ...field, anchor: `${anchor}-${slug(field.name)}` }));
  return { title, anchor, about: inlineMarkdown(about), isRequest, fields };
}

export const COMMON_FIELDS: FieldGroup[] = SHARED.reduce<FieldGroup[]>(
  (groups, shared) => [
    ...groups,
    groupOf(
      shared,
      groups.flatMap(({ fields }) => fields),
    ),
  ],
  [],
);

/** The fields of a schema that no group has, and of each group those that the schema has. */
export function splitFields(name: SchemaName): { own: Field[]; common: FieldGroup[] } {
  const all = fieldsOf(SCHEMAS[name]);
  const common = COMMON_FIELDS.map((group) => ({
    ...group,
    fields: group.fields.filter((field) => isAmong(field, all)),
  })).filter(({ fields }) => fields.length > 0);
  const told = common.flatMap(({ fields }) => fields);
  return { own: all.filter((field) => !isAmong(field, told)), common };
}
