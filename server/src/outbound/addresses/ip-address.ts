import { isIP } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

export type IpAddress = IPv4 | IPv6;
export type IpNetwork = [base: IpAddress, length: number];

/** IPv6 networks that hold IPv4 addresses: mapped, NAT64 and compatible. */
const wrappers = ['::ffff:0:0/96', '64:ff9b::/96', '::/96'].map((text) => ipaddr.IPv6.parseCIDR(text));

/** Reads one address; IPv4 wrapped in IPv6 is read as the IPv4 address that would be reached. */
export function parseIpAddress(text: string): IpAddress | undefined {
  // The library also reads shortened and octal notations.
  if (isIP(text) === 0) return undefined;
  const [plain = ''] = text.split('%', 1);
  const address = ipaddr.parse(plain);
  return isWrapped(address) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

function isWrapped(address: IpAddress): boolean {
  const isOwnKind = ['unspecified', 'loopback'].includes(address.range());
  return !isOwnKind && wrappers.some((network) => contains(network, address));
}

export function sameAddress(a: IpAddress, b: IpAddress): boolean {
  return a.toNormalizedString() === b.toNormalizedString();
}

/** Reads `10.0.0.0/8`, `fd00::/8` or a single address. IPv4 has to be written as IPv4. */
export function parseIpNetwork(text: string): IpNetwork | undefined {
  const [, base = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const network = `${base}/${length ?? (isIP(base) === 4 ? 32 : 128)}`;
  if (isIP(base) === 0 || !ipaddr.isValidCIDR(network)) return undefined;
  const parsed = ipaddr.parseCIDR(network);
  // No address is read as the IPv6 address that it is wrapped in, so such a network would contain none.
  return isWrapped(parsed[0]) ? undefined : parsed;
}

export function contains([base, length]: IpNetwork, address: IpAddress): boolean {
  return base.kind() === address.kind() && address.match(base, length);
}
