import { expect } from 'chai';
import { openCredentials, sealCredentials } from '../../src/gateways/credentials.js';

describe('credentials of a gateway account', () => {
  const values = { secret_key: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc', pin: 'short' };
  const credentials = sealCredentials('acme-card', values);

  it('open for their account alone, and under their own name', () => {
    expect(openCredentials({ _id: 'acme-card', credentials })).to.deep.equal(values);
    expect(() => openCredentials({ _id: 'acme-upi', credentials })).to.throw();
    const { secret_key, pin } = credentials;
    if (!secret_key || !pin) throw new Error('Nothing was sealed');
    expect(() => openCredentials({ _id: 'acme-card', credentials: { secret_key: pin, pin: secret_key } })).to.throw();
  });

  it('show how they end, and nothing of short ones', () => {
    expect(credentials.secret_key).to.include({ lastFour: 'p7dc' });
    expect(credentials.pin).to.include({ lastFour: '' });
    const exchanged = sealCredentials('acme-card', { secret_key: `sk_test_of_the_new_one_0002,${values.secret_key}` });
    expect(exchanged.secret_key).to.include({ lastFour: '0002' });
    expect(JSON.stringify(credentials)).to.not.include('4eC39HqLyjWDarjtT1z').and.not.include('short');
  });
});
