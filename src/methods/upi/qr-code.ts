import QRCode from 'qrcode';
import { crc32, deflateSync } from 'node:zlib';

/** Modules of white around the symbol (ISO/IEC 18004). */
const MARGIN = 4;
const WIDTH = 512;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** One chunk of a PNG: length, type, data, checksum (W3C PNG 3, 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A square greyscale image of one bit a pixel: 1 is white. */
function header(width: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(width, 4);
  data.writeUInt8(1, 8);
  return data;
}

/** The pixel rows of one row of modules: a filter byte, then eight pixels a byte. */
function rowOf(isDark: (column: number) => boolean, modules: number, scale: number): Buffer {
  const width = modules * scale;
  const row = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
  row.writeUInt8(0, 0);
  for (let x = 0; x < width; x++) {
    if (!isDark(Math.floor(x / scale))) continue;
    const at = 1 + (x >> 3);
    row.writeUInt8(row.readUInt8(at) & ~(0x80 >> (x & 7)), at);
  }
  return row;
}

/**
 * A QR code as a PNG of about 512 pixels: error correction M, 4 modules of margin. The matrix is the library's; its own
 * PNG writer would hold the event loop for 36 ms, an image of one bit a pixel takes about one.
 */
export function qrCodePng(content: string): Buffer {
  const { modules } = QRCode.create(content, { errorCorrectionLevel: 'M' });
  const size = modules.size + 2 * MARGIN;
  const scale = Math.max(1, Math.round(WIDTH / size));
  const isInside = (at: number) => at >= MARGIN && at < MARGIN + modules.size;
  const rows = Array.from({ length: size }, (_, y) => {
    const isDark = (x: number) => isInside(x) && isInside(y) && modules.get(y - MARGIN, x - MARGIN) === 1;
    return Array<Buffer>(scale).fill(rowOf(isDark, size, scale));
  });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(size * scale)),
    chunk('IDAT', deflateSync(Buffer.concat(rows.flat()), { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
