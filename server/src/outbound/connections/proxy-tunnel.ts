import type { Socket } from 'node:net';
import { Client } from 'undici';
import { proxyFailure, proxyRefusal } from '../failure-text.ts';
import { OutboundError } from '../outbound-error.ts';
import type { HttpProxy } from './http-proxy.ts';
import { openTcp } from './open-socket.ts';

const maxHeaderBytes = 16_384;

/**
 * Asks the proxy for a connection to `target` (host and port) by CONNECT. Plain http goes through a tunnel as well: a
 * proxy that forwards requests could send one twice, and its own error pages would look like the endpoint's answers.
 */
export async function openTunnel(
  proxy: HttpProxy,
  proxyAddresses: readonly string[],
  target: string,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = await openTcp(proxyAddresses, proxy.port, signal, proxyFailure);
  // When the client is destroyed, it closes its socket, but not one that it has handed over for the tunnel.
  const client = new Client('http://proxy.invalid', {
    connect: (_options, callback) => queueMicrotask(() => callback(null, socket)),
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: 0,
    allowH2: false,
  });
  try {
    const headers = {
      host: target,
      ...(proxy.authorization === null ? {} : { 'proxy-authorization': proxy.authorization }),
    };
    const { statusCode } = await client.connect({ path: target, headers, signal });
    if (statusCode >= 200 && statusCode < 300) return socket;
    throw proxyRefusal(target, statusCode);
  } catch (error) {
    socket.destroy();
    throw error instanceof OutboundError ? error : proxyFailure(error);
  } finally {
    void client.destroy();
  }
}
