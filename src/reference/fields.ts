import type { JsonSchema } from '../openapi/json-schema.js';
import { inlineMarkdown } from './markdown.js';
import { SCHEMAS } from './schemas.js';

/** A row of a table of fields. */
export interface Field {
  /** A dotted path. */
  name: string;
  type: string;
  isRequired: boolean;
  /** HTML. */
  about: string;
}

interface Node extends JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  anyOf?: Node[];
  enum?: (string | null)[];
  const?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: string | number | boolean;
  description?: string;
}

/** A schema of ours, and what stands behind a reference to one. */
const schemaOf = (node: Node): Node =>
  node.$ref ? (SCHEMAS[node.$ref.split('/').at(-1) as keyof typeof SCHEMAS] as Node) : node; // we refer to ours only

function typeOf(node: Node): string {
  const type = [node.type ?? 'object'].flat().join(' or ');
  if (node.type === 'array') return `list of ${typeOf(schemaOf(node.items ?? {}))}s`;
  return type;
}

const literals = (values: (string | null)[]): string =>
  values
    .filter((value) => value !== null)
    .map((value) => `\`${value}\``)
    .join(', ');

function ruleOf(node: Node): string {
  const { enum: values, const: only, maxLength, minimum, maximum, default: standard } = node;
  const rules = [
    only !== undefined && `Always ${literals([only])}.`,
    values && `Values: ${literals(values)}.`,
    maxLength !== undefined && `At most ${maxLength.toLocaleString('en')} characters.`,
    minimum !== undefined && `At least ${minimum}.`,
    maximum !== undefined && `At most ${maximum}.`,
    standard !== undefined && `Default ${standard}.`,
  ];
  return rules.filter((rule) => typeof rule === 'string').join(' ');
}

/** Every field of an object, those of the objects in it below it by their dotted paths. */
export function fieldsOf(schema: JsonSchema, prefix = ''): Field[] {
  const node = schemaOf(schema);
  const { properties = {}, required = [] } = node.anyOf?.[0] ?? node;
  const always = node.anyOf
    ? required.filter((name) => node.anyOf?.every((each) => each.required?.includes(name)))
    : required;
  return Object.entries(properties).flatMap(([name, each]) => {
    const inner = schemaOf(each);
    const about = [each.description ?? inner.description ?? '', ruleOf(inner)].filter(Boolean).join(' ');
    const row = {
      name: prefix + name,
      type: typeOf(inner),
      isRequired: always.includes(name),
      about: inlineMarkdown(about),
    };
    const isOpened = inner.properties && !each.$ref;
    return [row, ...(isOpened ? fieldsOf(inner, `${prefix}${name}.`) : [])];
  });
}
