import { expect } from 'chai';
import { alertNames, configurationFor, rulesFor } from './rules.js';
import { STAGED } from './staged.js';

describe('the staged faults (npm run alerts)', () => {
  it('fire every alert once', () => {
    const staged = STAGED.flatMap(({ alerts }) => alerts);
    expect(alertNames().filter((name) => !staged.includes(name))).to.deep.equal([]);
    expect(staged).to.have.members(alertNames());
  });

  it('meet rules of which only the durations are divided', () => {
    const [rules, sooner] = [rulesFor(1), rulesFor(20)];
    const withoutDurations = (yaml: string) => yaml.replace(/\d+ms\b/g, '…');
    expect(withoutDurations(sooner)).to.equal(withoutDurations(rules));
    expect(sooner).to.include('for: 3000ms').and.include('[15000ms]').and.include('> 60\n');
  });

  it('are scraped at the given addresses', () => {
    expect(configurationFor(20, ['127.0.0.1:1', '127.0.0.1:2']))
      .to.include('targets: ["127.0.0.1:1","127.0.0.1:2"]')
      .and.include('scrape_interval: 3s')
      .and.include('evaluation_interval: 750ms');
  });
});
