/** What joi and our own rules tell about a fault. The submitted value is not here, so that no sentence can echo it. */
export interface FaultContext {
  /** The dotted path, or the words of the specification that a schema gives with label(). */
  label: string;
  /** What the rule demands: a count, a bound such as "100.00 INR", a list. */
  limit?: string | number | undefined;
  /** A whole sentence from elsewhere, such as the notification address rules. */
  sentence?: string | undefined;
}

interface Fault {
  /** The stable code that merchants' programs go by. */
  code: string;
  says: (context: FaultContext) => string;
}

const must =
  (demand: string) =>
  ({ label }: FaultContext): string =>
    `${label} must ${demand}`;

const required: Fault = { code: 'required', says: ({ label }) => `${label} is required` };

/** THE table: every rule that a schema can break, by its joi type, with the code and the sentence of its fault. */
const FAULTS: Record<string, Fault> = {
  'any.required': required,
  'string.empty': required,

  'string.base': { code: 'invalid_type', says: must('be a string') },
  'number.base': { code: 'invalid_type', says: must('be a number') },
  'number.integer': { code: 'invalid_type', says: must('be a whole number') },
  'object.base': { code: 'invalid_type', says: must('be an object') },
  'array.base': { code: 'invalid_type', says: must('be a list') },
  'boolean.base': { code: 'invalid_type', says: must('be true or false') },

  'array.unique': { code: 'duplicate', says: must('not repeat an earlier one') },

  'any.only': {
    code: 'unsupported',
    says: ({ label, limit }) => `${label} ${limit ? `must be ${limit}` : 'is not supported'}`,
  },
  'number.min': { code: 'too_small', says: ({ label, limit }) => `${label} must be at least ${limit}` },
  'number.max': { code: 'too_large', says: ({ label, limit }) => `${label} must be at most ${limit}` },
  'number.unsafe': { code: 'out_of_range', says: ({ label }) => `${label} is out of range` },
  'string.email': { code: 'invalid_format', says: must('be a valid e-mail address') },

  'text.characters': { code: 'invalid_characters', says: must('not contain control characters or broken characters') },
  'text.short': { code: 'too_short', says: ({ label, limit }) => `${label} must have at least ${limit} characters` },
  'text.length': { code: 'too_long', says: ({ label, limit }) => `${label} must not exceed ${limit} characters` },

  'url.form': { code: 'invalid_format', says: must('be an absolute http or https URL') },
  'url.user': { code: 'invalid_format', says: must('not contain a user name or password') },
  'url.https': { code: 'https_required', says: must('be an https URL in live mode') },
  'url.refused': { code: 'refused_address', says: ({ label, sentence }) => sentence ?? `${label} is not allowed` },

  'mobile.form': { code: 'invalid_format', says: must('be a mobile number in international format with a leading +') },
  'mobile.indian': { code: 'invalid_format', says: must('be a valid Indian mobile number: +91 and ten digits') },
  'mobile.bangladeshi': {
    code: 'invalid_format',
    says: must('be a valid Bangladeshi mobile number: +8801 and nine digits'),
  },
  'country.form': { code: 'invalid_format', says: must('be an ISO 3166 two-letter code in upper case') },

  'currency.unsupported': {
    code: 'unsupported_currency',
    says: must('be the upper-case ISO 4217 code of a currency in use'),
  },
  'object.unknown': {
    code: 'unsupported_currency', // amounts by currency: the one object that asks joi to refuse names (fee rules do it themselves)
    says: must('be named by the upper-case ISO 4217 code of a currency in use'),
  },
  'currency.method': { code: 'unsupported_currency', says: ({ label, limit }) => `${label} must be ${limit}` },
  'method.unsupported': { code: 'unsupported', says: ({ label, limit }) => `${label} must be ${limit}` },
  'method.contradiction': { code: 'contradiction', says: must('be card when a card is sent') },

  'amount.not_positive': { code: 'too_small', says: must('be greater than zero') },
  'amount.decimals': { code: 'too_many_decimals', says: ({ label, limit }) => `${label} must have at most ${limit}` },
  'amount.min': { code: 'too_small', says: ({ label, limit }) => `${label} must be at least ${limit}` },
  'amount.swallowed': { code: 'too_small', says: must('be more than its fee') },
  'amount.multiple': { code: 'not_a_multiple', says: ({ label, limit }) => `${label} must be a multiple of ${limit}` },
  'amount.max': { code: 'too_large', says: ({ label, limit }) => `${label} must be at most ${limit}` },

  'amount.form': { code: 'invalid_format', says: must('be a number such as 49.90') },
  'digits.form': { code: 'invalid_format', says: ({ label, limit }) => `${label} must be ${limit} digits` },

  'account.mode': { code: 'other_mode', says: ({ label, limit }) => `${label} must be of ${limit}` },
  'account.id': { code: 'invalid_format', says: must('be 3 to 40 of a-z, 0-9 and -') },
  'array.max': { code: 'too_many', says: ({ label, limit }) => `${label} must have at most ${limit}` },
  'array.min': { code: 'too_few', says: must('not be empty') },

  'any.unknown': { code: 'not_changeable', says: must('not be changed') },
  'trx.form': { code: 'invalid_format', says: must('be a trx, which is a UUID') },
  'day.form': { code: 'invalid_format', says: must('be a day such as 2026-01-31') },
  'day.order': { code: 'out_of_range', says: must('not be before the first day') },
  'time.form': {
    code: 'invalid_format',
    says: must('be an ISO 8601 time with its zone, such as 2026-01-31T14:05:00Z'),
  },

  'fee.field': { code: 'unknown_field', says: ({ label, limit }) => `${label} must have no fields but ${limit}` },
  'fee.currency': { code: 'currency_required', says: ({ label }) => `${label} needs the currency of its rule` },
  'fee.maximum': { code: 'contradiction', says: must('not be less than the minimum of its rule') },
  'fee.repeated': { code: 'duplicate', says: must('not be for the same method and currency as an earlier rule') },
  'fee.amount': { code: 'invalid_amount', says: must('be an amount of its currency') },

  'card.characters': { code: 'invalid_characters', says: must('contain only digits and spaces') },
  'card.length': { code: 'invalid_length', says: must('have 12 to 19 digits') },
  'card.luhn': { code: 'invalid_number', says: ({ label }) => `${label} is not valid` },
  'card.network': { code: 'unsupported_network', says: () => 'Card network is not supported' },
  'card.month': { code: 'out_of_range', says: must('be between 1 and 12') },
  'card.year': { code: 'invalid_format', says: must('have 4 digits') },
  'card.expired': { code: 'expired', says: () => 'Card has expired' },
  'card.far': { code: 'too_large', says: must('not be more than 20 years ahead') },
  'card.cvv': { code: 'invalid_format', says: ({ label, limit }) => `${label} must have ${limit} digits` },
  'card.type': { code: 'type_mismatch', says: must('be the network of the card number') },
};

/** The code and sentence of a fault. A rule that the table does not know still says nothing about the value. */
export function describeFault(type: string, context: FaultContext): { code: string; message: string } {
  const fault = FAULTS[type] ?? { code: 'invalid_format', says: ({ label }: FaultContext) => `${label} is not valid` };
  return { code: fault.code, message: fault.says(context) };
}
