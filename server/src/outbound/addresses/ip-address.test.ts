import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains, parseIpAddress, parseIpNetwork } from './ip-address.ts';

describe('reading addresses', () => {
  it.each([
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::ffff:7f00:1', '127.0.0.1'],
    ['::127.0.0.1', '127.0.0.1'],
    ['::7f00:1', '127.0.0.1'],
    ['64:ff9b::7f00:1', '127.0.0.1'],
    ['64:ff9b::10.1.2.3', '10.1.2.3'],
    ['0:0:0:0:0:ffff:a00:1', '10.0.0.1'],
  ])('[OB2] %s is the IPv4 address %s', (wrapped, plain) => {
    expect(parseIpAddress(wrapped)).toEqual(parseIpAddress(plain));
    expect(parseIpAddress(wrapped)?.kind()).toBe('ipv4');
  });

  it('[OB2] the IPv6 addresses :: and ::1 are not IPv4', () => {
    expect(String(parseIpAddress('::'))).toBe('::');
    expect(String(parseIpAddress('::1'))).toBe('::1');
  });

  it('[OB2] a zone does not change the address', () => {
    expect(parseIpAddress('fe80::1%eth0')).toEqual(parseIpAddress('fe80::1'));
  });

  it.each([
    '',
    'localhost',
    '1.2.3',
    '0x7f.1',
    '1.2.3.4.5',
    '256.1.1.1',
    ':::',
    '1::2::3',
    '[::1]',
    ' 1.1.1.1',
  ])('[OB2] "%s" is no address', (text) => expect(parseIpAddress(text)).toBeUndefined());

  it('[OB2] any spelling of an IPv6 address reads as the same number', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
        expect(parseIpAddress(text)).toEqual(parseIpAddress(canonical));
      }),
    );
  });

  it('[OB6] a network contains the same IPv4 addresses as in Node', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 1, max: 32 }), fc.ipV4(), (base, length, address) => {
        const nodes = new BlockList();
        nodes.addSubnet(base, length);
        const network = parseIpNetwork(`${base}/${length}`);
        const parsed = parseIpAddress(address);
        if (network === undefined || parsed === undefined) throw new Error('unreadable');
        expect(contains(network, parsed)).toBe(nodes.check(address));
      }),
    );
  });
});
