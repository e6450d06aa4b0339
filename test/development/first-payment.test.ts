import { expect } from 'chai';
import { sendFirstPayment } from '../../scripts/development/first-payment.js';
import { listenWhenAllowed } from '../../scripts/development/notifications.js';
import { allowAddresses } from '../../src/ipn/call/address-rules.js';
import { quietly } from '../support/quietly.js';
import { sharedTollgate } from '../support/tollgate.js';

describe('the first payment of ./scripts/up', () => {
  const networks: [string, string[], boolean][] = [
    ['is notified of on this machine', ['127.0.0.0/8'], true],
    ['does not wait for a notification that no setting lets come', [], false],
  ];
  for (const [what, allowed, comes] of networks)
    it(
      what,
      quietly(async () => {
        const { urls, merchant } = await sharedTollgate();
        const { url, verified } = await listenWhenAllowed(merchant.secret_key, allowAddresses(allowed));
        const first = await sendFirstPayment(urls.api, merchant.public_key, url, verified);

        expect(first.status).to.equal('success');
        expect(first.notifiedMs !== null).to.equal(comes);
        expect(new URL(url).hostname).to.equal(comes ? '127.0.0.1' : 'receiver.invalid');
      }),
    );
});
