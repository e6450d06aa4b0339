import mongoose, { type Schema } from 'mongoose';
import type {
  AnyBulkWriteOperation,
  BulkWriteResult,
  Collection,
  CreateIndexesOptions,
  DeleteResult,
  Document,
  Filter,
  IndexSpecification,
  UpdateFilter,
  UpdateResult,
} from './driver.js';
import { READ_LIMIT } from './read-limit.js';

mongoose.set({ autoCreate: false, autoIndex: false, bufferCommands: false, runValidators: true, ...READ_LIMIT });

/** A question that is asked when somebody waits for it. */
export interface Query<Result> extends PromiseLike<Result> {
  exec(): Promise<Result>;
}

export interface ListQuery<T> extends Query<T[]>, AsyncIterable<T> {
  sort(by: Record<string, 1 | -1>): ListQuery<T>;
  limit(most: number): ListQuery<T>;
}

type Index = [fields: IndexSpecification, options: CreateIndexesOptions];

type Projection<T> = { [Name in keyof T]?: 1 };

/**
 * A model of mongoose, narrowed to what is used of it: plain objects come out, and the compiler looks at every field of a
 * filter and an update, which mongoose's own types let pass. Everything that is written passes the schema.
 */
export interface Model<T extends Document> {
  readonly schema: { indexes(): Index[] };
  /** What is read and written here passes no schema: for what every payment does, and for many documents at once. */
  readonly collection: Collection<T>;
  find(filter?: Filter<T>, projection?: Projection<T>): ListQuery<T>;
  findOne(filter: Filter<T>, projection?: Projection<T>): Query<T | null>;
  insertOne(document: T): Promise<unknown>;
  updateOne(filter: Filter<T>, update: UpdateFilter<T>, options?: { upsert?: boolean }): Query<UpdateResult>;
  updateMany(filter: Filter<T>, update: UpdateFilter<T>): Query<UpdateResult>;
  replaceOne(filter: Filter<T>, document: T, options?: { upsert?: boolean }): Query<UpdateResult>;
  findOneAndUpdate(
    filter: Filter<T>,
    update: UpdateFilter<T>,
    options?: { upsert?: boolean; returnDocument?: 'before' | 'after' },
  ): Query<T | null>;
  deleteOne(filter: Filter<T>): Query<DeleteResult>;
  deleteMany(filter: Filter<T>): Query<DeleteResult>;
  /** Without the second option, mongoose leaves out what its schema refuses, and says nothing. */
  bulkWrite(
    writes: AnyBulkWriteOperation<T>[],
    options: { ordered: false; throwOnValidationError: true },
  ): Promise<BulkWriteResult>;
  countDocuments(filter?: Filter<T>, options?: { limit?: number }): Query<number>;
}

/** The models of all collections whose files are loaded. */
export const models = (): Model<Document>[] => Object.values(mongoose.models) as unknown as Model<Document>[];

/** A collection with the schema of its documents and its indexes, which are built when the process connects. */
export const defineModel = <T extends Document>(name: string, schema: Schema): Model<T> =>
  mongoose.model(name, schema, name) as unknown as Model<T>; // narrowed, see above
