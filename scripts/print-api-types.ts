import { commandLine, parse } from './command-line.js';

const program = commandLine('api-types', "Prints the types of the merchants' API, of /openapi.json").action(
  async () => {
    const { apiTypes } = await import('./api-types.js'); // reads the settings, which --help needs not
    const { redis } = await import('../src/redis/client.js');
    process.stdout.write(await apiTypes());
    redis.disconnect(); // the rules of requests come with what checks them
  },
);

await parse(program);
