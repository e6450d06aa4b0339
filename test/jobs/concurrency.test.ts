import { expect } from 'chai';
import { ConfigError } from '../../config/index.js';
import { JOBS } from '../../src/jobs/catalogue.js';
import { concurrencyOf, refuseUnknownJobs } from '../../src/jobs/concurrency.js';

describe('how many of a job run at once', () => {
  it('is what the catalogue says, where no setting says otherwise', () => {
    expect(concurrencyOf('card-authorization')).to.equal(JOBS['card-authorization'].concurrency);
  });

  for (const name of ['card-authorisation', 'web', ''])
    it(`is refused at the boot for "${name}", which is no job, by the setting's name and with those that there are`, () => {
      const setting = `"CONCURRENCY_${name.toUpperCase().replaceAll('-', '_')}" names no job`;
      expect(() => refuseUnknownJobs({ 'ipn-delivery': 3, [name]: 20 }))
        .to.throw(ConfigError, setting)
        .with.property('message')
        .that.includes('CONCURRENCY_STATUS_INQUIRY');
    });
});
