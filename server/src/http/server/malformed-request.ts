import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Connection } from '../connections/index.ts';

const problems: Readonly<Record<string, readonly [status: string, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'too_large',
    'The request headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'timeout', 'The request did not arrive in time.'],
};
const notHttp = ['400 Bad Request', 'bad_request', 'The request is not valid HTTP.'] as const;

/** Answers bytes that are not HTTP with a JSON error, then closes the connection. */
export function answerMalformedRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  connection: Connection | undefined,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer = connection?.answer ?? null;
  const [status, code, message] = problems[error.code ?? ''] ?? notHttp;
  const refuse = () => writeRefusal(socket, status, code, message);
  if (answer === null) return refuse();
  // The bytes follow a whole request, whose answer comes first.
  if (connection?.hasWholeRequest) answer.once('close', refuse);
  else if (answer.headersSent) socket.destroy();
  else refuse();
}

/** Answers CONNECT, which the HTTP server does not answer itself. */
export const refuseProxying = (socket: Duplex): void =>
  writeRefusal(
    socket,
    '405 Method Not Allowed',
    'method_not_allowed',
    'This service is not a proxy.',
    'allow:\r\n',
  );

/**
 * Writes an answer without the HTTP server and closes our side. The connection ends when the client closes its side, or
 * a moment later.
 */
function writeRefusal(socket: Duplex, status: string, code: string, message: string, headers = ''): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ error: { code, message } });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
