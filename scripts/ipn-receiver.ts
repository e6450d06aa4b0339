import { Command, InvalidArgumentError } from 'commander';
import { LRUCache } from 'lru-cache';
import { endWithReader } from './command-line.js';
import { jsonLine, readableLine } from './ipn-receiver/line.js';
import type { ReceivedEvent } from './ipn-receiver/receiver.js';
import { misuseCode } from './misuse.js';

interface Options {
  port: number;
  host: string;
  secret?: string;
  fail: number;
  status: number;
  json?: boolean;
}

function wholeNumber(from: number, to: number) {
  return (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < from || number > to) throw new InvalidArgumentError(`must be ${from} to ${to}`);
    return number;
  };
}

function secret(text: string): string {
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)) throw new InvalidArgumentError('must be whsec_ and base64');
  return text;
}

type Arrived = Pick<ReceivedEvent, 'id' | 'verified'>;

/**
 * Refuses what does not verify with a 401, as every merchant should; answers 500 to the first `times` requests with an
 * event's id, and the given status afterwards. Ids are remembered for as long as ten thousand others have not come.
 */
function failingFirst(times: number, status: number): (event: Arrived) => number {
  const seen = new LRUCache<string, number>({ max: 10_000 });
  return ({ id, verified }) => {
    if (verified === false) return 401;
    const before = seen.get(id) ?? 0;
    seen.set(id, before + 1);
    return before < times ? 500 : status;
  };
}

async function run({ port, host, secret, fail, status, json }: Options): Promise<void> {
  const { startReceiver } = await import('./ipn-receiver/receiver.js'); // reads the settings, which --help needs not
  const receiver = await startReceiver({
    port,
    host,
    kept: 0,
    ...(secret !== undefined && { secret }),
    respond: failingFirst(fail, status),
    onEvent: (event) => console.log(json ? jsonLine(event) : readableLine(event)),
  });
  console.error(`Receiving notifications at ${receiver.url} (Ctrl-C stops)`);
  if (secret === undefined) console.error('Without --secret no signature is checked.');
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void receiver.close());
}

const command = new Command('ipn-receiver')
  .description("A merchant's end of notifications: takes them, checks their signatures and prints a line for each.")
  .option('--port <number>', 'port to listen on; 0 takes any free one', wholeNumber(0, 65_535), 4000)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--secret <whsec_...>', "the merchant's secret_key, to check signatures with", secret)
  .option('--fail <n>', 'answer 500 to the first n attempts of every event', wholeNumber(0, 1000), 0)
  .option('--status <number>', 'what to answer to the others that verify', wholeNumber(200, 599), 204)
  .option('--json', 'print one line of JSON for each request, with headers and body')
  .exitOverride()
  .action(run);

endWithReader(command);
command.parseAsync().catch((error: unknown) => {
  const code = misuseCode(error);
  if (code === undefined) console.error(`ipn-receiver: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = code ?? 1;
});
