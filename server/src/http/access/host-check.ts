import { isIP } from 'node:net';

/**
 * Whether a Host header may name this service. A foreign page can point its own name at our address and make a
 * visitor's browser call us (DNS rebinding). It cannot do so with an address literal or with our own name.
 */
export function createHostCheck(
  baseUrl: string,
  allowedHosts: readonly string[] = [],
): (host: string | undefined) => boolean {
  const own = new Set([new URL(baseUrl).hostname, ...allowedHosts]);
  const known = new Map<string, boolean>();
  const judge = (host: string): boolean => {
    if (!URL.canParse(`http://${host}`)) return false;
    const url = new URL(`http://${host}`);
    if (url.pathname !== '/' || url.username !== '' || url.search + url.hash !== '') return false;
    const name = url.hostname.replace(/^\[|\]$/g, '');
    return own.has(url.hostname) || name === 'localhost' || isIP(name) !== 0;
  };
  return (host) => {
    if (host === undefined) return true;
    const remembered = known.get(host);
    if (remembered !== undefined) return remembered;
    const verdict = judge(host);
    if (known.size < 1_000) known.set(host, verdict);
    return verdict;
  };
}
