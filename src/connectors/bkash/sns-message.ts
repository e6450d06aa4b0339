import Joi from 'joi';
import { verify, type KeyObject } from 'node:crypto';
import { parseUrl } from '../../validation/parse-url.js';
import { answerForm } from '../http/answer.js';
import { parseJson } from '../http/parse-json.js';
import { TOPIC } from './credentials.js';

/** A message of Amazon SNS as it comes over HTTP. */
export interface SnsMessage {
  Type: 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation';
  MessageId: string;
  TopicArn: string;
  Message: string;
  Timestamp: string;
  SignatureVersion: '1' | '2';
  Signature: string;
  SigningCertURL: string;
  Subject?: string | null;
  Token?: string;
  SubscribeURL?: string;
}

const text = Joi.string().max(2048);
const long = Joi.string().allow('').max(262_144);

const form = answerForm<SnsMessage>({
  Type: Joi.valid('Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation').required(),
  MessageId: text.required(),
  TopicArn: text.required(),
  Message: long.required(),
  Timestamp: text.required(),
  SignatureVersion: Joi.valid('1', '2').required(),
  Signature: text.base64().required(),
  SigningCertURL: text.required(),
  Subject: text.allow('', null),
  Token: text.allow('', null),
  SubscribeURL: text.allow('', null),
});

/** A message; null when it is none of SNS' form. */
export function readSnsMessage(body: string): SnsMessage | null {
  const checked = form.validate(parseJson(body), { convert: false });
  return checked.error ? null : checked.value;
}

const OF_NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;
const OF_SUBSCRIPTION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const;

/** What is signed of a message: each field that there is, with its name (Amazon SNS, "Verifying the signatures"). */
function signedText(message: SnsMessage): string {
  const names = message.Type === 'Notification' ? OF_NOTIFICATION : OF_SUBSCRIPTION;
  return names
    .flatMap((name) => {
      const value = message[name];
      return value === undefined || value === null ? [] : [`${name}\n${value}\n`];
    })
    .join('');
}

const DIGESTS = { '1': 'sha1', '2': 'sha256' } as const;

/** RSA with PKCS #1 v1.5. */
export const isSignedBy = (key: KeyObject, message: SnsMessage): boolean =>
  verify(
    DIGESTS[message.SignatureVersion],
    Buffer.from(signedText(message)),
    key,
    Buffer.from(message.Signature, 'base64'),
  );

/**
 * An address of SNS in a topic's own region; null for any other, since whoever may name the certificate may sign anything.
 */
export function snsUrl(address: string | undefined, topic: string): URL | null {
  const [, region] = TOPIC.exec(topic) ?? [];
  const url = parseUrl(address ?? '');
  if (!url || region === undefined) return null;
  const isOurs = url.protocol === 'https:' && url.host === `sns.${region}.amazonaws.com`;
  return isOurs && url.username === '' && url.password === '' ? url : null;
}
