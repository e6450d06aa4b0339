import { BUCKETS } from '../http/limits.js';

const pace = ({ perSecond, burst }: { perSecond: number; burst: number }) => `${perSecond} a second, ${burst} at once`;

/** What all calls have in common, in CommonMark: the description of the whole API. */
export const ABOUT = `Every call is a \`POST\` of one JSON object with \`Content-Type: application/json\` in UTF-8, over HTTPS.

## Keys

Your \`public_key\` is a field of every request. Your \`secret_key\` is never sent: it verifies
[notifications](#notifications), with the 32 bytes that follow its \`whsec_\` in base64 as the key of the HMAC. Keys that
begin with \`pk_test_\` reach the sandbox gateway only; no money moves. A missing, unknown, revoked or malformed key is one
and the same 401.

## Order of checks

Path, room for an initiate call, media type, size, JSON, key, rate limit, Idempotency-Key, fields, account and method, route, identifier used before.
All faulty fields of one request are reported together, in the order of the tables below; a nested field is a dotted path
such as \`customer.email\`.

## Fields

- Types are strict: \`"100"\` is no number. Unknown fields are ignored and not stored. \`null\`, and for texts a blank, counts
  as absent.
- Texts are counted in code points. Control characters (tab and newline too) and halves of surrogate pairs are refused.
- URLs are absolute, http or https, at most 2,048 characters, without user name; https only with a live key.
- Amounts are JSON numbers in major units, positive, with no more decimals than ISO 4217 gives the currency, never rounded.
  They are read as IEEE 754 doubles, as JSON is nearly everywhere: of more than 15 digits the last may be lost before we look,
  so that 99.999999999999999999 is 100. Card and hosted payments go up to 999,999.99.
- Currencies are ISO 4217 in upper case. One that is unknown is a 400, one that we have no route for is a 422.

## Repeating a request

With the header \`Idempotency-Key\` the same request gives its first answer again for 24 hours, marked
\`Idempotent-Replayed: true\`; the same key with another request is a 422. A refusal is not kept. Without the header a
repeated \`identifier\` is always a 409; the status call finds the payment by \`identifier\`. A declined payment has used its
identifier, a refused request has not.

## Limits

A merchant may initiate ${pace(BUCKETS.initiate)}; ask for status and events ${pace(BUCKETS.status)}; hand in proofs and
refund ${pace(BUCKETS.confirm)}; cancel and simulate at the pace of initiate. Every answer once your key was
looked up, a refusal too, says where you stand in \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`
(seconds); a 429 says in \`Retry-After\` when to come again. A body may have 100 KB, that of a proof 14 MiB and no more
values than 100 KB hold. A body must arrive within 30 s.

## Tracing

Every answer has an \`X-Request-Id\`, which finds it in our logs. The trace of a W3C \`traceparent\` that you send goes on to
the gateway and to your notification.

## Versions

This is version 1; every call also answers under \`/v1\`. New optional fields, fields of answers, reasons and event types are
no new version: ignore what you do not know.`;

export const ABOUT_NOTIFICATION = `Posted to the payment's \`ipn_url\` once for every result, of the payment and of each of
its refunds, and when a dispute of it is opened or closed; the answer of a card payment too, since you may have lost the reply; none for \`pending\`. Signed as Standard Webhooks 1.0 say. Answer any 2xx within 15 s;
anything else is tried again for about three days. Redirects are not followed. A retry may come after a later event: let no
lower \`sequence\` change what a higher one of the same payment has said.`;
