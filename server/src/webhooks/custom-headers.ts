import { createHash } from 'node:crypto';
import { invalid } from '../kernel/index.ts';

export type CustomHeaders = Readonly<Record<string, string>>;

const maxHeaders = 20;
const hopByHop =
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade';
const ours = 'webhook-id webhook-timestamp webhook-signature parley-sequence';
const ofRequest = 'host expect content-length content-type content-encoding accept-encoding';
const reserved = new Set([hopByHop, ours, ofRequest].flatMap((names) => names.split(' ')));

const refused = (message: string) => invalid(message, 'headers');

/** Refuses headers that would change what the contract promises, or break the request. */
export function checkCustomHeaders(headers: CustomHeaders): CustomHeaders {
  const entries = Object.entries(headers);
  if (entries.length > maxHeaders) throw refused(`A webhook can have at most ${maxHeaders} custom headers.`);
  for (const [name, value] of entries) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/.test(name))
      throw refused(`"${name.slice(0, 60)}" is not a header name.`);
    if (reserved.has(name.toLowerCase()))
      throw refused(`The service sets the header ${name} itself. Leave it out.`);
    if (value.length > 4_096 || !/^[\t\x20-\x7e]*$/.test(value)) {
      throw refused(`The value of the header ${name} must be plain ASCII of at most 4096 characters.`);
    }
  }
  const lower = entries.map(([name]) => name.toLowerCase());
  if (new Set(lower).size !== lower.length)
    throw refused('Two headers have the same name. Remove one of them.');
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value.trim()]));
}

export const headersId = (headers: CustomHeaders): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(headers).sort()))
    .digest('hex')
    .slice(0, 16);
