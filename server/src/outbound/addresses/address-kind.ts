import ipaddr from 'ipaddr.js';
import { contains, type IpAddress, sameAddress } from './ip-address.ts';

export type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'reserved'
  | 'unspecified'
  | 'multicast'
  | 'broadcast';

/** By the names of the library, which knows the IANA special-purpose registries. All other ranges are reserved. */
const kinds: Readonly<Record<string, AddressKind>> = {
  unicast: 'public',
  loopback: 'loopback',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link-local',
  unspecified: 'unspecified',
  multicast: 'multicast',
  broadcast: 'broadcast',
};
/** Azure's host agent: a public number that answers only from inside the machine's own cloud. */
const azureHostAgent = ipaddr.parse('168.63.129.16');
const globalUnicast = ipaddr.parseCIDR('2000::/3');

export function kindOf(address: IpAddress): AddressKind {
  if (sameAddress(address, azureHostAgent)) return 'link-local';
  const kind = kinds[address.range()] ?? 'reserved';
  const isAssigned = address.kind() === 'ipv4' || contains(globalUnicast, address);
  return kind === 'public' && !isAssigned ? 'reserved' : kind;
}
