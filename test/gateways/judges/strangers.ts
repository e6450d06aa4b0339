import { readFileSync } from 'node:fs';

interface Schema {
  $ref?: string;
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  items?: Schema;
}
interface Document {
  paths: Record<string, { post?: { requestBody?: { content: Record<string, { schema: Schema }> } } }>;
  components: { schemas: Record<string, Schema> };
}

/** A schema's fields, by name, whichever of several forms has them; undefined where it says nothing of fields. */
function fieldsOf(document: Document, schema: Schema | undefined): Record<string, Schema> | undefined {
  if (schema?.$ref !== undefined)
    return fieldsOf(document, document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]);
  const forms = schema?.oneOf?.map((form) => fieldsOf(document, form) ?? {});
  return forms ? (Object.assign({}, ...forms) as Record<string, Schema>) : schema?.properties; // of fields, as each is
}

function* within(document: Document, schema: Schema | undefined, value: unknown, path: string): Generator<string> {
  const fields = fieldsOf(document, schema);
  if (!fields || typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Object.hasOwn(fields, name)) yield `${path}/${name}`;
    else yield* within(document, fields[name], inner, `${path}/${name}`);
  }
}

/** The fields of a request that a document does not know: its schemas alone let any pass. @param files OpenAPI documents */
export function strangersIn(files: string[], { path, body }: { path: string; body: string }): string[] {
  for (const file of files) {
    const document = JSON.parse(readFileSync(file, 'utf8')) as Document; // given by whoever runs this
    const found = Object.entries(document.paths).find(([pattern]) =>
      new RegExp(`^${pattern.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
    );
    const schema = found?.[1].post?.requestBody?.content['application/json']?.schema;
    if (schema) return [...within(document, schema, JSON.parse(body), '')];
  }
  return [];
}
