// reachable.mjs VARIABLE URL: succeeds when one of the URL's hosts takes a TCP connection within 3 s.
// Never prints the URL itself, which may hold a password.
import { resolveSrv } from 'node:dns/promises';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers';

const [variable, url] = process.argv.slice(2);
const EXPECTED = {
  REDIS_URL: { schemes: ['redis', 'rediss'], port: 6379, form: 'redis://HOST:PORT/0' },
  MONGODB_URI: { schemes: ['mongodb', 'mongodb+srv'], port: 27017, form: 'mongodb://HOST:PORT/NAME' },
}[variable];

const [, scheme, hostList] = /^([a-z+]+):\/\/(?:[^/?]*@)?([^/?@]+)/.exec(url) ?? [];
if (!EXPECTED.schemes.includes(scheme)) fail(`is not a URL of the form ${EXPECTED.form}`);

setTimeout(() => fail(`names ${hostList}, which did not answer within 3 s`), 3000).unref();
try {
  const hosts = scheme === 'mongodb+srv' ? await lookUp(hostList) : hostList.split(',').map(address);
  await Promise.any(hosts.map(reach));
  process.exit(0);
} catch (error) {
  const reason = (error.errors?.[0] ?? error).code ?? error.message;
  fail(`names ${hostList}, which cannot be reached (${reason})`);
}

async function lookUp(name) {
  const records = await resolveSrv(`_mongodb._tcp.${name}`);
  return records.map((record) => ({ host: record.name, port: record.port }));
}

function address(text) {
  const [, host, port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
  return { host: (host || 'localhost').replace(/^\[|\]$/g, ''), port: Number(port ?? EXPECTED.port) };
}

function reach({ host, port }) {
  return new Promise((resolve, reject) => {
    connect({ host, port }).once('connect', resolve).once('error', reject);
  });
}

function fail(reason) {
  console.error(`stores: ${variable} ${reason}`);
  process.exit(1);
}
