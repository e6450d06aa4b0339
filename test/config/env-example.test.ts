import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { envExample } from '../../config/env-example.js';
import { loadConfig } from '../../config/index.js';
import { ROOT } from '../../config/root.js';
import { SETTINGS } from '../../config/settings.js';
import { REQUIRED } from './environments.js';

const ABOUT = new Map(Object.entries(SETTINGS).map(([name, { about }]) => [name, about]));
const APART = ['CARD_PRIVATE_KEY', 'GATEWAY_URL_STRIPE', 'CONCURRENCY_CARD_AUTHORIZATION'];

const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
const lines = example.split('\n');
const settings = lines.flatMap((line, index) => {
  const [, commented, name, value] = /^(# )?([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
  return name === undefined ? [] : [{ name, value, isSet: commented === undefined, above: lines[index - 1] ?? '' }];
});

describe('.env.example', () => {
  it('is what `npm run env-example` prints', () => {
    expect(example).to.equal(envExample());
  });

  it('lists exactly the settings, in their order, and those that are read apart', () => {
    expect(settings.map(({ name }) => name).filter((name) => !APART.includes(name))).to.deep.equal(
      Object.keys(SETTINGS),
    );
    expect(settings.map(({ name }) => name)).to.include.members(APART);
  });

  for (const { name, above } of settings)
    it(`explains ${name} in the line above it`, () => {
      const about = ABOUT.get(name) ?? above.slice(2);
      expect(about.length).to.be.greaterThan(10);
      expect(above).to.equal(`# ${about}`);
    });

  it('shows the defaults that hold', () => {
    const shown = settings.filter(({ value, name }) => value !== '' && !APART.includes(name));
    const uncommented = shown.map(({ name, value }) => `${name}=${value}`).join('\n');
    expect(loadConfig({ ...REQUIRED, ...parseEnv(uncommented) })).to.deep.equal(loadConfig(REQUIRED));
  });

  it('leaves empty what must be set, and sets nothing else', () => {
    const required = [...Object.keys(REQUIRED), 'CARD_PRIVATE_KEY'];
    expect(settings.filter(({ isSet }) => isSet).map(({ name }) => name)).to.have.members(required);
    for (const { value, isSet } of settings) if (isSet) expect(value).to.equal('');
  });
});
