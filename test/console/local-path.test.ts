import { expect } from 'chai';
import fc from 'fast-check';
import { localPath } from '../../src/console/session/local-path.js';

describe('localPath', () => {
  it('keeps paths of ours', () => {
    for (const path of ['/', '/queues', '/queues/queue/ipn-delivery?status=failed&page=2#x', '/a%20b'])
      expect(localPath(path)).to.equal(path);
  });

  it('makes the start page of everything else', () => {
    const others = ['', 'queues', 'https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example'];
    for (const next of [
      ...others,
      '/..//evil.example',
      '/\n/evil.example',
      '/login?next=/',
      undefined,
      ['/queues'],
      {},
    ])
      expect(localPath(next), JSON.stringify(next)).to.equal('/');
  });

  it('never names another host to a browser', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '\t',
      '\n',
      '@',
      ':',
      'evil.example',
      'https:',
      '%2f',
      '?',
      '#',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const ours = 'http://console.example';
        expect(new URL(localPath(pieces.join('')), ours).origin).to.equal(ours);
      }),
    );
  });
});
