import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAtTheEnd } from './clean-up.js';
import { selfSigned } from './self-signed.js';

/** What a server needs for TLS, as files for it and as bytes for who trusts it. */
export interface Certificate {
  folder: string;
  keyFile: string;
  certFile: string;
  key: Buffer;
  cert: Buffer;
}

/** A key and a certificate that nobody vouches for, in a folder of their own that lasts as long as the tests. */
export async function makeCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-tls-'));
  closeAtTheEnd(() => rm(folder, { recursive: true, force: true }));
  const pair = selfSigned();
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await Promise.all([writeFile(keyFile, pair.key, { mode: 0o600 }), writeFile(certFile, pair.cert)]);
  return { folder, keyFile, certFile, ...pair };
}
