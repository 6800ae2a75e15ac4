import { networkInterfaces } from 'node:os';
import { kindOf } from './address-kind.ts';
import { isLocalhost, parseHost } from './host-name.ts';
import { type IpAddress, parseIpAddress, sameAddress } from './ip-address.ts';

export interface ForbiddenPort {
  /** Left out, or any local address: the port is closed on every address of this machine. */
  host?: string | undefined;
  port: number;
}

type Entry =
  | { port: number; on: 'this-machine' }
  | { port: number; on: 'address'; address: IpAddress }
  | { port: number; on: 'name'; name: string };

/** Ports that no account may reach, whatever the operator allows: the service's own ports and its stores' ports. */
export function createForbiddenPorts(forbidden: readonly ForbiddenPort[]) {
  const entries = forbidden.map(readEntry);
  const names = new Map<number, string[]>();
  for (const entry of entries) {
    if (entry.on === 'name') names.set(entry.port, [...(names.get(entry.port) ?? []), entry.name]);
  }
  return {
    covers: (address: IpAddress, port: number): boolean =>
      entries.some((entry) => entry.port === port && isAt(entry, address)),
    coversName: (host: string, port: number): boolean => names.get(port)?.includes(host) ?? false,
    /** Names whose addresses have to be looked up before a non-public address on this port is used. */
    namesOn: (port: number): readonly string[] => names.get(port) ?? [],
  };
}

function readEntry({ host, port }: ForbiddenPort): Entry {
  if (host === undefined) return { port, on: 'this-machine' };
  const name = parseHost(host);
  if (name === undefined) throw new RangeError(`Not a host: "${host}".`);
  const address = parseIpAddress(name);
  if (address === undefined)
    return isLocalhost(name) ? { port, on: 'this-machine' } : { port, on: 'name', name };
  const kind = kindOf(address);
  if (kind === 'loopback' || kind === 'unspecified') return { port, on: 'this-machine' };
  return { port, on: 'address', address };
}

function isAt(entry: Entry, address: IpAddress): boolean {
  if (entry.on === 'address') return sameAddress(entry.address, address);
  return entry.on === 'this-machine' && (kindOf(address) === 'loopback' || isOwnAddress(address));
}

// Read each time, because interfaces come and go while the service runs.
function isOwnAddress(address: IpAddress): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some((own) => {
      const parsed = parseIpAddress(own.address);
      return parsed !== undefined && sameAddress(parsed, address);
    }),
  );
}
