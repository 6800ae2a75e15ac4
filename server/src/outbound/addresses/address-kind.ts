import type { IpAddress } from './ip-address.ts';
import { contains, type IpNetwork, parseIpNetwork } from './ip-network.ts';

export type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'reserved'
  | 'unspecified'
  | 'multicast'
  | 'broadcast';

/** First match wins. The IANA special-purpose registries, and other networks that are not the public Internet. */
const specialNetworks: readonly (readonly [network: string, kind: AddressKind])[] = [
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'private'],
  ['127.0.0.0/8', 'loopback'],
  // Azure's host agent: a public number that answers only from inside the machine's own cloud.
  ['168.63.129.16/32', 'link-local'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'reserved'],
  ['192.31.196.0/24', 'reserved'],
  ['192.52.193.0/24', 'reserved'],
  ['192.88.99.0/24', 'reserved'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'reserved'],
  ['198.18.0.0/15', 'reserved'],
  ['198.51.100.0/24', 'reserved'],
  ['203.0.113.0/24', 'reserved'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'private'],
  ['ff00::/8', 'multicast'],
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'reserved'],
  ['2002::/16', 'reserved'],
  ['3fff::/20', 'reserved'],
];

const special = specialNetworks.map(([text, kind]) => ({ network: network(text), kind }));
const globalUnicast = network('2000::/3');

export function kindOf(address: IpAddress): AddressKind {
  for (const entry of special) if (contains(entry.network, address)) return entry.kind;
  return address.family === 4 || contains(globalUnicast, address) ? 'public' : 'reserved';
}

function network(text: string): IpNetwork {
  const parsed = parseIpNetwork(text);
  if (parsed === undefined) throw new Error(`not a network: ${text}`);
  return parsed;
}
