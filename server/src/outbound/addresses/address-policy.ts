import { isIP } from 'node:net';
import { type HttpProxy, parseProxy } from '../connections/http-proxy.ts';
import * as refusals from '../refusals.ts';
import { type AddressKind, kindOf } from './address-kind.ts';
import { isAllowed, parseAllowedNetworks } from './allowed-networks.ts';
import { createForbiddenPorts, type ForbiddenPort } from './forbidden-ports.ts';
import { hostOf, isLocalhost, localhostAddresses, portOf } from './host-name.ts';
import { parseIpAddress } from './ip-address.ts';

export interface AddressPolicyOptions {
  allowLoopback: boolean;
  /** Networks, addresses and host names that the operator has allowed. */
  allowedNetworks?: readonly string[] | undefined;
  /** The service's own ports and its stores' ports: never reachable, whatever else is allowed. */
  forbiddenPorts?: readonly ForbiddenPort[] | undefined;
  /** The HTTP proxy for outgoing traffic, as `http://[user:password@]host:port`. */
  proxy?: string | undefined;
}

/** `allowed`: the operator or the loopback rule allows the address. It is not merely public. */
export type AddressCheck = { ok: true; allowed: boolean; kind: AddressKind } | refusals.Refusal;

export type UrlCheck = { ok: true; url: URL; plainHttp: boolean } | refusals.Refusal;

export interface UrlCheckOptions {
  /** Accept plain http for public targets too. */
  allowHttp?: boolean | undefined;
}

export interface AddressPolicy {
  /** Checks everything that can be known without looking up a name. A form calls it when an address is saved. */
  checkUrl(url: string | URL, options?: UrlCheckOptions): UrlCheck;
  checkAddress(address: string, host: string, port: number): AddressCheck;
  /** The proxy that connections to this host go through; null if the host is dialled directly. */
  proxyFor(host: string): HttpProxy | null;
  /** Names of the service's own stores on this port. Their addresses are closed as well. */
  forbiddenNamesOn(port: number): readonly string[];
  /** Whether anything but public addresses can be reached. */
  readonly allowsPrivateTargets: boolean;
}

const neverAllowed: ReadonlySet<AddressKind> = new Set(['unspecified', 'multicast', 'broadcast']);

export function createAddressPolicy(options: AddressPolicyOptions): AddressPolicy {
  const allowed = parseAllowedNetworks(options.allowedNetworks ?? []);
  const proxy = options.proxy === undefined ? null : parseProxy(options.proxy);
  const forbidden = createForbiddenPorts([
    ...(options.forbiddenPorts ?? []),
    ...(proxy === null ? [] : [proxy]),
  ]);

  function checkAddress(text: string, host: string, port: number): AddressCheck {
    const address = parseIpAddress(text);
    if (address === undefined) return refusals.noAddress(host);
    if (forbidden.covers(address, port)) return refusals.forbiddenPort(port);
    const kind = kindOf(address);
    const isOpen = isAllowed(allowed, address, host) || (kind === 'loopback' && options.allowLoopback);
    const canBeAllowed = !neverAllowed.has(kind);
    if (canBeAllowed && (kind === 'public' || isOpen)) return { ok: true, allowed: isOpen, kind };
    return refusals.specialAddress(host, isIP(host) !== 0, kind, canBeAllowed);
  }

  function checkHost(host: string, port: number): AddressCheck | undefined {
    if (isIP(host) !== 0) return checkAddress(host, host, port);
    if (!isLocalhost(host)) return undefined;
    const checks = localhostAddresses.map((address) => checkAddress(address, host, port));
    return checks.find((check) => check.ok) ?? checks[0];
  }

  /** A name that is not listed may lead into an allowed network. Each connection checks where it really leads. */
  function mayBeAllowed(host: string): boolean {
    return allowed.hosts.has(host) || (proxy === null && allowed.networks.length > 0);
  }

  function checkUrl(input: string | URL, { allowHttp = false }: UrlCheckOptions = {}): UrlCheck {
    const url = typeof input === 'string' ? URL.parse(input) : input;
    if (url === null) return refusals.notAUrl;
    const plainHttp = url.protocol === 'http:';
    if (!plainHttp && url.protocol !== 'https:') return refusals.wrongScheme;
    if (url.username !== '' || url.password !== '') return refusals.credentialsInUrl;
    const host = hostOf(url);
    const port = portOf(url);
    if (forbidden.coversName(host, port)) return refusals.forbiddenPort(port);
    const check = checkHost(host, port);
    if (check?.ok === false) return check;
    if (plainHttp && !allowHttp && !(check?.allowed ?? mayBeAllowed(host))) return refusals.needsHttps;
    return { ok: true, url, plainHttp };
  }

  function proxyFor(host: string): HttpProxy | null {
    if (isLocalhost(host) || allowed.hosts.has(host)) return null;
    const address = parseIpAddress(host);
    if (address === undefined) return proxy;
    // Other special addresses are refused when they are dialled directly.
    return kindOf(address) === 'public' && !isAllowed(allowed, address, host) ? proxy : null;
  }

  return {
    checkUrl,
    checkAddress,
    proxyFor,
    forbiddenNamesOn: forbidden.namesOn,
    allowsPrivateTargets: options.allowLoopback || allowed.hosts.size > 0 || allowed.networks.length > 0,
  };
}
