import { connect as netConnect, type Socket, type SocketConstructorOpts } from 'node:net';
import { type SecureContext, connect as tlsConnect } from 'node:tls';
import { connectFailure, tlsFailure } from './failure-text.ts';
import { parseIpAddress } from './ip-address.ts';

/** An open connection. What comes over it is only good until `onBytes` returns. */
export interface Line {
  readonly socket: Socket;
  listen(onBytes: (bytes: Buffer) => void): void;
}

/** Each read is handled before the next one begins, whatever socket it is of: all can read into one place. */
const sharedBuffer = Buffer.allocUnsafeSlow(65_536);

/** For plain TCP, past the stream: a stream makes a buffer of its own for each read. */
export async function openPlain(
  addresses: readonly string[],
  port: number,
  peer: string,
  signal: AbortSignal,
): Promise<Line> {
  let spokeFirst = false;
  let take = (_bytes: Buffer): void => {
    spokeFirst = true;
  };
  const callback = (length: number): boolean => {
    take(sharedBuffer.subarray(0, length));
    return true;
  };
  const onread = { buffer: sharedBuffer, callback };
  const socket: Socket = await openTcp(addresses, port, peer, signal, { onread });
  return {
    socket,
    listen(onBytes) {
      take = onBytes;
      // What it said is gone, and nobody had asked.
      if (spokeFirst) socket.destroy();
    },
  };
}

/** Dials the given addresses one after the other; `host` names are never looked up again. */
export async function openTcp(
  addresses: readonly string[],
  port: number,
  peer: string,
  signal: AbortSignal,
  reading: Pick<SocketConstructorOpts, 'onread'> = {},
): Promise<Socket> {
  const socket = netConnect({
    ...reading,
    host: 'already.resolved.invalid',
    port,
    autoSelectFamily: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
    lookup: (_host, _options, done) => done(null, addresses.map(lookupEntry)),
  });
  return await untilReady(socket, 'connect', signal, (error) => connectFailure(peer, error));
}

/** Each connection verifies certificate and name: no session is resumed. */
export async function openTls(
  tcp: Socket,
  host: string,
  peer: string,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<Line> {
  const socket = tlsConnect({
    socket: tcp,
    host,
    servername: parseIpAddress(host) === undefined ? host : '',
    secureContext,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  });
  await untilReady(socket, 'secureConnect', signal, (error) => tlsFailure(peer, error));
  return { socket, listen: (onBytes) => void socket.on('data', onBytes) };
}

function lookupEntry(address: string): { address: string; family: 4 | 6 } {
  return { address, family: address.includes(':') ? 6 : 4 };
}

function untilReady(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  describe: (error: Error | undefined) => Error,
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
  // Never taken off: an error between two owners of the socket would end the process.
  socket.on('error', (error) => {
    failure ??= error;
  });
  socket.once(event, onReady).once('close', onClose);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return promise;
}
