import { describe, expect, it } from 'vitest';
import { publicAddresses, specialAddresses } from '../testing/forbidden-addresses.ts';
import { kindOf } from './address-kind.ts';
import { parseIpAddress } from './ip-address.ts';

function kind(text: string): string | undefined {
  const address = parseIpAddress(text);
  return address && kindOf(address);
}

describe('kinds of addresses', () => {
  it.each(specialAddresses)('[OB3] %s is not public', (address) => {
    expect(kind(address)).toBeTypeOf('string');
    expect(kind(address)).not.toBe('public');
  });

  it.each(publicAddresses)('[OB3] %s is public', (address) => {
    expect(kind(address)).toBe('public');
  });

  it('[OB3] distinguishes the kinds that can be opened from those that cannot', () => {
    expect(kind('127.0.0.1')).toBe('loopback');
    expect(kind('::1')).toBe('loopback');
    expect(kind('10.1.2.3')).toBe('private');
    expect(kind('fd00::1')).toBe('private');
    expect(kind('169.254.169.254')).toBe('link-local');
    expect(kind('0.0.0.0')).toBe('unspecified');
    expect(kind('::')).toBe('unspecified');
    expect(kind('224.0.0.1')).toBe('multicast');
    expect(kind('ff02::1')).toBe('multicast');
    expect(kind('255.255.255.255')).toBe('broadcast');
  });
});
