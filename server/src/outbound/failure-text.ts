import { errors } from 'undici';
import reasons from './failure-reasons.json' with { type: 'json' };
import { errorCode, OutboundError, type OutboundErrorDetails } from './outbound-error.ts';

export type ConnectStep = 'resolving' | 'connecting' | 'asking-proxy' | 'handshaking';

export type RequestPhase = 'queued' | ConnectStep | 'connected' | 'sent' | 'answering';

export function resolveFailure(host: string, error: unknown): OutboundError {
  const code = errorCode(error) ?? 'ENODATA';
  const unknown = code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME';
  const message = unknown
    ? `DNS has no address for "${host}". Check the spelling of the host.`
    : `DNS gave no answer for "${host}" (${code}). Check the name servers of that domain, or try again.`;
  return new OutboundError('resolve', message, { code });
}

/** What the codes of failures mean for the owner of an account. Each text follows the host and port. */
const connectReasons: Readonly<Record<string, string>> = reasons.connect;
const tlsReasons: Readonly<Record<string, string>> = reasons.tls;

export function connectFailure(peer: string, error: unknown): OutboundError {
  const code = errorCode(error);
  const reason = connectReasons[code ?? ''] ?? `did not accept the connection (${code ?? 'unknown reason'}).`;
  return new OutboundError('connect', `${peer} ${reason}`, { code });
}

// The proxy's own address is left out: accounts read these messages, and the proxy is the operator's.
export function proxyFailure(error: unknown): OutboundError {
  const code = errorCode(error);
  const message = `Could not reach the proxy for outgoing requests (${code ?? 'closed'}). Ask the operator to check OUTBOUND_PROXY.`;
  return new OutboundError('connect', message, { code });
}

export function proxyRefusal(peer: string, status: number): OutboundError {
  const message =
    status === 407
      ? 'The proxy for outgoing requests refused its credentials (407). Ask the operator to check OUTBOUND_PROXY.'
      : `The proxy for outgoing requests did not connect to ${peer} (${status}). Check the host and the port, or ask the operator whether the proxy allows them.`;
  return new OutboundError('connect', message, { code: `PROXY_${status}` });
}

export function tlsFailure(peer: string, error: unknown): OutboundError {
  const code = errorCode(error);
  const reason = tlsReasons[code ?? ''] ?? `broke off the TLS handshake (${code ?? 'closed'}).`;
  return new OutboundError('tls', `${peer} ${reason}`, { code });
}

export function timeoutMessage(peer: string, phase: RequestPhase, timeoutMs: number): string {
  // What is left of a longer timeout is seldom a whole number.
  const limitMs = Math.ceil(timeoutMs);
  switch (phase) {
    case 'queued':
      return `No connection to ${peer} became free within ${limitMs} ms. Answer faster, or send fewer requests at the same time.`;
    case 'resolving':
      return `DNS gave no address for ${peer} within ${limitMs} ms. Check the name servers of that domain.`;
    case 'connecting':
    case 'connected':
      return `${peer} did not accept the connection within ${limitMs} ms. Check that the host is up and its firewall lets this service in.`;
    case 'asking-proxy':
      return `The proxy for outgoing requests did not connect to ${peer} within ${limitMs} ms. Check that the host is up, or ask the operator to check OUTBOUND_PROXY.`;
    case 'handshaking':
      return `${peer} did not finish the TLS handshake within ${limitMs} ms.`;
    case 'sent':
      return `${peer} did not answer within ${limitMs} ms.`;
    case 'answering':
      return `${peer} did not finish its answer within ${limitMs} ms.`;
  }
}

export const interimMessage = (peer: string): string =>
  `${peer} sent one interim answer (1xx) after another. Send the answer itself.`;

/** A failure on an open connection. `unflushed`: part of the request was not sent yet. */
export function exchangeFailure(
  peer: string,
  error: unknown,
  unflushed: boolean,
  details: OutboundErrorDetails,
): OutboundError {
  const fail = (stage: 'connect' | 'send' | 'response' | 'too-large', fact: string) =>
    new OutboundError(stage, `${peer} ${fact}`, details);
  if (error instanceof errors.InvalidArgumentError) {
    return new OutboundError(
      'send',
      `Could not send the request to ${peer}. Check the URL, the headers and the key.`,
      details,
    );
  }
  if (error instanceof errors.HeadersOverflowError) {
    return fail('too-large', 'answered with too many or too long headers.');
  }
  if (isNotHttp(error)) return fail('response', 'answered with something that is not HTTP/1.1.');
  if (!details.bytesSent) return fail('connect', 'closed the connection before the request was sent.');
  if (details.status !== undefined) {
    return fail('response', 'closed the connection in the middle of its answer.');
  }
  return unflushed
    ? fail('send', 'closed the connection while the request was being sent.')
    : fail('response', 'closed the connection without an answer.');
}

function isNotHttp(error: unknown): boolean {
  if (error instanceof errors.HTTPParserError) return errorCode(error) !== 'HPE_INVALID_EOF_STATE';
  return error instanceof errors.SocketError && /^bad (response|upgrade)$/.test(error.message);
}
