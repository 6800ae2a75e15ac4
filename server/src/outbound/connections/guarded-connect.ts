import { isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { AddressPolicy } from '../addresses/address-policy.ts';
import { allowedAddresses } from '../addresses/dialable-addresses.ts';
import { hostOf, isLocalhost, localhostAddresses, portOf } from '../addresses/host-name.ts';
import type { Resolve } from '../addresses/system-resolver.ts';
import {
  type ConnectStep,
  connectFailure,
  proxyFailure,
  resolveFailure,
  tlsFailure,
} from '../failure-text.ts';
import { OutboundError } from '../outbound-error.ts';
import { needsHttps } from '../refusals.ts';
import type { HttpProxy } from './http-proxy.ts';
import { openTcp, openTls } from './open-socket.ts';
import { openTunnel } from './proxy-tunnel.ts';

export interface ConnectDeps {
  readonly policy: AddressPolicy;
  readonly resolve: Resolve;
  /** Looks up the proxy's name, which the operator chose. */
  readonly resolveProxy: Resolve;
  readonly secureContext: SecureContext;
  /** Plain http is accepted for public targets too. */
  readonly allowHttp: boolean;
}

/** Opens one connection to the origin, ready for the first byte of a request. */
export type GuardedConnect = (
  origin: URL,
  signal: AbortSignal,
  onStep: (step: ConnectStep) => void,
) => Promise<Socket>;

interface Target {
  readonly host: string;
  readonly port: number;
  /** For messages and for CONNECT. */
  readonly peer: string;
  /** Plain http: a public address is refused. */
  readonly mustBeAllowed: boolean;
}

export function createGuardedConnect(deps: ConnectDeps): GuardedConnect {
  return async (origin, signal, onStep) => {
    const isPlain = origin.protocol === 'http:';
    const host = hostOf(origin);
    const port = portOf(origin);
    const peer = `${origin.hostname}:${port}`;
    const target = { host, port, peer, mustBeAllowed: isPlain && !deps.allowHttp };
    const proxy = deps.policy.proxyFor(host);
    const tcp =
      proxy === null
        ? await dial(deps, target, signal, onStep)
        : await dialProxy(deps, proxy, target, signal, onStep);
    if (isPlain) return tcp;
    onStep('handshaking');
    return await openTls(tcp, host, deps.secureContext, signal, (error) => tlsFailure(peer, error));
  };
}

/** The name is looked up once, and only addresses that passed the policy are dialled. */
async function dial(
  { policy, resolve }: ConnectDeps,
  { host, port, peer, mustBeAllowed }: Target,
  signal: AbortSignal,
  onStep: (step: ConnectStep) => void,
): Promise<Socket> {
  const lookUp = (name: string) => addressesOf(name, resolve, signal);
  onStep('resolving');
  const candidates = { host, port, addresses: await lookUp(host), mustBeAllowed };
  const addresses = await allowedAddresses(policy, candidates, lookUp);
  onStep('connecting');
  const socket = await openTcp(addresses, port, signal, (error) => connectFailure(peer, error));
  checkPeer(policy, socket, host, port, peer);
  return socket;
}

/** The proxy looks the name up and decides where it leads. Only the URL was checked before. */
async function dialProxy(
  { resolveProxy }: ConnectDeps,
  proxy: HttpProxy,
  { peer, mustBeAllowed }: Target,
  signal: AbortSignal,
  onStep: (step: ConnectStep) => void,
): Promise<Socket> {
  if (mustBeAllowed) throw new OutboundError('address', needsHttps.message);
  onStep('asking-proxy');
  const addresses = await addressesOf(proxy.host, resolveProxy, signal).catch((error: unknown) => {
    throw proxyFailure(error);
  });
  return await openTunnel(proxy, addresses, peer, signal);
}

/** Checks the connected peer before a byte is sent, whatever address was dialled. */
export function checkPeer(
  policy: AddressPolicy,
  socket: Socket,
  host: string,
  port: number,
  peer: string,
): void {
  const address = socket.remoteAddress;
  if (address === undefined) {
    socket.destroy();
    throw connectFailure(peer, { code: 'ECONNRESET' });
  }
  const check = policy.checkAddress(address, host, port);
  if (check.ok) return;
  socket.destroy();
  throw new OutboundError('address', check.message);
}

async function addressesOf(host: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  if (isLocalhost(host)) return localhostAddresses;
  let addresses: readonly string[];
  try {
    addresses = await untilAborted(resolve(host, signal), signal);
  } catch (error) {
    throw resolveFailure(host, error);
  }
  if (addresses.length === 0) throw resolveFailure(host, undefined);
  return addresses;
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  return promise;
}
