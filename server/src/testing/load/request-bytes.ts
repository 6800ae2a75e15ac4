export type RequestText = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** A whole HTTP/1.1 request, ready to be sent again and again. */
export function requestBytes(port: number, { method, path, headers = {}, body }: RequestText): Buffer {
  const all: Record<string, string> = { host: `127.0.0.1:${port}`, ...headers };
  if (body !== undefined) {
    all['content-type'] = 'application/json';
    all['content-length'] = String(Buffer.byteLength(body));
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`);
}
