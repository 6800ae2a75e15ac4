import { isIPv4, isIPv6 } from 'node:net';
import { type IpAddress, parseIpAddress } from './ip-address.ts';

export interface IpNetwork {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

/** Reads `10.0.0.0/8`, `fd00::/8` or a single address. IPv4 has to be written as IPv4. */
export function parseIpNetwork(text: string): IpNetwork | undefined {
  const match = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text);
  const base = match?.[1] ?? '';
  const bits = isIPv4(base) ? 32 : isIPv6(base) ? 128 : 0;
  const length = match?.[2] === undefined ? bits : Number(match[2]);
  const address = parseIpAddress(base);
  if (address === undefined || length > bits) return undefined;
  // Otherwise `::/8` and similar networks would be read as the IPv4 address inside their base address.
  if ((address.family === 4) !== (bits === 32)) return undefined;
  const hostBits = BigInt(bits - length);
  const first = (address.value >> hostBits) << hostBits;
  return { family: address.family, first, last: first + (1n << hostBits) - 1n };
}

export function contains(network: IpNetwork, address: IpAddress): boolean {
  return network.family === address.family && network.first <= address.value && address.value <= network.last;
}
