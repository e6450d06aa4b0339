import openapiTS, { astToString } from 'openapi-typescript';
import { redis } from '../src/redis.js';
import { openApi } from '../src/reference/openapi.js';

process.stdout.write(astToString(await openapiTS(JSON.stringify(openApi()))));
redis.disconnect(); // the rules of requests come with what checks them
