import { withoutTrailing } from '@parley/protocol';

const completionsPath = '/chat/completions';

/** Completes a base URL and keeps its query. Text that is not a URL is returned as it is, and the client refuses it. */
export function completionsUrl(address: string): URL | string {
  const url = URL.parse(address);
  if (url === null) return address;
  const path = withoutTrailing(url.pathname, '/');
  url.pathname = path.endsWith(completionsPath) ? path : path + completionsPath;
  return url;
}
