import { Schema, type SchemaOptions } from 'mongoose';
import type { Binary } from './driver.js';

// A schema stands beside the interface of its documents, which stays their type: what mongoose infers from a schema does
// not fit exactOptionalPropertyTypes. The compiler says when the two differ in a name, a type or what may be absent.

/** How mongoose is told of a field. */
interface Definition {
  type: unknown;
  required: boolean;
  nullable?: boolean;
}

/** A field that holds exactly `Value`. */
export interface Field<Value> extends Definition {
  readonly holds?: (value: Value) => Value; // never there: on both sides, so that no wider and no narrower type fits
}

/** A field for each one of an interface. */
export type SchemaOf<T> = {
  [Name in keyof T]-?: Field<Record<never, never> extends Pick<T, Name> ? T[Name] | undefined : T[Name]>;
};

// What is stored is what was given, or an error: nothing is converted, and no field comes or goes by itself.
for (const type of [Schema.Types.String, Schema.Types.Number, Schema.Types.Boolean, Schema.Types.Date])
  type.cast(false);
Schema.Types.Array.options.castNonArrays = false;
Schema.Types.String.checkRequired((value) => typeof value === 'string'); // an empty one is there, too

const OPTIONS: SchemaOptions = {
  strict: 'throw',
  strictQuery: 'throw',
  minimize: false,
  versionKey: false,
  id: false,
  lean: true,
};

const define = (type: unknown, more: object = {}): Definition => ({ type, required: true, ...more });
const redefine = (field: Definition, change: object): Definition => ({ ...field, ...change });

export const text: Field<string> = define(String);
export const number: Field<number> = define(Number);
export const flag: Field<boolean> = define(Boolean);
export const date: Field<Date> = define(Date);
export const bytes: Field<Binary> = define(Buffer);

/** One of these texts. */
export const oneOf = <Value extends string>(values: readonly Value[]): Field<Value> => define(String, { enum: values });

export const listOf = <Item>(item: Field<Item>): Field<Item[]> => define([item], { default: undefined });

/** A value for each of many names. */
export const mapOf = <Value>(value: Field<Value>): Field<Record<string, Value>> => define(Map, { of: value });

/** What has no form that a schema could hold. */
export const mixed = <Value>(): Field<Value> => define(Schema.Types.Mixed);

/** May be null, but not absent. */
export const nullable = <Value>(field: Field<Value>): Field<Value | null> => redefine(field, { nullable: true });

/** May be absent, but not null unless it is nullable. */
export const optional = <Value>(field: Field<Value>): Field<Value | undefined> =>
  redefine(field, { required: false, ...(!field.nullable && { allowNull: false }) });

/** The schema of a collection's documents. Documents that mongoose writes have their fields in its order. */
export function schemaOf<T>(fields: SchemaOf<T>, options: SchemaOptions = {}): Schema {
  const schema = new Schema(fields, { ...OPTIONS, ...options });
  for (const [name, { nullable }] of Object.entries<Definition>(fields))
    if (nullable) Object.assign(schema.path(name), { checkRequired: (value: unknown) => value !== undefined });
  return schema;
}

/** What is stored inside a document, or is an item of a list in one. */
export const subdocument = <T>(fields: SchemaOf<T>): Field<T> => define(schemaOf(fields, { _id: false }));
