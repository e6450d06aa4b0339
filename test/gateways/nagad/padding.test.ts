import { expect } from 'chai';
import fc from 'fast-check';
import { randomBytes, sign } from 'node:crypto';
import { ConnectorError } from '../../../src/connectors/connector.js';
import { unpadded } from '../../../src/connectors/nagad/padding.js';
import { mostBytes, opened, sealed } from '../../../src/connectors/nagad/sealed.js';
import { BADLY_PADDED, encryptBlock, seal, unseal, wellPadded } from './seal.js';
import { pairOfKeys } from './world.js';

const [us, nagad] = [pairOfKeys(), pairOfKeys()];
const keys = { ours: us.privateKey, nagads: nagad.publicKey };

describe('the padding of PKCS #1 v1.5', () => {
  it('is taken off every message that fits', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 245 }), (bytes) => {
        const message = Buffer.from(bytes);
        expect(unpadded(wellPadded(message))?.equals(message)).to.equal(true);
      }),
    );
  });

  it('is told from every other form, as plain code would tell it', () => {
    const plainly = (block: Buffer): Buffer | null => {
      const end = block.indexOf(0, 2);
      return block[0] === 0 && block[1] === 2 && end >= 10 ? block.subarray(end + 1) : null;
    };
    const byte = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(0, 1, 2, 255) }, fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(
        fc.constantFrom([0, 2], [0, 1], [1, 2], [0, 0], [2, 0], [0, 130]),
        fc.array(byte, { minLength: 1, maxLength: 60 }),
        (head, rest) => {
          const block = Buffer.from([...head, ...rest]);
          expect(unpadded(block)).to.deep.equal(plainly(block));
        },
      ),
      { numRuns: 2000 },
    );
    for (const [name, make] of Object.entries(BADLY_PADDED))
      expect(unpadded(make(randomBytes(20))), name).to.equal(null);
  });
});

describe('what travels between us and Nagad', () => {
  it('is read by Nagad as it was written, and byte for byte what was signed', () => {
    const content = { merchantId: '683002007104225', orderId: 'ABC', amount: '12.50', name: 'বিকাশ' };
    expect(unseal(sealed(content, keys), nagad.privateKey, us.publicKey)).to.deep.equal(content);
  });

  it('has 245 bytes at most', () => {
    expect(mostBytes(nagad.publicKey)).to.equal(245);
    const of = (bytes: number) => ({ x: 'x'.repeat(bytes - '{"x":""}'.length) });
    expect(unseal(sealed(of(245), keys), nagad.privateKey, us.publicKey)).to.deep.equal(of(245));
    expect(() => sealed(of(246), keys)).to.throw(ConnectorError, '245 bytes, not 246');
    expect(() => sealed({ x: 'ব'.repeat(100) }, keys), 'bytes, not letters').to.throw(ConnectorError);
  });

  it('is opened when it is for us and of Nagad’s hand', () => {
    expect(opened(seal({ challenge: 'abc' }, us.publicKey, nagad.privateKey), keys)).to.equal('{"challenge":"abc"}');
  });

  it('is opened in several pieces, each encrypted by itself, in their order alone', () => {
    const text = JSON.stringify({ challenge: 'ব'.repeat(100) });
    const plain = Buffer.from(text);
    const pieces = [plain.subarray(0, 245), plain.subarray(245, 300), plain.subarray(300)].map((piece) =>
      Buffer.from(encryptBlock(wellPadded(piece), us.publicKey), 'base64'),
    );
    const signature = sign('sha256', plain, nagad.privateKey).toString('base64');
    const of = (blocks: Buffer[]) =>
      opened({ sensitiveData: Buffer.concat(blocks).toString('base64'), signature }, keys);
    expect(of(pieces)).to.equal(text);
    expect(of(pieces.slice(0, 2))).to.equal(null);
    expect(of(pieces.toReversed())).to.equal(null);
    expect(of([...pieces.slice(0, 2), randomBytes(256)])).to.equal(null);
  });

  it('is not opened, without a word why, in any other form', () => {
    const good = seal({ challenge: 'abc' }, us.publicKey, nagad.privateKey);
    const signature = (text: string) => sign('sha256', Buffer.from(text), nagad.privateKey).toString('base64');
    const cipher = Buffer.from(good.sensitiveData, 'base64');
    const badlyPadded = Object.values(BADLY_PADDED).map((pad) =>
      seal({ challenge: 'abc' }, us.publicKey, nagad.privateKey, pad),
    );
    for (const wrong of [
      ...badlyPadded,
      { ...good, signature: signature('{"challenge":"abd"}') },
      { ...good, signature: '' },
      { ...good, signature: good.sensitiveData },
      { ...good, sensitiveData: '' },
      { ...good, sensitiveData: cipher.subarray(1).toString('base64') },
      { ...good, sensitiveData: Buffer.concat([cipher, Buffer.from([0])]).toString('base64') },
      { ...good, sensitiveData: Buffer.alloc(256, 255).toString('base64') }, // above the key's own number
      { ...good, sensitiveData: randomBytes(256).toString('base64') },
      { sensitiveData: encryptBlock(Buffer.alloc(256), us.publicKey), signature: signature('') },
      seal({ challenge: 'abc' }, nagad.publicKey, nagad.privateKey),
      seal({ challenge: 'abc' }, us.publicKey, us.privateKey),
    ])
      expect(opened(wrong, keys)).to.equal(null);
  });

  it('is opened in no bit that was changed', () => {
    const good = seal({ challenge: 'abc' }, us.publicKey, nagad.privateKey);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2047 }), fc.boolean(), (bit, ofSignature) => {
        const field = ofSignature ? 'signature' : 'sensitiveData';
        const bytes = Buffer.from(good[field], 'base64');
        bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(opened({ ...good, [field]: bytes.toString('base64') }, keys)).to.equal(null);
      }),
    );
  });
});
