import { press } from '../../../test/gateways/wallet-customer.js';
import type { RunGateway } from './gateway.js';

/** A customer at a wallet's page. */
export const walletCustomer: RunGateway['customer'] = async (does, page) =>
  (await press(page, does === 'pays' ? 'confirm' : 'cancel')) || null;
