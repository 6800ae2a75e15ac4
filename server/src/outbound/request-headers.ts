import { OutboundError } from './outbound-error.ts';

/** Not to be changed once they have been sent. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** Set by the client itself; from outside they would point the request elsewhere or break its framing. */
const Reserved: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const Name = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
const Value = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What is wrong with these headers, for a form that saves them; undefined if nothing is. */
export function checkHeaders(headers: RequestHeaders): string | undefined {
  for (const name of Object.keys(headers)) {
    if (!Name.test(name)) return 'A header name may hold only letters, digits and hyphens.';
    if (Reserved.has(name.toLowerCase())) return `The header "${name}" is set by the service. Leave it out.`;
    if (!Value.test(headers[name] ?? '')) {
      return `The header "${name}" holds characters that cannot be sent, such as a line break.`;
    }
  }
  return undefined;
}

const lists = new WeakMap<RequestHeaders, readonly string[]>();

/** As they are sent; the same headers are checked once only. Throws where they cannot be sent. */
export function headerList(headers: RequestHeaders): string[] {
  let list = lists.get(headers);
  if (list === undefined) {
    const problem = checkHeaders(headers);
    if (problem !== undefined) throw new OutboundError('send', problem);
    list = ['accept-encoding', 'identity', ...Object.entries(headers).flat()];
    lists.set(headers, list);
  }
  return list as string[];
}

/** Names and values by turns, of the service's own making; throws where a mistake would break the request's framing. */
export function sendable(own: readonly string[]): readonly string[] {
  if (own.every((text) => Value.test(text))) return own;
  throw new OutboundError('send', 'A header of the service holds characters that cannot be sent.');
}
