import { randomUUID } from 'node:crypto';
import { until } from '../../scripts/until.js';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { aPayment } from '../payments/a-payment.js';
import { ChildProcesses } from '../support/child-processes.js';
import { copyOfTollgate, type Copy } from './copy-of-tollgate.js';

describe('the recipe for a job: a line in the catalogue and a file of its name', () => {
  const id = randomUUID().slice(0, 8);
  const database = mongoClient.db(`recipe_job_${id}`); // of its own, since its worker sweeps it
  let copy: Copy;
  let processes: ChildProcesses;
  before(connectDatabase);
  before(async () => {
    copy = await copyOfTollgate();
    await copy.add('job/receipt-printing.ts', 'workers/receipt-printing.ts');
    await copy.addLine('job/line.txt', 'src/jobs/catalogue.ts', '} as const satisfies Record<string, Job>;');
    const uri = new URL(process.env.MONGODB_URI ?? '');
    uri.pathname = database.databaseName;
    const env = {
      ...process.env,
      MONGODB_URI: uri.href,
      QUEUE_PREFIX: `{recipe-${id}}`,
      LOG_LEVEL: 'info',
      SWEEP_INTERVAL: '1',
      METRICS_PORT: '0',
    };
    const command = `env -C ${copy.folder} node --import=tsx workers/run.ts receipt-printing`;
    processes = new ChildProcesses([{ name: 'receipts', command, env, isHealthy: () => Promise.resolve(true) }]);
  });
  after(async () => {
    await processes.killAll();
    await database.dropDatabase();
    await copy.remove();
  });

  it('runs for a document that is owed it, with nothing else changed', async () => {
    const payments = database.collection<PaymentRecord>('payments');
    const next = { job: 'receipt-printing' as never, at: new Date(Date.now() - 120_000) }; // a job of the copy alone
    const payment = aPayment({ status: 'succeeded', next });
    await payments.insertOne(payment);
    await processes.start('receipts');
    await until(
      'the receipt is printed',
      async () => (await payments.findOne({ _id: payment._id }))?.next === undefined,
    );
    await until('it is logged', () => /receipt\.printed/.test(processes.logs('receipts')));
  });
});
