import type { AddressPolicy } from './address-policy.ts';
import { parseIpAddress, sameAddress } from './ip-address.ts';
import { OutboundError } from './outbound-error.ts';
import * as refusals from './refusals.ts';

export interface Candidates {
  host: string;
  port: number;
  addresses: readonly string[];
  /** Plain http: a public address will not do. */
  needsGrant: boolean;
}

/**
 * Keeps the addresses that may be dialled and drops the others, so that a name with a public and a private side
 * still works; what is dropped is never touched. Throws where none is left.
 */
export async function permittedAddresses(
  policy: AddressPolicy,
  { host, port, addresses, needsGrant }: Candidates,
  lookUp: (host: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  let refusal: refusals.Refusal | undefined;
  const publicOnes: string[] = [];
  const privateOnes: string[] = [];
  for (const address of addresses) {
    const verdict = policy.judge(address, host, port);
    if (!verdict.ok) refusal ??= verdict;
    else if (needsGrant && !verdict.granted) refusal ??= refusals.NEEDS_HTTPS;
    else (verdict.kind === 'public' ? publicOnes : privateOnes).push(address);
  }
  const notOwn = privateOnes.length === 0 ? [] : await withoutOwnStores(policy, privateOnes, port, lookUp);
  if (notOwn.length < privateOnes.length) refusal = refusals.ownPort(port);
  const permitted = addresses.filter((address) => publicOnes.includes(address) || notOwn.includes(address));
  if (permitted.length === 0) {
    throw new OutboundError('address', (refusal ?? refusals.noAddress(host)).message);
  }
  return permitted;
}

// A store that is known by name can be reached by number where its network is open. Public addresses are left out:
// they are often shared with strangers.
async function withoutOwnStores(
  policy: AddressPolicy,
  addresses: readonly string[],
  port: number,
  lookUp: (host: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const names = policy.ownNamesOn(port);
  if (names.length === 0) return addresses;
  try {
    const own = (await Promise.all(names.map(lookUp))).flat();
    return addresses.filter((address) => !own.some((other) => isSame(address, other)));
  } catch {
    // Nobody knows where the store is now, and the failure would tell its name.
    return [];
  }
}

function isSame(a: string, b: string): boolean {
  const left = parseIpAddress(a);
  const right = parseIpAddress(b);
  return left !== undefined && right !== undefined && sameAddress(left, right);
}
