import { createCashfreeUpi } from '../../../src/connectors/cashfree/upi.js';
import { createWebhookReader } from '../../../src/connectors/cashfree/webhook.js';
import { localConnectorContract } from '../../contract/local-connector.contract.js';
import { cashfreeAccess } from './access.js';
import { customerAt } from './customer.js';
import { startCashfree, type CashfreeStandIn } from './stand-in.js';

describe('the Cashfree connector for UPI, as any other', () => {
  let cashfree: CashfreeStandIn;
  before(async () => {
    cashfree = await startCashfree();
  });
  after(() => cashfree.close());

  localConnectorContract({
    connect: ({ apiUrl = cashfree.url, ...changes } = {}) => {
      const upi = createCashfreeUpi(cashfreeAccess({ apiUrl, ...changes }));
      return {
        ...upi,
        ...createWebhookReader(cashfreeAccess({ apiUrl })),
        // Cashfree calls https alone, so that the stand-in is told of the address as its dashboard would be.
        createUpi(request, about) {
          cashfree.hook(request.callbackUrl);
          return upi.createUpi(request, about);
        },
      };
    },
    signsTime: false, // believed for a day: what is tried again for long must still be heard
    customer: {
      confirms: (key) => customerAt(cashfree).confirms(key),
      refuses: (key) => customerAt(cashfree).refuses(key),
      cancels: (key) => customerAt(cashfree).cancels(key),
    },
    tooLittle: { asked: 49_944, comes: 49_844 },
    timesCharged: (trx) => Promise.resolve(cashfree.timesCharged(trx)),
  });
});
