import '../../support/environment.js'; // first: what follows reads the configuration as soon as it is loaded
import { createBkashWallet } from '../../../src/connectors/bkash/wallet.js';
import { connectDatabase, disconnectDatabase } from '../../../src/database/client.js';
import { redis } from '../../../src/redis/client.js';
import { walletAbout } from '../../support/about.js';
import { bkashAccess } from './access.js';

// A process that asks bKash one question with the account that it is told, and ends.
const [apiUrl = '', account = ''] = process.argv.slice(2);
const wallet = createBkashWallet(bkashAccess({ apiUrl, account, timeout: 20 }));
try {
  await connectDatabase();
  await wallet.fetchOrder(walletAbout('nobodys', { reference: 'TR0011NOBODY', since: new Date(0) }));
  process.stdout.write('answered\n');
} finally {
  redis.disconnect();
  await disconnectDatabase();
}
