import { commandLine, parse } from './command-line.js';

const program = commandLine('api-types', "Prints the types of the merchants' API, of /openapi.json").action(
  async () => {
    const { logToStderr } = await import('../src/telemetry/logger.js'); // reads the settings, which --help needs not
    logToStderr(); // before the rules of requests bring Redis, which may be away
    const { apiTypes } = await import('./api-types.js');
    const { redis } = await import('../src/redis/client.js');
    process.stdout.write(await apiTypes());
    redis.disconnect();
  },
);

await parse(program);
