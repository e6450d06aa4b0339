import { mongoClient } from '../../src/database.js';
describe('smoke', () => {
  it('finds', async () => {
    await mongoClient.db('x').collection('y').findOne({});
  });
});
