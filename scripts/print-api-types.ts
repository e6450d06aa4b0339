import { redis } from '../src/redis/client.js';
import { apiTypes } from './api-types.js';

process.stdout.write(await apiTypes());
redis.disconnect(); // the rules of requests come with what checks them
