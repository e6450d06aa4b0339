import { connectDatabase, disconnectDatabase } from '../../../src/database/client.js';
import { createMerchant } from '../../../src/merchants/manage-merchants.js';
import { redis } from '../../../src/redis/client.js';
import { answerQuestions } from '../answer-questions.js';

// Makes test merchants in a process of its own, which has the settings of the Tollgate that they are for.

answerQuestions<{ merchants: number }>(async ({ merchants }) => {
  await connectDatabase();
  const fees = [{ basisPoints: 250, fixed: 30 }];
  const made = await Promise.all(
    Array.from({ length: merchants }, (_, no) => createMerchant({ name: `Shop ${no}`, mode: 'test', fees })),
  );
  await disconnectDatabase();
  redis.disconnect();
  return made.map(({ public_key }) => public_key);
});
