import { config } from '../../config/index.js';

const { queuePrefix, redis } = config;
const inCluster = redis.cluster.length > 0;

/** A Redis Cluster keeps keys with the same text in braces together, in one slot of one node. */
const inSlotOf = (name: string): string => queuePrefix.replace('}', `:${name}}`);

/** What all keys of a queue begin with. BullMQ's scripts need each queue in one slot; in a cluster each has its own. */
export const queuePrefixOf = (name: string): string => (inCluster ? inSlotOf(name) : queuePrefix);

/** The name of a key that is used alone. In a cluster such keys are spread over all nodes. */
export const keyOf = (name: string): string => (inCluster ? inSlotOf(name) : `${queuePrefix}:${name}`);
