import { config } from '../config/index.js';
import type { JobName } from './jobs.js';

const { queuePrefix, redis } = config;
const inCluster = redis.cluster.length > 0;

/** A Redis Cluster keeps together, in one slot of one node, what has the same text in braces. */
const inSlotOf = (name: string): string => queuePrefix.replace('}', `:${name}}`);

/** What all keys of a queue begin with. BullMQ's scripts need a queue in one slot; in a cluster each has its own. */
export const queuePrefixOf = (name: JobName): string => (inCluster ? inSlotOf(name) : queuePrefix);

/** The name of a key that needs no other beside it: in a cluster these are spread over all nodes. */
export const keyOf = (name: string): string => (inCluster ? inSlotOf(name) : `${queuePrefix}:${name}`);
