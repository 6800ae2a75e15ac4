/** A request as it is to be sent: names and values of headers by turns. */
export interface RequestParts {
  readonly path: string;
  readonly method: string;
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | null;
}

/** In Latin-1, as headers are; without the body. */
export function requestHead(request: RequestParts, host: string): string {
  const { path, method, headers, body } = request;
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  if (body !== null) head += `content-length: ${Buffer.byteLength(body)}\r\n`;
  else if (method !== 'GET' && method !== 'HEAD') head += 'content-length: 0\r\n';
  return `${head}\r\n`;
}
