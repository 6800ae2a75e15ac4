import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { WebSocket } from 'ws';
import type { Outbound } from '../../outbound/index.ts';
import { SpeechFailure } from '../voice.ts';

const handshakeMs = 8_000;
const mostMessageBytes = 4 * 1_024 * 1_024;

/**
 * A WebSocket to an address that an account has set. The guarded client for HTTP has the word on where it may go: on
 * the address as it is written, on each address its name leads to, and on the one that was reached.
 */
export function openGuardedSocket(
  outbound: Pick<Outbound, 'checkUrl'>,
  url: URL,
  headers: Readonly<Record<string, string>>,
): WebSocket {
  const verdict = outbound.checkUrl(url);
  if (!verdict.ok) throw new SpeechFailure('provider', verdict.message);
  const isAllowed = (address: string) => outbound.checkUrl(withHost(url, address)).ok;
  const socketUrl = new URL(url);
  socketUrl.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:';
  const socket = new WebSocket(socketUrl, {
    headers,
    handshakeTimeout: handshakeMs,
    maxPayload: mostMessageBytes,
    perMessageDeflate: false,
    followRedirects: false,
    lookup: guardedLookup(isAllowed),
  });
  socket.on('upgrade', (response) => {
    if (!isAllowed(response.socket.remoteAddress ?? '')) socket.terminate();
  });
  return socket;
}

function guardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const allowed = (addresses ?? []).filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (error !== null || first === undefined) {
        const refusal = Object.assign(new Error('no address that may be used'), { code: 'ENOTFOUND' });
        callback(error ?? refusal, '', 4);
      } else if (options.all === true) {
        callback(null, allowed);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

function withHost(url: URL, address: string): URL {
  const changed = new URL(url);
  changed.hostname = address.includes(':') ? `[${address}]` : address;
  return changed;
}
