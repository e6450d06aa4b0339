import { expect } from 'chai';
import { deflateSync } from 'node:zlib';
import { readProof } from '../../src/proofs/read-proof.js';
import { dataUri, IMAGES } from './proofs-of-each-form.js';

const PNG = IMAGES['image/png'];
const base64 = PNG.toString('base64');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const html = Buffer.from(`<!doctype html><script>alert(1)</script>${'x'.repeat(400)}`);
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(20)]);

describe('readProof()', () => {
  for (const [type, bytes] of Object.entries(IMAGES)) {
    for (const [wrapping, value] of [
      ['a data URI', dataUri(bytes, type)],
      ['bare base64', bytes.toString('base64')],
    ] as const)
      it(`takes ${type} as ${wrapping}`, () => {
        expect(readProof(value)).to.deep.include({ form: 'image', type, bytes });
      });

    it(`goes by the bytes of ${type}, not by what they are called`, () => {
      expect(readProof(dataUri(bytes, 'image/svg+xml'))).to.deep.include({ form: 'image', type });
    });
  }

  const IMAGES_TAKEN: [string, string][] = [
    ['a data URI in capitals', `DATA:IMAGE/PNG;BASE64,${base64}`],
    ['a data URI with a parameter', `data:image/png;name=a.png;base64,${base64}`],
    [
      'a PNG that would be gigabytes once unpacked, as bytes',
      dataUri(Buffer.concat([PNG, deflateSync('0'.repeat(1e6))])),
    ],
    [
      'an image that is also HTML, as bytes',
      dataUri(Buffer.from('GIF89a/*<html><script>alert(1)</script>*/'), 'image/gif'),
    ],
  ];
  for (const [what, value] of IMAGES_TAKEN)
    it(`takes ${what}`, () => {
      expect(readProof(value)).to.include({ form: 'image' });
    });

  const URLS: string[] = [
    'https://files.example/proof.png',
    'http://files.example:8080/a?b=c#d',
    'HTTPS://FILES.EXAMPLE/',
    'http://127.0.0.1/latest/meta-data',
    `https://files.example/${'a'.repeat(2048 - 22)}`,
  ];
  for (const value of URLS)
    it(`keeps the URL ${value.slice(0, 50)} as text`, () => {
      expect(readProof(value)).to.include({ form: 'url', text: value });
    });

  const TEXTS: [string, string][] = [
    ['a UPI reference', '632551234567'],
    ['a wallet reference', 'BKH7T2Q9XA'],
    ['a sentence', 'UTR 632551234567, paid by phone'],
    ['four characters', 'AB12'],
    ['255 characters', '1'.repeat(255)],
    ['255 characters beyond the basic plane', '1'.repeat(1) + '😀'.repeat(254)],
    ['Bengali with its joiners and digits', 'বিকাশ র\u200d্য ৫০০'],
    ['a script address, which is only a text', 'javascript:alert(1)'],
    ['markup, which is only a text', '<b>1</b>'],
  ];
  for (const [what, value] of TEXTS)
    it(`takes ${what} as a text reference`, () => {
      expect(readProof(value)).to.include({ form: 'text', text: value });
    });

  it('leaves the spaces around a text out', () => {
    expect(readProof('  632551234567 ')).to.include({ form: 'text', text: '632551234567' });
  });

  const REFUSED: [string, string][] = [
    ['a text of three characters', 'A12'],
    ['a text of three characters and spaces', ' A12 '],
    ['a text of 256 characters', '1'.repeat(256)],
    ['a text without a digit', 'I have paid'],
    ['a text with a line break', 'paid\n632551234567'],
    ['a text that ends in a line break', '632551234567\n'],
    ['a text with a null character', 'paid 1\u0000'],
    ['a text written backwards', 'paid \u202e321'],
    ['a text with half a surrogate pair', 'paid 1 \ud800'],
    ['a long base64 text that is no image', Buffer.from('x'.repeat(400) + '1').toString('base64')],
    ['bare base64 of HTML', html.toString('base64')],
    ['a short image with a character that is not base64', `${base64.slice(0, 20)}!${base64.slice(21)}`],
    [
      'bare base64 without its padding',
      Buffer.concat([PNG, Buffer.from([1])])
        .toString('base64')
        .replace(/=+$/, ''),
    ],
    ['bare base64 in lines', `${base64.slice(0, 40)}\n${base64.slice(40)}`],
    ['bare base64 in the URL alphabet', Buffer.concat([PNG, Buffer.from([251, 255, 254])]).toString('base64url')],
    ['bare base64 with more after its padding', `${Buffer.concat([PNG, Buffer.from([1])]).toString('base64')}AAAA`],
    ['a data URI of HTML', dataUri(html, 'text/html')],
    ['a data URI of HTML that claims to be a PNG', dataUri(html)],
    ['a data URI of a film in the container of WebP', dataUri(Buffer.from('RIFF0000AVI LIST0000hdrl'), 'image/webp')],
    ['a data URI of what only begins like a JPEG', dataUri(Buffer.from([0xff, 0xd8, 0, 0xe0, 0, 16]), 'image/jpeg')],
    ['a data URI of SVG', dataUri(svg, 'image/svg+xml')],
    ['a data URI of HEIC', dataUri(heic, 'image/heic')],
    ['a data URI of an image that claims to be HTML', dataUri(PNG, 'text/html')],
    ['a data URI with nothing in it', 'data:image/png;base64,'],
    ['a data URI without a comma', `data:image/png;base64${base64}`],
    ['a data URI that is not base64', 'data:image/png,%89PNG%0D%0A%1A%0A'],
    ['a data URI with a broken alphabet', `data:image/png;base64,${base64.slice(0, 20)}*${base64.slice(21)}`],
    ['a data URI with a space before its base64', `data:image/png;base64, ${base64}`],
    ['a data URI after a space', ` data:image/png;base64,${base64}`],
    ['a data URI of a reference', 'data:text/plain,632551234567'],
    ['an ftp address', 'ftp://files.example/proof1.png'],
    ['a file address', 'file:///etc/passwd1'],
    ['a script address with slashes', 'javascript://%0aalert(1)'],
    ['a URL with a user name', 'https://user@files.example/1'],
    ['a URL with a password', 'https://user:pass@files.example/1'],
    ['a URL without a host', 'https:///proof1.png'],
    ['a URL with a space', 'https://files.example/a b1'],
    ['a URL with a line break', 'https://files.example/1\n'],
    ['a URL with a hidden character', 'https://files\u00ad.example/1'],
    ['a URL with a backslash', 'https://files.example\\@other.example/1'],
    ['a URL of 2,049 characters', `https://files.example/${'a'.repeat(2049 - 22)}`],
    ['an opening PNG signature alone, cut in the middle', 'iVBORw0KGgoAAAAN1'],
  ];
  for (const [what, value] of REFUSED)
    it(`refuses ${what}`, () => {
      expect(readProof(value)).to.equal(null);
    });

  it('knows the same image again in another wrapping, and another one as another', () => {
    const digests = [dataUri(PNG), dataUri(PNG, 'image/jpeg'), base64, dataUri(IMAGES['image/gif'])].map(
      (value) => readProof(value)?.digest,
    );
    expect(new Set(digests.slice(0, 3)).size).to.equal(1);
    expect(digests[3]).to.be.a('string').that.does.not.equal(digests[0]);
  });
});
