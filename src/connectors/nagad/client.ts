import { isIPv4 } from 'node:net';
import { ConnectorError, Misconfigured, NothingTaken } from '../connector.js';
import Joi from 'joi';
import { answerForm, parseAnswer, readAnswerOf } from '../http/answer.js';
import { parseJson } from '../http/parse-json.js';
import { headerOf, send, type Answer } from '../http/send.js';
import type { Payer } from '../payer.js';
import type { NagadAccess } from './access.js';
import { opened, sealed, type Sealed } from './sealed.js';

/** Of whom nobody knows where they are, because a merchant's server called. */
const NO_ADDRESS = '0.0.0.0';

const PHONE = /Mobi|Android/i;

type Customer = Pick<Payer, 'ip' | 'userAgent'>;

/** Nagad takes an address of version 4, whatever the customer has. */
const headersFor = ({ ip = '', userAgent = '' }: Customer) => ({
  'content-type': 'application/json',
  accept: 'application/json',
  'x-km-api-version': 'v-0.2.0',
  'x-km-ip-v4': isIPv4(ip) ? ip : NO_ADDRESS,
  'x-km-client-type': PHONE.test(userAgent) ? 'MOBILE_WEB' : 'PC_WEB',
});

/** What an error says of itself, where it is of Nagad's own form and short. */
const errorForm = answerForm<{ reason: string }>({
  reason: Joi.string()
    .pattern(/^[\w ./-]{1,60}$/)
    .required(),
});

function reasonIn(text: string): string {
  const checked = errorForm.validate(parseJson(text));
  return checked.error ? '' : `, reason ${checked.value.reason}`;
}

const sealedForm = answerForm<Sealed>({
  sensitiveData: Joi.string().max(4096).required(),
  signature: Joi.string().max(4096).required(),
});

/** What all calls to Nagad go through. Each request is made once. */
export function createClient(access: NagadAccess) {
  const misconfigured = (why: string): Misconfigured =>
    new Misconfigured(`Nagad and the account "${access.account}": ${why}; see docs/gateways/nagad.md`);

  /** @throws {ConnectorError} when it is no whole answer */
  function read({ status, text }: Answer): unknown {
    const said = `Nagad answered with HTTP ${status}${reasonIn(text)}`;
    if (status === 401 || status === 403) throw misconfigured(`${said}: it may not do this, or not from this address`);
    if (status === 429) throw new NothingTaken(said);
    if (status < 200 || status > 299) throw new ConnectorError(said);
    return parseAnswer('Nagad', text);
  }

  async function call(
    outgoing: { method: 'GET' | 'POST'; path: string; body?: object; customer?: Customer },
    limit: AbortSignal,
  ): Promise<{ body: unknown; date: string | undefined }> {
    const { method, path, body, customer = {} } = outgoing;
    const answer = await send(
      'Nagad',
      {
        method,
        url: `${access.apiUrl}${path}`,
        headers: headersFor(customer),
        ...(body && { body: JSON.stringify(body) }),
      },
      limit,
    );
    return { body: read(answer), date: headerOf(answer, 'date') };
  }

  return {
    call,
    seal: (content: object): Sealed => sealed(content, access.keys),
    /**
     * What stands in an answer that is sealed.
     * @throws {Misconfigured} in the same words whatever is wrong with it: a person has to look at the keys
     */
    open(body: unknown): unknown {
      const plain = opened(readAnswerOf('Nagad', sealedForm, body), access.keys);
      if (plain === null) throw misconfigured('its answer cannot be read with these keys');
      return parseAnswer('Nagad', plain);
    },
  };
}

export type Client = ReturnType<typeof createClient>;
