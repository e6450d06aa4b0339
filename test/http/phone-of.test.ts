import { expect } from 'chai';
import { phoneOf } from '../../src/http/phone-of.js';

const SAFARI_ON_MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15';

describe('which phone a request comes from', () => {
  const CASES: [headers: Record<string, string>, phone: 'android' | 'ios' | null][] = [
    [{ 'sec-ch-ua-platform': '"Android"', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }, 'android'],
    [{ 'user-agent': 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36' }, 'android'],
    [{ 'sec-ch-ua-platform': '"iOS"' }, 'ios'],
    [{ 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15' }, 'ios'],
    [{ 'user-agent': SAFARI_ON_MAC }, null],
    [{ 'sec-ch-ua-platform': '"Windows"', 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' }, null],
    [{}, null],
  ];
  for (const [headers, phone] of CASES)
    it(`is ${phone ?? 'none'} by ${JSON.stringify(headers)}`, () => {
      const get = ((name: string) => headers[name]) as Parameters<typeof phoneOf>[0]['get'];
      expect(phoneOf({ get })).to.equal(phone);
    });
});
