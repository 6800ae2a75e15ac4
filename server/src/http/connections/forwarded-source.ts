import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Returns the client address that a trusted proxy has forwarded; null if there is none. */
export type ForwardedSource = ((request: IncomingMessage) => string | null) & {
  isProxy(address: string): boolean;
};

export function createForwardedSource(trustedProxies: readonly string[]): ForwardedSource {
  const proxies = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(prefix), family);
  }
  const isProxy = (address: string): boolean => {
    const family = isIP(address);
    return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
  const sourceOf = ({ socket, headers }: IncomingMessage): string | null => {
    if (!isProxy(socket.remoteAddress ?? '')) return null;
    const hops = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => hop.trim());
    // From the right: a client can forge everything to the left of the first address that is not a trusted proxy.
    const source = hops.findLast((hop) => !isProxy(hop)) ?? '';
    return isIP(source) === 0 ? null : source;
  };
  return Object.assign(sourceOf, { isProxy });
}
