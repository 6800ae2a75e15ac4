import { isIPv4, isIPv6 } from 'node:net';

export interface IpAddress {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/** Reads one address; IPv4 wrapped in IPv6 is read as the IPv4 address that would be reached. */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (isIPv4(text)) return { family: 4, value: parseIpv4(text) };
  if (!isIPv6(text)) return undefined;
  const zone = text.indexOf('%');
  const value = parseIpv6(zone === -1 ? text : text.slice(0, zone));
  const wrapped = wrappedIpv4(value);
  return wrapped === undefined ? { family: 6, value } : { family: 4, value: wrapped };
}

export function sameAddress(a: IpAddress, b: IpAddress): boolean {
  return a.family === b.family && a.value === b.value;
}

function parseIpv4(text: string): bigint {
  let value = 0n;
  for (const part of text.split('.')) value = (value << 8n) | BigInt(part);
  return value;
}

function parseIpv6(text: string): bigint {
  const [head = '', tail] = text.split('::');
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const zeros = new Array<bigint>(8 - left.length - right.length).fill(0n);
  return [...left, ...zeros, ...right].reduce((value, group) => (value << 16n) | group, 0n);
}

function groups(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)];
    const ipv4 = parseIpv4(group);
    return [ipv4 >> 16n, ipv4 & 0xffffn];
  });
}

const mapped = 0xffffn;
const compatible = 0n;
const nat64 = 0x64ff9bn << 64n;

function wrappedIpv4(value: bigint): bigint | undefined {
  const prefix = value >> 32n;
  const isWrapped = prefix === mapped || prefix === nat64 || (prefix === compatible && value > 1n);
  return isWrapped ? value & 0xffff_ffffn : undefined;
}
