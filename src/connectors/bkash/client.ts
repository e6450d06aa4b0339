import Joi from 'joi';
import { ConnectorError, Misconfigured, NothingTaken } from '../connector.js';
import { answerForm, nothing, parseAnswer } from '../http/answer.js';
import { send, timeLimit, type Answer } from '../http/send.js';
import type { BkashAccess } from './access.js';
import { failureIn } from './failure.js';
import { readAnswer } from './read-answer.js';
import { createTokens, type Token, type Tokens } from './tokens.js';

/** Of Checkout (URL), in the version that all this is written for. */
export const CHECKOUT = '/v1.2.0-beta/tokenized/checkout';
/** Of refunds, whose second version can give back in parts. */
export const REFUNDS = '/v2/tokenized-checkout/refund/payment';

/** A whole answer of bKash's: what was asked for, or the code of what went wrong. */
export type Said = { body: unknown; failure?: never } | { failure: string; body?: never };

const GRANT_TAKES = 10; // seconds at most
const TOKEN_LIFE = 3600; // seconds, where bKash does not say it

const tokenForm = answerForm<{ id_token: string; expires_in: number }>({
  id_token: Joi.string().max(8192).required(),
  expires_in: Joi.number().integer().min(1).max(86_400).empty(nothing).default(TOKEN_LIFE),
});

/** A code as it may stand in an error: of bKash's own form, and no other text. */
const named = (code: string): string => (/^[\w-]{1,20}$/.test(code) ? code : 'unknown');

/**
 * What all of bKash's connectors call through. Each request is made once; one that bKash refuses for its token has done
 * nothing, and is made again with another.
 */
export function createClient(access: BkashAccess, tokens: Tokens = tokensOf(access)) {
  const misconfigured = (why: string): Misconfigured =>
    new Misconfigured(`bKash refuses the account "${access.account}": ${why}; see docs/gateways/bkash.md`);

  const post = (path: string, body: object, { value }: Token, limit: AbortSignal): Promise<Answer> =>
    send(
      'bKash',
      {
        method: 'POST',
        url: `${access.apiUrl}${path}`,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          authorization: value, // not as a Bearer token
          'x-app-key': access.appKey,
        },
        body: JSON.stringify(body),
      },
      limit,
    );

  /** Whoever else waits for the same token waits on. */
  function token(asked: Promise<Token>, limit: AbortSignal): Promise<Token> {
    const ended = new Promise<never>((_, reject) => {
      const end = () => reject(new NothingTaken('There was no token for bKash in time'));
      if (limit.aborted) end();
      else limit.addEventListener('abort', end, { once: true });
    });
    return Promise.race([asked, ended]);
  }

  async function authorized(path: string, body: object, limit: AbortSignal): Promise<Answer> {
    const first = await token(tokens.current(), limit);
    const answer = await post(path, body, first, limit);
    if (answer.status !== 401) return answer;
    const second = await token(tokens.insteadOf(first), limit);
    return post(path, body, second, limit);
  }

  /** @throws {ConnectorError} when it is no whole answer of bKash's */
  function read({ status, text }: Answer): Said {
    const said = `bKash answered with HTTP ${status}`;
    if (status === 401) throw misconfigured('it takes neither its token nor a new one');
    if (status === 403) throw misconfigured('it may not do this, or not from this address');
    if (status === 429) throw new NothingTaken(said);
    if (status !== 200 && (status < 400 || status > 499)) throw new ConnectorError(said);
    const body = parseAnswer('bKash', text);
    const failure = failureIn(body);
    if (failure === undefined || (failure === null && status !== 200)) throw new ConnectorError(said);
    return failure === null ? { body } : { failure: named(failure) };
  }

  return {
    misconfigured,
    /** That bKash says no word which decides anything. */
    undecided: (code: string, about: string): ConnectorError =>
      new ConnectorError(`bKash answered ${code} about ${about}`),
    /**
     * One call.
     * @throws {NothingTaken} when it provably did nothing
     * @throws {ConnectorError} when the outcome is unknown
     */
    call: async (path: string, body: object, limit: AbortSignal): Promise<Said> =>
      read(await authorized(path, body, limit)),
  };
}

export type Client = ReturnType<typeof createClient>;

/** The tokens of an account, asked for with its credentials. */
export function tokensOf(access: BkashAccess): Tokens {
  const { apiUrl, account, username, password, appKey, appSecret, timeout } = access;
  const takes = Math.min(GRANT_TAKES, timeout);

  async function grant(): Promise<{ value: string; seconds: number }> {
    const outgoing = {
      method: 'POST',
      url: `${apiUrl}${CHECKOUT}/token/grant`,
      headers: { 'content-type': 'application/json', accept: 'application/json', username, password },
      body: JSON.stringify({ app_key: appKey, app_secret: appSecret }),
    } as const;
    const { status, text } = await send('bKash', outgoing, timeLimit(takes));
    const refused = new Misconfigured(
      `bKash gives "${account}" no token: are its credentials right, and of this mode? See docs/gateways/bkash.md`,
    );
    if ([400, 401, 403].includes(status)) throw refused;
    if (status !== 200) throw new ConnectorError(`bKash answered with HTTP ${status} to a question for a token`);
    const body = parseAnswer('bKash', text);
    const failure = failureIn(body);
    if (typeof failure === 'string' && failure !== '503') throw refused;
    const { id_token: value, expires_in: seconds } = readAnswer(tokenForm, body);
    return { value, seconds };
  }

  return createTokens(access, grant, takes);
}
