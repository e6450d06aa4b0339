import { expect } from 'chai';
import { LANGUAGES } from '../../src/language/language.js';

/** Every text of a language by its path; texts with a gap are filled. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String((value as (...gaps: string[]) => string)('{1}', '{2}'))]]; // all texts take texts
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, path ? `${path}.${name}` : name));
}

const english = new Map(textsOf(LANGUAGES.en));
const bengali = new Map(textsOf(LANGUAGES.bn));

/** Names, which stay as they are; each must be one of the few that customers know in Latin letters. */
const NAMES = /Tollgate|UPI|MM \/ YY|SEPA|IBAN|BIC|\{\d\}/g;

describe('the texts of the hosted page', () => {
  it('are there in both languages, none missing and none too many', () => {
    expect([...bengali.keys()]).to.have.members([...english.keys()]);
    expect(english.size).to.be.greaterThan(80);
  });

  for (const [path, text] of bengali) {
    if (path === 'language') continue;
    it(`say ${path} in Bengali, with no English left and the same gaps`, () => {
      expect(text).to.match(/[\u0980-\u09ff]/);
      expect(text.replaceAll(NAMES, '')).to.not.match(/[A-Za-z0-9]/);
      expect(text.match(/\{\d\}/g)?.sort() ?? []).to.deep.equal(
        english
          .get(path)
          ?.match(/\{\d\}/g)
          ?.sort() ?? [],
      );
    });
  }
});
