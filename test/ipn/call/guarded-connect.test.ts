import { expect } from 'chai';
import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import net, { isIPv4, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allowAddresses } from '../../../src/ipn/call/address-rules.js';
import { makeCaller } from '../../../src/ipn/call/post.js';
import { resolver } from '../../../src/ipn/call/resolve.js';
import { selfSigned } from '../../support/self-signed.js';
import { listenHttp, listenTls } from '../receivers.js';

const NOT_FOUND = 3;
const [A, AAAA] = [1, 28];

const bytesOf = (address: string): Buffer =>
  isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : Buffer.from('0'.repeat(31) + '1', 'hex'); // ::1

/** The answer of a name server (RFC 1035, 4.1) to a question for one name: the addresses of the type asked for. */
function answerTo(query: Buffer, addresses: string[] | undefined): Buffer {
  const question = query.subarray(12);
  const type = question.readUInt16BE(question.indexOf(0) + 1);
  const matching = (addresses ?? []).filter((address) => type === (isIPv4(address) ? A : AAAA)).map(bytesOf);
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 | (addresses ? 0 : NOT_FOUND), 2);
  header.writeUInt16BE(matching.length, 6);
  header.writeUInt32BE(0, 8);
  const records = matching.map((bytes) => {
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0); // the name of the question
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([header, question.subarray(0, question.indexOf(0) + 5), ...records]);
}

function nameIn(query: Buffer): string {
  const labels = [];
  for (let at = 12; query[at]; at += (query[at] ?? 0) + 1)
    labels.push(query.subarray(at + 1, at + 1 + (query[at] ?? 0)));
  return labels.map(String).join('.');
}

describe('the addresses of a name', () => {
  const zone = new Map([
    ['four.test', ['127.0.0.1']],
    ['six.test', ['::1']],
    ['both.test', ['127.0.0.1', '::1']],
    ['mixed.test', ['127.0.0.1', '10.0.0.1']],
    ['empty.test', []],
  ]);
  let server: Socket;
  let asked: string[];
  let servers: string[];

  before(async () => {
    server = createSocket('udp4', (query, { port, address }) => {
      asked.push(nameIn(query));
      if (!nameIn(query).endsWith('.hangs.test')) server.send(answerTo(query, zone.get(nameIn(query))), port, address);
    });
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
    servers = [`127.0.0.1:${(server.address() satisfies AddressInfo).port}`];
  });
  beforeEach(() => {
    asked = [];
  });
  after(() => server.close());

  for (const name of ['four.test', 'six.test', 'both.test'])
    it(`are those that DNS has for both families: ${name}`, async () => {
      expect(await resolver(servers)(name)).to.deep.equal(zone.get(name));
    });

  for (const name of ['unknown.test', 'empty.test'])
    it(`are an error when there is none: ${name}`, async () => {
      const outcome = await resolver(servers)(name).catch((error: unknown) => error);
      expect(outcome).to.be.instanceOf(Error);
    });

  it('are looked up once for a call, which goes where they lead or nowhere', async () => {
    const { port, close, made } = await listenHttp((_, response) => void response.end());
    const caller = makeCaller(resolver(servers), allowAddresses(['127.0.0.0/8']), 2);
    const classes = [];
    for (const name of ['four', 'mixed', 'unknown'])
      classes.push((await caller.post(`http://${name}.test:${port}/`, '{}', {})).error);

    expect(classes).to.deep.equal([null, 'blocked_address', 'dns']);
    expect(asked.filter((name) => name === 'four.test')).to.have.length(2); // A and AAAA
    expect(made()).to.equal(1);
    await caller.close();
    await close();
  });

  it('are all tried, since all were vetted', async () => {
    const { port, close } = await listenHttp((_, response) => void response.end()); // on IPv4 only
    const resolve = () => Promise.resolve(['::1', '127.0.0.1']);
    const caller = makeCaller(resolve, allowAddresses(['127.0.0.0/8', '::1/128']), 2);
    const url = `http://both.test:${port}/`;

    expect(await caller.post(url, '{}', { connection: 'close' })).to.include({ status: 200, error: null });
    await close();
    expect(await caller.post(url, '{}', {})).to.include({ status: null, error: 'connect' });
    await caller.close();
  });

  it('get two seconds each, for those who are far away', async () => {
    const { port, close } = await listenHttp((_, response) => void response.end());
    const resolve = () => Promise.resolve(['127.0.0.1', '::1']);
    const caller = makeCaller(resolve, allowAddresses(['127.0.0.0/8', '::1/128']), 2);
    const { connect } = net;
    const seen: unknown[] = [];
    net.connect = ((options: net.TcpNetConnectOpts, ...rest: []) => {
      seen.push(options.autoSelectFamilyAttemptTimeout);
      return connect(options, ...rest);
    }) as typeof net.connect; // of its forms undici uses this one
    try {
      expect(await caller.post(`http://both.test:${port}/`, '{}', {})).to.include({ status: 200 });
    } finally {
      net.connect = connect;
    }
    expect(seen).to.deep.equal([2000]);
    await caller.close();
    await close();
  });

  for (const name of ['four.test', 'four.test.'])
    it(`give the certificate of a name without the dot of the root: ${name}`, async () => {
      const names: string[] = [];
      const server = createHttpsServer({
        ...selfSigned(),
        SNICallback: (servername, done) => {
          names.push(servername);
          done(null);
        },
      });
      const { port, close } = await listenTls(server);
      const caller = makeCaller(resolver(servers), allowAddresses(['127.0.0.0/8']), 2);
      await caller.post(`https://${name}:${port}/`, '{}', {});

      expect(names).to.deep.equal(['four.test']);
      await caller.close();
      await close();
    });

  it('are those of the hosts file, whatever DNS says, and DNS is not asked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
    const hosts = join(folder, 'hosts');
    writeFileSync(hosts, '# four.test\n10.1.2.3  shop Four.Test # ours\n::1 four.test\nnonsense four.test\n');
    const resolve = resolver(servers, hosts);
    for (const name of ['four.test', 'FOUR.test.']) expect(await resolve(name)).to.deep.equal(['10.1.2.3', '::1']);
    expect(asked).to.be.empty;
    expect(await resolve('six.test')).to.deep.equal(['::1']);
    rmSync(folder, { recursive: true });
    expect(await resolve('four.test')).to.deep.equal(['127.0.0.1']);
  });

  it('of one shop wait for no other, however many have a name server that never answers', async () => {
    const resolve = resolver(servers);
    const hanging = Array.from({ length: 40 }, (_, no) => resolve(`${no}.hangs.test`).catch((error: unknown) => error));
    const startedAt = performance.now();
    expect(await resolve('four.test')).to.deep.equal(['127.0.0.1']);
    expect(performance.now() - startedAt).to.be.lessThan(1000);
    for (const outcome of await Promise.all(hanging)) expect(outcome).to.be.instanceOf(Error);
  });
});
