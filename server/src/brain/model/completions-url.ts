const completionsPath = '/chat/completions';

/** Whatever part of the address was set, with its query kept. What is no address is left for the client to refuse. */
export function completionsUrl(address: string): URL | string {
  const url = URL.parse(address);
  if (url === null) return address;
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith(completionsPath) ? path : path + completionsPath;
  return url;
}
