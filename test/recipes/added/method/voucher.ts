import Joi from 'joi';
import type { ApiRequest } from '../../api/api-route.js';
import { aboutAttempt } from '../../payments/attempts.js';
import { checkedOrder } from '../../payments/checked-order.js';
import { connectorOf } from '../../payments/connector-of.js';
import type { Order } from '../../payments/draft-payment.js';
import { oneOf } from '../../validation/fields.js';
import { closingFields, openingFields } from '../initiate-fields.js';
import { beginLocal, type LocalMethod, type OpenOrder } from '../local/begin-local.js';
import { payAsync } from '../local/pay-async.js';
import { presentWait } from '../local/present-local.js';
import type { Choice, Method } from '../method.js';

const VOUCHER = {
  name: 'voucher',
  status: 'awaiting_payment', // one that is there, with its job; a new one is a line in payments/states.ts
  chosen: 'upi_chosen',
  opened: 'upi_opened',
  expiry: 900,
} as const satisfies LocalMethod;

/** What a merchant sends, in the order of the answers to faults. */
const schema = Joi.object<Order>({ ...openingFields(oneOf('voucher')), ...closingFields() });

/** Asks the gateway for what the customer pays with. */
const open: OpenOrder = async (terms, payment) => ({
  upi: await connectorOf(payment, 'upi').createUpi({ ...terms, note: payment.details }, aboutAttempt(payment)),
});

async function initiate(request: ApiRequest): Promise<object> {
  const { order, route, fee } = checkedOrder(schema, { ...request, method: VOUCHER.name });
  const payment = await beginLocal(VOUCHER, { ...request, route, order, fee }, open);
  return { status: 'success', trx: payment._id, pay_to: payment.local?.upi?.pa, ...presentWait(payment) };
}

/** Its form on the hosted page, with words of its own. */
const choice: Choice = {
  name: 'voucher',
  form: 'form-order',
  texts: (language, amount) =>
    language === 'bn'
      ? { name: 'ভাউচার', about: 'দোকানে দিন', start: `${amount} দিন`, starting: 'খোলা হচ্ছে …' }
      : { name: 'Voucher', about: 'Pay in a shop', start: `Pay ${amount}`, starting: 'Opening …' },
  pay: (payment) => payAsync(payment, VOUCHER, open),
};

export const voucher: Method = {
  name: VOUCHER.name,
  currencies: ['INR'],
  h2h: { type: 'voucher', initiate },
  page: { place: 1, choices: [choice] },
};
