import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The bucket in which a source address is counted. One IPv6 customer holds a /64 and could use a new address for every
 * request, so those share a bucket. An IPv4 address has one bucket in every notation. Some proxies add a port.
 */
export function sourceBucket(text: string): string {
  const address = withoutPort(text);
  if (!address.includes(':') || !isIPv6(address)) return address;
  const [plain = ''] = address.split('%', 1);
  const parsed = ipaddr.IPv6.parse(plain);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

function withoutPort(text: string): string {
  const [, inBrackets, plain] = /^(?:\[([^\]]*)\]|([\d.]+):\d+)(?::\d+)?$/.exec(text) ?? [];
  const address = inBrackets ?? plain;
  return address !== undefined && isIP(address) !== 0 ? address : text;
}
