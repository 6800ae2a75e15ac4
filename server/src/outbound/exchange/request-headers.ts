import { version } from '../../kernel/index.ts';
import { OutboundError } from '../outbound-error.ts';

/** Must not be changed after the first request: the check of the same object is remembered. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** The client sets these itself. An account could use them to redirect the request or to break its framing. */
const reservedNames: ReadonlySet<string> = new Set([
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

const validName = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
const validValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What is wrong with these headers; undefined if they can be sent. */
export function checkHeaders(headers: RequestHeaders): string | undefined {
  for (const name of Object.keys(headers)) {
    if (!validName.test(name)) return 'A header name may have only letters, digits and hyphens.';
    if (reservedNames.has(name.toLowerCase()))
      return `The header "${name}" is set by the service. Leave it out.`;
    if (!validValue.test(headers[name] ?? '')) {
      return `The header "${name}" has characters that cannot be sent, such as a line break.`;
    }
  }
  return undefined;
}

const userAgent = `Parley/${version}`;

/** The headers with the service's `User-Agent`, unless the account has set another one. */
export function withUserAgent(headers: RequestHeaders): RequestHeaders {
  const isSet = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent');
  return isSet ? headers : { 'user-agent': userAgent, ...headers };
}

const lists = new WeakMap<RequestHeaders, readonly string[]>();

/** The headers as sent: names and values alternate. The same object is checked once. Throws if they cannot be sent. */
export function headerList(headers: RequestHeaders): string[] {
  let list = lists.get(headers);
  if (list === undefined) {
    const problem = checkHeaders(headers);
    if (problem !== undefined) throw new OutboundError('send', problem);
    list = ['accept-encoding', 'identity', ...Object.entries(withUserAgent(headers)).flat()];
    lists.set(headers, list);
  }
  return list as string[];
}

/** Headers from the service itself: names and values alternate. Throws if a mistake would break the framing. */
export function sendable(own: readonly string[]): readonly string[] {
  if (own.every((text) => validValue.test(text))) return own;
  throw new OutboundError('send', 'A header of the service has characters that cannot be sent.');
}
