import { MongoClient, MongoServerError } from 'mongodb';
import { runProcess } from '../../dist/src/process/run-process.js';

// A process, as it is built, whose start ends in a fault: of its database, or of its own.

const [fault] = process.argv.slice(2);

/** Tries until the driver has heard why nobody answers: on a busy machine its short wait may end before. */
async function connectInVain() {
  const client = new MongoClient(process.env.MONGODB_URI, { serverSelectionTimeoutMS: 100 });
  return client.connect().catch((error) => {
    if (error.reason.error) throw error;
    return connectInVain();
  });
}

runProcess('started', async () => {
  if (fault === 'bug') throw new TypeError('a bug');
  if (fault === 'no access') throw new MongoServerError({ code: 18, errmsg: 'Authentication failed.' });
  await connectInVain();
});
