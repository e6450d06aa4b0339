const withRest = (start: Buffer | string, rest = 40): Buffer =>
  Buffer.concat([typeof start === 'string' ? Buffer.from(start, 'latin1') : start, Buffer.alloc(rest, 7)]);

/** The smallest things that are each kind of image by their first bytes. */
export const IMAGES = {
  'image/png': withRest('\x89PNG\r\n\x1a\n'),
  'image/jpeg': withRest('\xff\xd8\xff\xe0'),
  'image/webp': withRest('RIFF\x30\x00\x00\x00WEBP'),
  'image/gif': withRest('GIF89a'),
} as const;

export const dataUri = (bytes: Buffer, type = 'image/png'): string => `data:${type};base64,${bytes.toString('base64')}`;

/** A PNG of its own each time. */
export const aPng = (mark: string): Buffer => Buffer.concat([IMAGES['image/png'], Buffer.from(mark)]);
