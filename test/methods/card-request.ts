import { ApiError, type FieldError } from '../../src/errors.js';
import type { RequestContext } from '../../src/validation/validate.js';

export const context: RequestContext = { now: new Date('2026-11-21T12:00:00.000Z'), mode: 'test' };

/** A card request that every rule is content with. */
export const cardRequest = () => ({
  public_key: 'pk_test_0123456789',
  amount: 100,
  currency: 'USD',
  payment_method_type: 'card',
  customer: { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com', mobile: '+14155550123' },
  card: {
    number: '4242 4242 4242 4242',
    expiry_month: 12,
    expiry_year: 2030,
    cvv: '123',
    holder: 'ASHA RAO',
    type: 'VISA',
  },
  billing_address: { country: 'US', address: '1 Main Street', city: 'Springfield', postal_code: '12345' },
  device_fingerprint: 'device-1',
  details: 'Two books',
  identifier: 'order-1',
  ipn_url: 'https://shop.example.com/ipn',
  success_url: 'https://shop.example.com/thanks',
  cancel_url: 'https://shop.example.com/cart',
  site_name: 'The Shop',
  site_logo: 'https://shop.example.com/logo.png',
});

/** A copy of a body in which the field at a dotted path has another value; undefined takes it away. */
export function withField(body: object, path: string, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path.split('.');
  const fields = { ...body } as Record<string, unknown>;
  if (rest.length > 0) return { ...fields, [name]: withField(Object(fields[name]) as object, rest.join('.'), value) };
  if (value === undefined) delete fields[name];
  else fields[name] = value;
  return fields;
}

/** The faults that a call throws; none when it does not throw. */
export function faultsOf(call: () => unknown): FieldError[] {
  try {
    call();
    return [];
  } catch (error) {
    if (error instanceof ApiError && error.code === 'validation_error') return error.extra.errors ?? [];
    throw error;
  }
}
