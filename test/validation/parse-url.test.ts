import { expect } from 'chai';
import { parseUrl } from '../../src/validation/parse-url.js';

describe('parsing URLs', () => {
  const cases: [text: string, base: string | undefined, href: string | undefined][] = [
    ['https://shop.example', undefined, 'https://shop.example/'],
    ['https://bücher.example/ü', undefined, 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://日本.example/', undefined, 'https://xn--wgv71a.example/'],
    ['/queues?page=2', 'http://console.invalid', 'http://console.invalid/queues?page=2'],
    ['/queues', undefined, undefined],
    ['https://', undefined, undefined],
    ['null', undefined, undefined],
  ];
  for (const [text, base, href] of cases)
    it(`makes ${href ?? 'nothing'} of ${text}`, () => expect(parseUrl(text, base)?.href).to.equal(href));

  it('says of an address what it said first, however often it is asked', () => {
    const answers = new Set<boolean>();
    for (let time = 1; time <= 20_000; time++) answers.add(parseUrl('https://bücher.example/') !== null);
    expect([...answers]).to.deep.equal([true]);
  });
});
