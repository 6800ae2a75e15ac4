import { isIP, isIPv6 } from 'node:net';

/**
 * The bucket in which a source address is counted. One IPv6 customer holds a /64 and could use a new address for every
 * request, so those share a bucket. An IPv4 address has one bucket in every notation. Some proxies add a port.
 */
export function sourceBucket(text: string): string {
  const address = withoutPort(text);
  if (!address.includes(':') || !isIPv6(address)) return address;
  const groups = groupsOf(address);
  return (
    ipv4In(groups) ??
    `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::/64`
  );
}

function withoutPort(text: string): string {
  const [, inBrackets, plain] = /^(?:\[([^\]]*)\]|([\d.]+):\d+)(?::\d+)?$/.exec(text) ?? [];
  const address = inBrackets ?? plain;
  return address !== undefined && isIP(address) !== 0 ? address : text;
}

/** The eight groups of an IPv6 address in any notation. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%');
  const hex = plain.replace(/(?<=:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = hex.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  return [...front, ...Array<string>(gap).fill('0'), ...back].map((group) => Number.parseInt(group, 16));
}

/** The IPv4 address inside an address of `::ffff:0:0/96`. */
function ipv4In(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : null;
}
