/** An HTTP proxy that opens connections by CONNECT. */
export interface HttpProxy {
  readonly host: string;
  readonly port: number;
  /** The value of the `proxy-authorization` header; null if the proxy needs no credentials. */
  readonly authorization: string | null;
}

/** Reads `http://[user:password@]host:port`. The error never repeats the text, which may hold a password. */
export function parseProxy(text: string): HttpProxy {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'http:' || url.hostname === '') {
    throw new RangeError('The proxy has to be written as http://[user:password@]host:port.');
  }
  const { username, password } = url;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    host: url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname,
    port: url.port === '' ? 80 : Number(url.port),
    authorization:
      username === '' && password === '' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}
