/** The host of a parsed URL, as it is compared and looked up: no brackets, no final dot. */
export function hostOf(url: URL): string {
  const host = url.hostname;
  if (host.startsWith('[')) return host.slice(1, -1);
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** A host that an operator wrote in a setting, in the same form as `hostOf`; undefined if it is not a host. */
export function parseHost(text: string): string | undefined {
  if (/[^\w.:[\]\-\u0080-\uffff]/.test(text)) return undefined;
  const bracketed = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  const url = URL.parse(`http://${bracketed}/`);
  return url === null || url.hostname === '' || url.port !== '' ? undefined : hostOf(url);
}

export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/** RFC 6761: localhost names mean this machine, whatever a name server says. */
export const localhostAddresses: readonly string[] = ['127.0.0.1', '::1'];
