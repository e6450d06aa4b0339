import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { PNG } from 'pngjs';
import jsQR from 'jsqr';
import { paymentLinks } from '../../src/methods/upi/upi-link.js';
import { qrCodePng } from '../../src/methods/upi/qr-code.js';

const payee = { reference: 'ord_1', pa: 'shop@bank', pn: 'Tea & Co', mc: '5999', apps: [] };

const linkOf = (note: string, amount: number) => paymentLinks({ payee, trx: randomUUID(), amount, names: [note] }).upi;

describe('QR code', () => {
  it('decodes to exactly its content, for fifty payments, with a decoder of somebody else', () => {
    for (let no = 1; no <= 50; no++) {
      const content = linkOf('Tea '.repeat(no % 13) + no, no * 199);
      const image = PNG.sync.read(qrCodePng(content));
      const decoded = (jsQR as unknown as typeof jsQR.default)(
        new Uint8ClampedArray(image.data),
        image.width,
        image.height,
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

  it('costs a few milliseconds of the event loop at most', () => {
    const content = linkOf('Tea', 10_000);
    qrCodePng(content);
    const times = Array.from({ length: 21 }, () => {
      const startedAt = process.cpuUsage();
      qrCodePng(content);
      return process.cpuUsage(startedAt).user / 1000;
    });
    // 3 ms on an idle machine, 6 on one whose host gives it two thirds of its time; the library's own writer takes 36.
    expect(times.sort((a, b) => a - b)[10]).to.be.below(12);
  });
});
