/** What the rest of the code needs of MongoDB's driver. */
export { Binary, BSON } from 'mongodb';
export type {
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
} from 'mongodb';
