import { isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { AddressPolicy } from './address-policy.ts';
import { connectFailure, resolveFailure } from './failure-text.ts';
import { hostOf, isLocalhost, LOCALHOST_ADDRESSES, portOf } from './host-name.ts';
import { type Line, openPlain, openTcp, openTls } from './open-socket.ts';
import { OutboundError } from './outbound-error.ts';
import { permittedAddresses } from './permitted-addresses.ts';
import type { Resolve } from './system-resolver.ts';

export type ConnectStep = 'resolving' | 'connecting' | 'handshaking';

export interface Connector {
  readonly policy: AddressPolicy;
  readonly resolve: Resolve;
  readonly secureContext: SecureContext;
  readonly allowHttp: boolean;
}

/** Opens one connection. Names are looked up once, and only addresses that passed the policy are dialled. */
export async function connect(
  connector: Connector,
  origin: URL,
  signal: AbortSignal,
  onStep: (step: ConnectStep) => void,
): Promise<Line> {
  const { policy, allowHttp, secureContext } = connector;
  const host = hostOf(origin);
  const port = portOf(origin);
  const peer = `${origin.hostname}:${port}`;
  const lookUp = (name: string) => addressesOf(name, connector.resolve, signal);

  onStep('resolving');
  const addresses = await lookUp(host);
  const plainHttp = origin.protocol === 'http:';
  const candidates = { host, port, addresses, needsGrant: plainHttp && !allowHttp };
  const permitted = await permittedAddresses(policy, candidates, lookUp);

  onStep('connecting');
  if (plainHttp) {
    const line = await openPlain(permitted, port, peer, signal);
    checkPeer(policy, line.socket, host, port, peer);
    return line;
  }
  const socket = await openTcp(permitted, port, peer, signal);
  checkPeer(policy, socket, host, port, peer);

  onStep('handshaking');
  return await openTls(socket, host, peer, secureContext, signal);
}

/** The last word: whatever was dialled, this is where the bytes would go. */
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
  const verdict = policy.judge(address, host, port);
  if (verdict.ok) return;
  socket.destroy();
  throw new OutboundError('address', verdict.message);
}

async function addressesOf(host: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  if (isLocalhost(host)) return LOCALHOST_ADDRESSES;
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
