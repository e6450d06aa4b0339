/** 32 hex digits as a UUID is written. */
export const dashed = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** A UUID of the first 16 bytes of a hash (RFC 9562), which it changes. @param version 5 or 8 */
export function uuidOf(hash: Buffer, version: number): string {
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | (version << 4), 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8); // variant 10
  return dashed(hash.toString('hex', 0, 16));
}
