import { MongoClient, MongoServerError } from 'mongodb';
import { runProcess } from '../../dist/src/process/run-process.js';

// A process, as it is built, whose start ends in a fault: of its database, or of its own.

const [fault] = process.argv.slice(2);

runProcess('started', async () => {
  if (fault === 'bug') throw new TypeError('a bug');
  if (fault === 'no access') throw new MongoServerError({ code: 18, errmsg: 'Authentication failed.' });
  await new MongoClient(process.env.MONGODB_URI, { serverSelectionTimeoutMS: 100 }).connect();
});
