import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { connectDatabase } from '../../src/database/client.js';
import { findEarlierUses, findReference, referencesIn } from '../../src/proofs/references.js';
import { findAccount, learnAccounts } from '../../src/gateways/accounts.js';
import { aUpiPayment, aWalletPayment, stored } from './a-local-payment.js';
import { aShop, removeSaved } from './api.js';

/** Twelve digits that no other test has shown. */
const aReference = (): string => String(randomInt(600_000_000_000, 700_000_000_000));

describe('UPI references', () => {
  before(connectDatabase);
  after(removeSaved);

  const TEXTS: [string, string[]][] = [
    ['632551234567', ['632551234567']],
    ['UTR:632551234567.', ['632551234567']],
    ['UTR632551234567', ['632551234567']],
    ['632551234567 and 632551234568', ['632551234567', '632551234568']],
    ['632551234567, again 632551234567', ['632551234567']],
    ['6325512345678', []],
    ['63255123456', []],
    ['from 919876543210, UTR 632551234567', ['632551234567']],
    ['from 919876543210', []],
    ['919876543211', ['919876543211']],
    ['৬৩২৫৫১২৩৪৫৬৭', ['632551234567']],
    ['६३२५५१२३४५६७', ['632551234567']],
    ['𝟨𝟥𝟤𝟧𝟧𝟣𝟤𝟥𝟦𝟧𝟨𝟩', ['632551234567']],
    ['6325 5123 4567', ['632551234567']],
    ['6325-5123–4567', ['632551234567']],
    ['६३२५ ५१२३ ४५६७', ['632551234567']],
    ['6325\u200c5123\u200d4567', ['632551234567']],
    ['6325 - 5123 - 4567', ['632551234567']],
    ['paid 500 632551234567', ['632551234567']],
    ['632551234567 2026-11-22', ['632551234567']],
    ['632551234567 632551234568', ['632551234567', '632551234568']],
    ['6325 5123 45678', []],
    ['6325.5123.4567', []],
    ['from +91 98765 43210', []],
  ];
  for (const [text, references] of TEXTS)
    it(`finds ${references.join(' and ') || 'none'} in "${text}"`, () => {
      expect(referencesIn(text, aUpiPayment())).to.deep.equal(references);
    });

  it('has none in the proof of a wallet', () => {
    expect(referencesIn('632551234567', aWalletPayment())).to.deep.equal([]);
  });

  it('flags the second payment that shows one, and not the first', async () => {
    const reference = aReference();
    const [first, second] = [await aShop(), await aShop()];
    await first.confirm(`UTR ${reference}`);
    await second.confirm(`${reference} paid`);
    expect((await stored(first.trx)).proof).to.deep.include({ references: [reference], flags: [] });
    const flagged = await stored(second.trx);
    expect(flagged.proof).to.deep.include({ references: [reference], flags: ['reference_used'] });
    const uses = await findEarlierUses([flagged, await stored(first.trx)]);
    expect([...uses.keys()]).to.deep.equal([second.trx]);
    expect(uses.get(second.trx)?.map(({ reference, trx }) => ({ reference, trx }))).to.deep.equal([
      { reference, trx: first.trx },
    ]);
    expect(await findReference(reference)).to.equal(first.trx);
    expect(await findReference(aReference())).to.equal(null);
  });

  it('flags a payment that shows what another one was paid under, which nobody has shown', async () => {
    const reference = aReference();
    const attempts = [{ no: 1, key: 'k-1', startedAt: new Date(), outcome: 'paid', reference }];
    const paid = await aShop({ status: 'succeeded', attempts });
    const { trx, confirm } = await aShop();
    await confirm(`UTR ${reference}`);
    const flagged = await stored(trx);
    expect(flagged.proof).to.deep.include({ references: [reference], flags: ['reference_used'] });
    const uses = (await findEarlierUses([flagged])).get(trx) ?? [];
    expect(uses.map(({ trx }) => trx)).to.deep.equal([paid.trx]);
    expect(await findReference(reference)).to.equal(paid.trx);
  });

  it('flags nobody for what was paid or shown under the same digits at another gateway', async () => {
    const upi = findAccount('sandbox-upi');
    if (!upi) throw new Error('There is no account for UPI');
    const elsewhere = { ...upi, _id: 'another-upi', connector: 'another', onRequest: true };
    const reference = aReference();
    const attempts = [{ no: 1, key: 'k-1', startedAt: new Date(), outcome: 'paid', reference }];
    learnAccounts([elsewhere]);
    await aShop({ status: 'succeeded', account: elsewhere._id, attempts });
    await (await aShop({ account: elsewhere._id })).confirm(reference);
    const { trx, confirm } = await aShop();
    await confirm(reference);
    const shown = await stored(trx);
    expect(shown.proof).to.deep.include({ references: [reference], flags: [] });
    expect((await findEarlierUses([shown])).size).to.equal(0);
  });

  it('does not mind a payment whose gateway account is there no more', async () => {
    const reference = aReference();
    const attempts = [{ no: 1, key: 'k-1', startedAt: new Date(), outcome: 'paid', reference }];
    await aShop({ status: 'succeeded', attempts, account: 'an account of last year' });
    const { trx, confirm } = await aShop();
    expect((await confirm(reference)).status).to.equal(200);
    expect((await stored(trx)).proof).to.deep.include({ references: [reference], flags: [] });
  });

  it('flags nobody who shows its own reference in a second version', async () => {
    const reference = aReference();
    const { trx, confirm } = await aShop();
    await confirm(reference);
    await confirm(`${reference}, paid by phone`);
    expect((await stored(trx)).proof).to.deep.include({ references: [reference], flags: [] });
  });

  it('keeps the flag when a later version shows another reference', async () => {
    const [reference, another] = [aReference(), aReference()];
    await (await aShop()).confirm(reference);
    const { trx, confirm } = await aShop();
    await confirm(reference);
    await confirm(another);
    expect((await stored(trx)).proof).to.deep.include({
      references: [reference, another],
      flags: ['reference_used'],
    });
  });

  it('flags all but one of ten payments that show one at the same moment', async () => {
    const reference = aReference();
    const shops = await Promise.all(Array.from({ length: 10 }, () => aShop()));
    await Promise.all(shops.map(({ confirm }) => confirm(reference)));
    const payments = await Promise.all(shops.map(({ trx }) => stored(trx)));
    expect(payments.filter(({ proof }) => proof?.flags.length === 0)).to.have.length(1);
    expect(payments.filter(({ proof }) => proof?.flags[0] === 'reference_used')).to.have.length(9);
  });
});
