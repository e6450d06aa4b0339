import { expect } from 'chai';
import { PNG } from 'pngjs';
import jsQR from 'jsqr';
import { paymentLinks } from '../../src/methods/upi/upi-link.js';
import { qrCodePng } from '../../src/methods/upi/qr-code.js';

const payee = { reference: 'ord_1', pa: 'shop@bank', pn: 'Tea & Co', mc: '5999', apps: [] };

/** Of payments that are always the same: the decoder need not manage every symbol that there is. */
const linkOf = (note: string, amount: number, no = 0) => {
  const trx = `00c1d722-ae10-8762-80ef-${String(no).padStart(12, '0')}`;
  return paymentLinks({ payee, trx, amount, names: [note] }).upi;
};

describe('QR code', () => {
  it('decodes to exactly its content, for notes of thirteen lengths, with a decoder of somebody else', () => {
    for (let no = 1; no <= 13; no++) {
      const content = linkOf('Tea '.repeat(no % 13) + no, no * 199, no);
      const image = PNG.sync.read(qrCodePng(content));
      const decoded = (jsQR as unknown as typeof jsQR.default)(
        new Uint8ClampedArray(image.data),
        image.width,
        image.height,
        { inversionAttempts: 'dontInvert' }, // what is dark on white need not be looked for as white on dark
      );
      expect(decoded?.data).to.equal(content);
    }
  });

  it('is about 512 pixels wide, with four modules of white around it', () => {
    const image = PNG.sync.read(qrCodePng(linkOf('Tea', 10_000)));
    expect(image.width).to.equal(image.height).and.to.be.within(440, 580);
    const isWhite = (x: number, y: number) => image.data.at((y * image.width + x) * 4) === 255;
    const firstDark = Array.from({ length: image.width }, (_, at) => at).find((at) => !isWhite(at, at)) ?? 0;
    const finder = Array.from({ length: image.width }, (_, at) => at).findIndex(
      (at) => at > firstDark && isWhite(at, firstDark),
    );
    const module = (finder - firstDark) / 7; // a finder pattern is seven modules wide (ISO/IEC 18004)
    expect(firstDark).to.equal(4 * module);
  });

  it('costs the event loop a third at most of what writing such an image otherwise does', () => {
    const content = linkOf('Tea', 10_000);
    const image = PNG.sync.read(qrCodePng(content));
    const usedBy = (run: () => unknown) => {
      const startedAt = process.cpuUsage();
      run();
      return process.cpuUsage(startedAt).user / 1000;
    };
    const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1];
    const pairs = Array.from({ length: 11 }, () => [
      usedBy(() => qrCodePng(content)),
      usedBy(() => PNG.sync.write(image)),
    ]);
    const [ours, others] = [0, 1].map((at) => median(pairs.map((pair) => pair[at] ?? NaN)));
    expect(ours).to.be.below((others ?? NaN) / 3); // 3 and 31 ms on an idle machine
  });
});
