import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { config } from '../config/index.js';
import { buildIndexes } from '../src/database.js';
import '../src/ipn/delivery.model.js';
import '../src/merchants/merchant.model.js';
import '../src/payments/payment.model.js';

const PROCESSES = 5;

describe('the indexes of a new database', () => {
  const clients = Array.from({ length: PROCESSES }, () => new MongoClient(config.mongodbUri));
  const [first] = clients;
  after(() => Promise.all(clients.map((client) => client.close())));

  it('are built by every process that starts, all at the same time', async () => {
    // DocumentDB sends some of those who build the same index away ("deadlock detected"), at random: so several times.
    for (let round = 0; round < 2; round++) {
      const name = `t_${randomBytes(5).toString('hex')}`;
      await Promise.all(
        clients.map(async (client) => {
          await pause(Math.random() * 50);
          await buildIndexes(client.db(name));
        }),
      );
      const indexes = await first?.db(name).collection('payments').indexes();
      expect(indexes?.map(({ key }) => Object.keys(key).join())).to.include.members(['_id', 'next.at']);
      await first?.db(name).dropDatabase();
    }
  });
});
