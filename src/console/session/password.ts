import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

/** What OWASP asks of scrypt where memory is dear: 32 MiB, three times. About a quarter of a second. */
const COST = { N: 2 ** 15, r: 8, p: 3 };

function derive(password: string, salt: Buffer, cost: ScryptOptions, length: number): Promise<Buffer> {
  // The same letters may be typed as different code points, by another keyboard or system.
  const text = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    scrypt(text, salt, length, { ...cost, maxmem: 256 * 2 ** 20 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

const encode = (salt: Buffer, hash: Buffer): string =>
  ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');

/** Compared with when there is no such operator, so that an unknown e-mail takes as long as a known one. */
const NOBODY = encode(randomBytes(16), randomBytes(32));

/** `scrypt$N$r$p$salt$hash`: the cost stands beside the hash, so that it can be raised without losing old passwords. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return encode(salt, await derive(password, salt, COST, 32));
}

/** Whether the password is the one that was hashed; does the same work when there is none to compare with. */
export async function isPassword(password: string, stored = NOBODY): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = stored.split('$');
  const expected = Buffer.from(hash, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64url'), cost, expected.length), expected);
}
