import { expect } from 'chai';
import type supertest from 'supertest';

/** A page of the sandbox needs no script, loads only what is there beside it, and is kept nowhere. */
export async function expectStrictPage(site: ReturnType<typeof supertest>, path: string): Promise<void> {
  const { text, headers } = await site.get(path);
  expect(text).to.not.match(/<script|<style|style=|\son[a-z]+=|https?:\/\/(?!www\.w3\.org)/i);
  expect(headers['content-security-policy'])
    .to.contain("default-src 'none'")
    .and.contain("frame-ancestors 'none'")
    .and.contain("form-action 'self' http: https:")
    .and.not.contain('unsafe');
  expect(headers).to.include({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  expect(headers).to.not.have.property('x-powered-by');
  const files = [...text.matchAll(/(?:href|src)="(\/assets[^"]+)"/g)].map(([, file]) => file ?? '');
  expect(files).to.include('/assets/sandbox.css');
  for (const file of files) await site.get(file).expect(200);
}
