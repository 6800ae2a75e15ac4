import { invalid } from '../kernel/index.ts';

const maxUris = 20;
const maxLength = 2048;
const field = 'redirectUris';

/** Redirect URIs are compared letter by letter, so they are stored as the operator wrote them. */
export function checkRedirectUris(uris: readonly string[]): readonly string[] {
  const unique = [...new Set(uris.map((uri) => uri.trim()))];
  if (unique.length === 0) throw invalid('Give at least one redirect URI.', field);
  if (unique.length > maxUris) throw invalid(`A partner can have at most ${maxUris} redirect URIs.`, field);
  for (const uri of unique) {
    const problem = problemWith(uri);
    if (problem !== null) throw invalid(`"${uri.slice(0, 100)}": ${problem}`, field);
  }
  return unique;
}

function problemWith(uri: string): string | null {
  if (uri.length > maxLength) return `a redirect URI must have at most ${maxLength} characters.`;
  const url = URL.parse(uri);
  if (url === null || !/^https?:\/\/[!-~]+$/i.test(uri))
    return 'write an address such as https://www.example.com/back.';
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return 'a redirect URI must start with https:. Plain http is only for this machine, such as http://127.0.0.1:3000/back.';
  if (uri.includes('#')) return 'a redirect URI must not have a fragment (#).';
  if (url.username !== '' || url.password !== '')
    return 'a redirect URI must not contain a user name or password.';
  if (url.hostname.includes('*')) return 'redirect URIs must match exactly, so wildcards are not allowed.';
  return null;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
