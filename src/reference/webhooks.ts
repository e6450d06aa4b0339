import { ABOUT_NOTIFICATION } from './about.js';
import { json, ref } from './content.js';
import { NOTIFICATION_HEADERS } from './headers.js';

/** What a merchant's endpoint is sent when a payment or a refund ends, or something happens to a dispute. */
export const notification = {
  operationId: 'takeNotification',
  summary: 'A payment or a refund has ended, or a dispute was opened or closed',
  description: ABOUT_NOTIFICATION,
  parameters: NOTIFICATION_HEADERS,
  requestBody: { required: true, content: json(ref('Notification')) },
  responses: { '2XX': { description: 'Taken.' } },
};

/** What `npm run merchant -- probe` and the console send it. */
export const ping = {
  operationId: 'takePing',
  summary: 'An operator tries your endpoint',
  description:
    'Signed like any notification. Some of them are forged on purpose, to see that you verify: answer 2xx to what ' +
    'verifies and 4xx to the others.',
  parameters: NOTIFICATION_HEADERS,
  requestBody: { required: true, content: json(ref('Ping')) },
  responses: { '2XX': { description: 'It verifies.' }, '4XX': { description: 'It does not.' } },
};
