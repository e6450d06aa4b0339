import { newKeyPair } from '../../src/vault/x25519.js';

// Makes as many key pairs as it is told to. x25519.test.ts runs it in a process of its own, since one that stands still
// cannot be called off.

for (let left = Number(process.argv[2]); left > 0; left--) newKeyPair();
