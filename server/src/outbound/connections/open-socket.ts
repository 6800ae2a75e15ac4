import { connect as netConnect, type Socket } from 'node:net';
import { type SecureContext, connect as tlsConnect } from 'node:tls';
import { parseIpAddress } from '../addresses/ip-address.ts';

/** Turns the error of a socket into the one that the caller should see. */
export type DescribeError = (error: Error | undefined) => Error;

/** Dials the given addresses one after the other. No name is looked up here. */
export async function openTcp(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
  describe: DescribeError,
): Promise<Socket> {
  const socket = netConnect({
    host: 'already.resolved.invalid',
    port,
    autoSelectFamily: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
    lookup: (_host, _options, done) => done(null, addresses.map(lookupEntry)),
  });
  return await untilReady(socket, 'connect', signal, describe);
}

/** Verifies certificate and name on each connection: no TLS session is resumed. */
export async function openTls(
  tcp: Socket,
  host: string,
  secureContext: SecureContext,
  signal: AbortSignal,
  describe: DescribeError,
): Promise<Socket> {
  const socket = tlsConnect({
    socket: tcp,
    host,
    servername: parseIpAddress(host) === undefined ? host : '',
    secureContext,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  });
  return await untilReady(socket, 'secureConnect', signal, describe);
}

function lookupEntry(address: string): { address: string; family: 4 | 6 } {
  return { address, family: address.includes(':') ? 6 : 4 };
}

function untilReady(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  describe: DescribeError,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  let failure: Error | undefined;
  const onAbort = () => socket.destroy();
  const onReady = () => settle(() => resolve(socket));
  const onClose = () => settle(() => reject(describe(failure)));
  const settle = (then: () => void) => {
    signal.removeEventListener('abort', onAbort);
    socket.off(event, onReady).off('close', onClose);
    then();
  };
  // Never removed: an error between two owners of the socket would end the process.
  socket.on('error', (error) => {
    failure ??= error;
  });
  socket.once(event, onReady).once('close', onClose);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return promise;
}
