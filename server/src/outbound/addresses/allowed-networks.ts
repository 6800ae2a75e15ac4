import { isIP } from 'node:net';
import { parseHost } from './host-name.ts';
import { contains, type IpAddress, type IpNetwork, parseIpNetwork } from './ip-address.ts';

/** What the operator has allowed: networks, and host names that may lead to any address. */
export interface AllowedNetworks {
  readonly networks: readonly IpNetwork[];
  readonly hosts: ReadonlySet<string>;
}

export function parseAllowedNetworks(entries: readonly string[]): AllowedNetworks {
  const networks: IpNetwork[] = [];
  const hosts = new Set<string>();
  const unreadable: string[] = [];
  for (const entry of entries) {
    const network = parseIpNetwork(entry);
    const host = network === undefined ? parseHost(entry) : undefined;
    if (network !== undefined) networks.push(network);
    else if (host !== undefined && isIP(host) === 0) hosts.add(host);
    else unreadable.push(entry);
  }
  if (unreadable.length > 0) {
    const list = unreadable.map((entry) => `"${entry}"`).join(', ');
    throw new RangeError(
      `Neither a network nor a host name: ${list}. Write 10.0.0.0/8, fd00::/8, 10.1.2.3 or models.internal.`,
    );
  }
  return { networks, hosts };
}

export function isAllowed(allowed: AllowedNetworks, address: IpAddress, host: string): boolean {
  return allowed.hosts.has(host) || allowed.networks.some((network) => contains(network, address));
}
