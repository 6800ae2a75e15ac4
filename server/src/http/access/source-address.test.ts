import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceBucket } from './source-address.ts';

describe('the bucket of a source address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8:1:2:3:4:5:6]:4711', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::]', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::203.0.113.7', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
  ])('of %s is %s', (address, bucket) => {
    expect(sourceBucket(address)).toBe(bucket);
  });

  it('is the same for every address of a network, however it is written', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const spelling = fc.constantFrom(
      (value: number) => value.toString(16),
      (value: number) => value.toString(16).padStart(4, '0'),
      (value: number) => value.toString(16).toUpperCase(),
    );
    const network = fc.tuple(group, group, group, group);
    fc.assert(
      fc.property(network, network, network, spelling, spelling, (front, one, other, write, writeElse) => {
        const first = [...front, ...one].map(write).join(':');
        const second = [...front, ...other].map(writeElse).join(':');
        expect(sourceBucket(first)).toBe(sourceBucket(second));
        const elsewhere = [front[0], front[1], front[2], front[3] ^ 1, ...one].map(write).join(':');
        expect(sourceBucket(elsewhere)).not.toBe(sourceBucket(first));
      }),
    );
  });

  it('of anything that is not an address is the text itself', () => {
    expect(sourceBucket('unknown')).toBe('unknown');
    expect(sourceBucket('')).toBe('');
  });
});
