import { OutboundError } from '../outbound-error.ts';
import * as refusals from '../refusals.ts';
import type { AddressPolicy } from './address-policy.ts';
import { parseIpAddress, sameAddress } from './ip-address.ts';

export interface Candidates {
  host: string;
  port: number;
  addresses: readonly string[];
  /** Plain http: a public address is refused. */
  mustBeAllowed: boolean;
}

/**
 * Keeps the addresses that may be dialled and drops the others, so that a name with public and private addresses
 * still works. Dropped addresses are never dialled. Throws if none is left.
 */
export async function allowedAddresses(
  policy: AddressPolicy,
  { host, port, addresses, mustBeAllowed }: Candidates,
  lookUp: (host: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  let refusal: refusals.Refusal | undefined;
  const publicOnes: string[] = [];
  const privateOnes: string[] = [];
  for (const address of addresses) {
    const check = policy.checkAddress(address, host, port);
    if (!check.ok) refusal ??= check;
    else if (mustBeAllowed && !check.allowed) refusal ??= refusals.needsHttps;
    else (check.kind === 'public' ? publicOnes : privateOnes).push(address);
  }
  const notForbidden =
    privateOnes.length === 0 ? [] : await withoutForbiddenStores(policy, privateOnes, port, lookUp);
  if (notForbidden.length < privateOnes.length) refusal = refusals.forbiddenPort(port);
  const kept = addresses.filter((address) => publicOnes.includes(address) || notForbidden.includes(address));
  if (kept.length === 0) {
    throw new OutboundError('address', (refusal ?? refusals.noAddress(host)).message);
  }
  return kept;
}

// If its network is allowed, a store with a configured name could also be reached by address. Public addresses are left
// out: other services often share them.
async function withoutForbiddenStores(
  policy: AddressPolicy,
  addresses: readonly string[],
  port: number,
  lookUp: (host: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const names = policy.forbiddenNamesOn(port);
  if (names.length === 0) return addresses;
  try {
    const own = (await Promise.all(names.map(lookUp))).flat();
    return addresses.filter((address) => !own.some((other) => isSame(address, other)));
  } catch {
    // The store's address is unknown now, and the failure would reveal its name.
    return [];
  }
}

function isSame(a: string, b: string): boolean {
  const left = parseIpAddress(a);
  const right = parseIpAddress(b);
  return left !== undefined && right !== undefined && sameAddress(left, right);
}
