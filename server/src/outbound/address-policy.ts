import { isIP } from 'node:net';
import { type AddressKind, kindOf } from './address-kind.ts';
import { isGranted, parseGrants } from './grants.ts';
import { hostOf, isLocalhost, LOCALHOST_ADDRESSES, portOf } from './host-name.ts';
import { parseIpAddress } from './ip-address.ts';
import { createOwnPorts, type ForbiddenPort } from './own-ports.ts';
import * as refusals from './refusals.ts';

export interface AddressPolicyOptions {
  allowLoopback: boolean;
  /** Networks, addresses and host names that the operator has opened. */
  allowedNetworks?: readonly string[] | undefined;
  /** The service's own ports and those of its stores: never reachable, whatever else is allowed. */
  forbiddenPorts?: readonly ForbiddenPort[] | undefined;
}

/** `granted`: opened by the operator or as loopback, not merely public; only such targets may be plain http. */
export type AddressVerdict = { ok: true; granted: boolean; kind: AddressKind } | refusals.Refusal;

export type UrlVerdict = { ok: true; url: URL; plainHttp: boolean } | refusals.Refusal;

export interface UrlCheckOptions {
  /** Accept plain http for public targets too. */
  allowHttp?: boolean | undefined;
}

export interface AddressPolicy {
  /** All that can be said without looking a name up; a form asks it when an address is saved. */
  checkUrl(url: string | URL, options?: UrlCheckOptions): UrlVerdict;
  judge(address: string, host: string, port: number): AddressVerdict;
  /** Names of the service's own stores on this port, whose addresses are closed as well. */
  ownNamesOn(port: number): readonly string[];
  /** Whether anything but public addresses can be reached. */
  readonly opensPrivateTargets: boolean;
}

const Never: ReadonlySet<AddressKind> = new Set(['unspecified', 'multicast', 'broadcast']);

export function createAddressPolicy(options: AddressPolicyOptions): AddressPolicy {
  const grants = parseGrants(options.allowedNetworks ?? []);
  const ownPorts = createOwnPorts(options.forbiddenPorts ?? []);

  function judge(text: string, host: string, port: number): AddressVerdict {
    const address = parseIpAddress(text);
    if (address === undefined) return refusals.noAddress(host);
    if (ownPorts.covers(address, port)) return refusals.ownPort(port);
    const kind = kindOf(address);
    const granted = isGranted(grants, address, host) || (kind === 'loopback' && options.allowLoopback);
    const grantable = !Never.has(kind);
    if (grantable && (kind === 'public' || granted)) return { ok: true, granted, kind };
    return refusals.specialAddress(host, isIP(host) !== 0, kind, grantable);
  }

  function judgeHost(host: string, port: number): AddressVerdict | undefined {
    if (isIP(host) !== 0) return judge(host, host, port);
    if (!isLocalhost(host)) return undefined;
    const verdicts = LOCALHOST_ADDRESSES.map((address) => judge(address, host, port));
    return verdicts.find((verdict) => verdict.ok) ?? verdicts[0];
  }

  function checkUrl(input: string | URL, { allowHttp = false }: UrlCheckOptions = {}): UrlVerdict {
    const url = typeof input === 'string' ? URL.parse(input) : input;
    if (url === null) return refusals.NOT_A_URL;
    const plainHttp = url.protocol === 'http:';
    if (!plainHttp && url.protocol !== 'https:') return refusals.WRONG_SCHEME;
    if (url.username !== '' || url.password !== '') return refusals.CREDENTIALS;
    const host = hostOf(url);
    const port = portOf(url);
    if (ownPorts.coversName(host, port)) return refusals.ownPort(port);
    const verdict = judgeHost(host, port);
    if (verdict?.ok === false) return verdict;
    if (plainHttp && !allowHttp) {
      // A name may lead into an opened network; what it really leads to is judged at each connection.
      const mayBeGranted = verdict?.granted ?? (grants.hosts.has(host) || grants.networks.length > 0);
      if (!mayBeGranted) return refusals.NEEDS_HTTPS;
    }
    return { ok: true, url, plainHttp };
  }

  return {
    checkUrl,
    judge,
    ownNamesOn: ownPorts.namesOn,
    opensPrivateTargets: options.allowLoopback || grants.hosts.size > 0 || grants.networks.length > 0,
  };
}
