import { sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { selfSigned } from '../../support/self-signed.js';

export const TOPIC = 'arn:aws:sns:ap-southeast-1:000000000000:bkash-tea-shop';
const HOST = 'https://sns.ap-southeast-1.amazonaws.com';
const PEM = '/SimpleNotificationService-0123456789abcdef.pem';

export type Message = Record<string, string>;

/** What is signed, in this order, of what there is (Amazon SNS, "Verifying the signatures of Amazon SNS messages"). */
const SIGNED: Record<string, string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

/** Plays Amazon's SNS: a certificate of its own, messages that are signed with it, and subscriptions. */
export function makeSns() {
  const { key, cert } = selfSigned('rsa');
  const other = selfSigned('ec');
  /** The tokens of subscriptions that were confirmed. */
  const confirmed: string[] = [];
  /** How often each address was asked for. */
  const asked: string[] = [];
  let works = true;

  const signed = (message: Message): Message => {
    const text = (SIGNED[message.Type ?? ''] ?? [])
      .flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]))
      .join('');
    const digest = message.SignatureVersion === '1' ? 'sha1' : 'sha256';
    return { ...message, Signature: sign(digest, Buffer.from(text), key).toString('base64') };
  };
  const common = (Type: string): Message => ({
    Type,
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: TOPIC,
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    SigningCertURL: `${HOST}${PEM}`,
  });

  return {
    confirmed,
    asked,
    fail: (does: boolean): void => void (works = !does),
    /** Signs once more, for a message that was changed. */
    signed,
    /** A message about a payment, as bKash has SNS send it. @param changes of the message itself */
    notification: (told: object | string, changes: Message = {}): Message =>
      signed({
        ...common('Notification'),
        Message: typeof told === 'string' ? told : JSON.stringify(told),
        ...changes,
      }),
    subscription: (changes: Message = {}, token = 'a-token'): Message => {
      const topic = changes.TopicArn ?? TOPIC;
      const query = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: topic, Token: token });
      const SubscribeURL = `${HOST}/?${query.toString()}`;
      return signed({
        ...common('SubscriptionConfirmation'),
        Message: 'Visit it',
        Token: token,
        SubscribeURL,
        ...changes,
      });
    },
    /** Answers what is asked of SNS. @returns false when it is not */
    answer: (call: IncomingMessage, response: ServerResponse): boolean => {
      const { pathname, searchParams } = new URL(call.url ?? '/', HOST);
      const isPem = pathname.endsWith('.pem');
      if (call.method !== 'GET' || (!isPem && pathname !== '/')) return false;
      asked.push(pathname);
      if (!works) response.writeHead(500).end();
      else if (pathname === PEM) response.end(cert);
      else if (pathname === '/other.pem') response.end(other.cert);
      else if (isPem) response.writeHead(404).end('none');
      else {
        confirmed.push(searchParams.get('Token') ?? '');
        response.end('<ConfirmSubscriptionResponse/>');
      }
      return true;
    },
  };
}

/** What bKash tells of a payment that was made. */
export const toldOf = (merchantInvoiceNumber: string, amount = '499.11') => ({
  dateTime: '20261126104500',
  debitMSISDN: '8801770000000',
  creditOrganizationName: 'Blue Tea Shop',
  creditShortCode: '50022',
  trxID: 'BFD90JRLST',
  transactionStatus: 'Completed',
  transactionType: '10002294',
  amount,
  currency: 'BDT',
  merchantInvoiceNumber,
});

/** Sends a message, once. @returns the status of the answer */
export const deliver = async (url: string, message: Message): Promise<number> => {
  const headers = { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': message.Type ?? '' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) })).status;
};
