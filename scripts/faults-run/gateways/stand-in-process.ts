import '../../../test/support/environment.js'; // first: what follows reads the configuration as soon as it is loaded
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { COMMON_FAULTS } from '../../../test/gateways/faults.js';
import { serve } from '../../../test/support/serve.js';
import { gatewayNamed } from './index.js';

// A process that plays one gateway, and answers to the run at CONTROL_PORT: GET /moved, PUT /hook, PUT /fault.

const [name = ''] = process.argv.slice(2);
const { account, play } = gatewayNamed(name);
const played = await play();

interface Order {
  /** Where news are sent. */
  callbacks?: string;
  /** Absent: all is well again. */
  fault?: string;
  /** The part of the calls that are struck. */
  share?: number;
}

const orderIn = async (call: IncomingMessage) => (await json(call)) as Order; // the run sends it: stand-ins.ts

async function obey(call: IncomingMessage): Promise<object> {
  if (call.url === '/moved') return { ...played.moved(), untold: played.untold() };
  if (call.url === '/hook') {
    const { callbacks = '' } = await orderIn(call);
    played.hook(callbacks);
  }
  if (call.url === '/fault') {
    const { fault: wanted, share } = await orderIn(call);
    const fault = COMMON_FAULTS.find((each) => each === wanted);
    played.mend();
    if (fault) played.spoil(/./, fault, Infinity, share);
  }
  return { url: played.url, credentials: account.credentials };
}

await serve((call, response) => {
  obey(call).then(
    (said) => response.setHeader('content-type', 'application/json').end(JSON.stringify(said)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}, Number(process.env.CONTROL_PORT));
