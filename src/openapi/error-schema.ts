import { listOf, oneOf, only, text, texts } from './schema-parts.js';

const fault = only({
  field: { ...text, description: 'A dotted path in the names of the request, such as `card.number`.' },
  code: { ...text, description: 'What programs go by, such as `required` or `too_long`.' },
  message: { ...text, description: 'A sentence for people.' },
});

const always = {
  status: oneOf('error'),
  message: { ...texts, description: 'Sentences for people: one for each fault.' },
  code: { ...text, description: 'What programs go by.' },
  request_id: { ...text, description: 'Also in the header `X-Request-Id`; it finds the request in our logs.' },
};

/** What errorBody() gives: the one form of every error, as JSON Schema. */
export const errorSchema = {
  ...only(always),
  properties: {
    ...always,
    errors: { ...listOf(fault), description: 'With `validation_error`: every faulty field, in field order.' },
  },
};
