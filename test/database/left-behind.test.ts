import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import type { Document } from 'mongodb';
import { mongoClient } from '../../src/database/client.js';
import { aPayment } from '../payments/a-payment.js';
import { findMisfits } from '../support/left-behind.js';

describe('what the tests leave behind', () => {
  const database = mongoClient.db(`t_${randomBytes(5).toString('hex')}`);
  const payments = () => database.collection<Document & { _id: string }>('payments');
  const good = { ...aPayment(), billingInfo: { 'vat-no': '1' } };
  const [step] = good.history;
  afterEach(() => database.dropDatabase());

  it('is taken when it is as its schema says', async () => {
    await payments().insertOne(good);
    expect(await findMisfits(database)).to.deep.equal([]);
  });

  const WRONG: [what: string, document: Document & { _id: string }, fault: RegExp][] = [
    ['a field that the schema does not know', { ...good, colour: 'red' }, /`colour` is not in schema/],
    [
      'one inside another',
      { ...good, customer: { ...good.customer, title: 'Dr' } },
      /customer: Field `title` is not in schema/,
    ],
    ['one in an item of a list', { ...good, history: [{ ...step, by: 'x' }] }, /history: Field `by` is not in schema/],
    ['a field that is missing', (({ details: _, ...rest }) => rest)(good), /`details` is required/],
    [
      'a text instead of a date',
      { ...good, createdAt: good.createdAt.toISOString() },
      /createdAt: Cast to date failed/,
    ],
    ['a status that nobody knows', { ...good, status: 'lost' }, /`lost` is not a valid enum value/],
    ['null where there is a value or nothing', { ...good, card: null }, /`card` does not allow null/],
    [
      'a value in a map that is no text',
      { ...good, billingInfo: { vat: 1 } },
      /billingInfo.vat: Cast to string failed/,
    ],
  ];
  for (const [what, document, fault] of WRONG)
    it(`is found when it has ${what}`, async () => {
      await payments().insertOne(document);
      const [misfit, ...others] = await findMisfits(database);
      expect(misfit).to.match(fault).and.include(`payments ${good._id}: `);
      expect(others).to.deep.equal([]);
    });

  it('is found when its collection has no schema', async () => {
    await database.collection<{ _id: string }>('notes').insertOne({ _id: 'n1' });
    expect(await findMisfits(database)).to.deep.equal(['notes n1: its collection has no schema']);
  });
});
