import { expect } from 'chai';
import { allowAddresses } from '../../../src/ipn/call/address-rules.js';

const inProduction = allowAddresses([]);

const BLOCKED = `
  0.0.0.0 0.1.2.3 10.0.0.0 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254
  169.254.169.254 169.254.0.1 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1
  192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.255 224.0.0.1 239.255.255.255 240.0.0.1
  255.255.255.255 168.63.129.16
  :: ::1 ::7f00:1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::ffff:10.0.0.1 ::ffff:0:127.0.0.1
  64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1
  2001:db8::1 2002:7f00:1::1 2002:808:808::1 3fff::1 3fff:fff::1 5f00::1 fc00::1 fd00:ec2::254 fdff::1 fe80::1
  fe80::1%eth0 febf::1 fec0::1 ff02::1 ff05::2 4000::1 1fff::1
`;

const PUBLIC = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 168.63.129.15
  168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.1 192.0.3.1 192.167.255.255 192.169.0.0
  198.17.255.255 198.20.0.0 223.255.255.255 ::ffff:8.8.8.8
  2001:200::1 2001:4860:4860::8888 2606:4700:4700::1111 2a00:1450:4001:80e::200e 3ffe::1
`;

const NO_ADDRESS = ['', 'localhost', 'example.com', '1.2.3', '1.2.3.4.5', '[::1]', '127.0.0.1:80', '300.1.1.1'];

const words = (text: string) => text.trim().split(/\s+/);

describe('the addresses that notifications may go to', () => {
  for (const address of words(BLOCKED))
    it(`never ${address}`, () => {
      expect(inProduction(address)).to.be.false;
    });

  for (const address of words(PUBLIC))
    it(`always ${address}`, () => {
      expect(inProduction(address)).to.be.true;
    });

  for (const text of NO_ADDRESS)
    it(`never what is no address: ${JSON.stringify(text)}`, () => {
      expect(inProduction(text)).to.be.false;
    });

  it('in development also the allowed networks, in every notation, and nothing beside them', () => {
    const inDevelopment = allowAddresses(['127.0.0.0/8', '::1/128']);

    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
      expect(inDevelopment(address)).to.be.true;
    for (const address of ['10.0.0.1', '169.254.169.254', '::2', '::127.0.0.1'])
      expect(inDevelopment(address)).to.be.false;
  });
});
