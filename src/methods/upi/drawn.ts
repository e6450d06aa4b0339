import { LRUCache } from 'lru-cache';
import { logger } from '../../telemetry/logger.js';
import { qrCodePng } from './qr-code.js';

/** Of two kilobytes each. */
const MOST = 200;

const drawn = new LRUCache<string, Buffer>({ max: MOST, memoMethod: (content) => qrCodePng(content) });

/** A QR code as a PNG, drawn once for its content: whoever waits for the customer looks at it again and again. */
export const drawnQrCode = (content: string): Buffer => drawn.memo(content);

/** Draws a QR code in the next turn of the event loop, while its order is on its way to the store. */
export const drawSoon = (contentOf: () => string): void =>
  void setImmediate(() => {
    try {
      drawnQrCode(contentOf());
    } catch (error) {
      logger.debug('qr-code.failed', { error }); // and fails again for whoever asks for it
    }
  });
