import { changesOf } from '../redis/changes.js';

/** For the processes that cache merchants, their secrets or their endpoints: the caches expire after some seconds. */
export const { announce: announceMerchantChange, on: onMerchantChange } = changesOf('merchant');
