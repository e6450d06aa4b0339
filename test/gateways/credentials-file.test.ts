import { expect } from 'chai';
import { parseCredentials, strayLine } from '../../scripts/gateway/credentials-file.js';

describe('the credentials that the gateway command reads', () => {
  const CASES: [what: string, text: string, values: Record<string, string>][] = [
    ['a line for each', 'a=1\nb=2', { a: '1', b: '2' }],
    ['spaces and comments aside', '# keys\n\n export a = 1 \r\nb=2\r\n', { a: '1', b: '2' }],
    [
      'whatever characters a secret has',
      'a=AQE#x`y`$HOME"\'\\n=\nb="q\nc=it\'s',
      { a: 'AQE#x`y`$HOME"\'\\n=', b: '"q', c: "it's" },
    ],
    ['in quotes, over several lines', 'key="-----BEGIN\nMII\n"\nb=\'x # y\'', { key: '-----BEGIN\nMII\n', b: 'x # y' }],
    ['with the ends of lines written out', 'key="-----BEGIN\\nMII\\n"', { key: '-----BEGIN\nMII\n' }],
    ['an empty one as it is', 'a=\nb=2', { a: '', b: '2' }],
    ['the last one of a name', 'a=1\na=2', { a: '2' }],
  ];
  for (const [what, text, values] of CASES)
    it(`are ${what}`, () => {
      expect(parseCredentials(text)).to.deep.equal(values);
      expect(strayLine(text)).to.equal(undefined);
    });

  const STRAY: [what: string, text: string, line: number][] = [
    ['a bare secret', 'sk_live_abc', 1],
    ['a colon instead of =', 'a=1\n\nsecret_key: sk_live_abc\nb=2', 3],
    ['what follows a value over several lines', '# key\r\nkey="-----BEGIN\nMII"\nnonsense\n', 4],
    ['JSON', '{"a": "1"}', 1],
  ];
  for (const [what, text, line] of STRAY)
    it(`are not ${what}`, () => {
      expect(strayLine(text)).to.equal(line);
    });
});
