import { expect } from 'chai';
import { checkIpnUrl } from '../../../src/ipn/call/check-ipn-url.js';

/** Tests run in development, where 127.0.0.0/8 and ::1 are allowed unless a setting says otherwise. */
describe('the check of an ipn_url', () => {
  const always: [string, string][] = [
    ['no URL', 'shop.example/ipn'],
    ['another scheme', 'ftp://shop.example/ipn'],
    ['a user name', 'https://me@shop.example/'],
    ['a password', 'https://:secret@shop.example/'],
    ['a fragment', 'https://shop.example/ipn#top'],
    ['an empty fragment', 'https://shop.example/ipn#'],
    ['what only looks like a host', 'https://shop.example:443@10.0.0.1/'],
    ['a private address', 'https://10.0.0.1/'],
    ['the cloud metadata address', 'https://169.254.169.254/latest'],
    ['the address as one number', 'https://2852039166/'],
    ['in octal', 'https://0251.0376.0251.0376/'],
    ['in hexadecimal', 'https://0xa9.0xfe.0xa9.0xfe/'],
    ['cut short', 'https://10.1/'],
    ['in full-width digits', 'https://１０.0.0.1/'],
    ['with a dot behind it', 'https://10.0.0.1./'],
    ['zero', 'https://0/'],
    ['as IPv6', 'https://[::ffff:10.0.0.1]/'],
    ['a private IPv6 address', 'https://[fd00::1]/'],
    ['through NAT64', 'https://[64:ff9b::a00:1]/'],
  ];
  for (const [name, url] of always)
    it(`refuses ${name}`, () => {
      for (const mode of ['test', 'live'] as const)
        expect(checkIpnUrl(url, mode))
          .to.be.a('string')
          .that.match(/^ipn_url must/);
    });

  const liveOnly: [string, string][] = [
    ['http', 'http://shop.example/ipn'],
    ['another port', 'https://shop.example:8080/'],
    ['localhost', 'https://localhost/'],
    ['localhost with a dot', 'https://LOCALHOST./'],
    ['a name below localhost', 'https://shop.localhost/'],
    ['a .local name', 'https://printer.local/'],
    ['an .internal name', 'https://metadata.google.internal./'],
    ['an .onion name', 'https://abcdefgh.onion/'],
    ['a name without a dot', 'https://merchant/'],
  ];
  for (const [name, url] of liveOnly)
    it(`refuses ${name} for live keys only`, () => {
      expect(checkIpnUrl(url, 'live')).to.match(/^ipn_url must/);
      expect(checkIpnUrl(url, 'test')).to.be.null;
    });

  for (const url of [
    'https://shop.example/ipn',
    'https://shop.example:8443/a?b=c',
    'https://1.1.1.1/',
    'https://bücher.example/',
  ])
    it(`takes ${url}`, () => {
      expect(checkIpnUrl(url, 'live')).to.be.null;
      expect(checkIpnUrl(url, 'test')).to.be.null;
    });

  it('refuses our own name for live keys, on whatever port, and an address only with our port', () => {
    const back = (url: string, own: string) => checkIpnUrl(url, 'live', own) !== null;
    for (const url of ['https://pay.example/ipn', 'https://PAY.example:8443/', 'https://pay.example./'])
      expect(back(url, 'https://pay.example/'), url).to.be.true;
    expect(back('https://shop.pay.example/', 'https://pay.example/')).to.be.false;
    expect(back('https://1.1.1.1:8443/', 'https://1.1.1.1:8443')).to.be.true;
    expect(back('https://1.1.1.1/', 'https://1.1.1.1:8443')).to.be.false;
  });

  it('takes the allowed networks of development', () => {
    for (const url of ['http://127.0.0.1:4000/ipn', 'http://[::1]:4000/', 'http://2130706433:4000/'])
      expect(checkIpnUrl(url, 'test')).to.be.null;
  });

  it('names the setting that would allow a private address in development', () => {
    expect(checkIpnUrl('http://192.168.1.5/', 'test')).to.include('192.168.1.5').and.include('IPN_ALLOWED_NETWORKS');
  });
});
