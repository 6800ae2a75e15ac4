/** Names in lower case. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** How the body of an answer ends. */
export type Framing =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'until-close' };

export interface ResponseHead {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly framing: Framing;
  /** Whether the peer keeps the connection after this answer. */
  readonly keepsAlive: boolean;
}

/** The peer's answer is nothing that this client reads. */
export class ResponseFault extends Error {
  readonly kind: 'not-http' | 'head-too-large';

  constructor(kind: 'not-http' | 'head-too-large') {
    super(kind);
    this.kind = kind;
  }
}

const STATUS_LINE = /^HTTP\/1\.[01] [1-9]\d\d(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const NAME = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
/** What a line may hold: a bare line end would let two readers see two different answers. */
export const LINE = /^[\t\x20-\x7e\x80-\xff]*$/;
const DIGITS = /^\d{1,15}$/;

type Bag = Record<string, string | string[]>;

/** Inherits nothing, as a peer chooses the names; unlike an object made without a prototype it is a quick one. */
const EmptyBag = function EmptyBag() {} as unknown as new () => Bag;
EmptyBag.prototype = Object.create(null);

const NONE: Framing = { kind: 'none' };
const CHUNKED: Framing = { kind: 'chunked' };
const UNTIL_CLOSE: Framing = { kind: 'until-close' };

/** `text`: the head without the empty line that ends it. */
export function readHead(text: string, method: string): ResponseHead {
  let end = lineEnd(text, 0);
  if (!STATUS_LINE.test(text.slice(0, end))) throw new ResponseFault('not-http');
  const isOld = text.charAt(7) === '0';
  const status = Number(text.slice(9, 12));
  const headers: Bag = new EmptyBag();
  while (end < text.length) {
    const start = end + 2;
    end = lineEnd(text, start);
    addHeader(headers, text.slice(start, end));
  }
  const framing = framingOf(headers, status, method, isOld);
  const connection = headers.connection === undefined ? '' : String(headers.connection).toLowerCase();
  const keepsAlive = isOld ? connection === 'keep-alive' : !/\bclose\b/.test(connection);
  return { status, headers, framing, keepsAlive: keepsAlive && framing !== UNTIL_CLOSE };
}

/** For how long the peer says that it keeps an idle connection. */
export function announcedKeepAliveMs(headers: ResponseHeaders): number {
  const announced = headers['keep-alive'];
  if (announced === undefined) return Number.POSITIVE_INFINITY;
  const [, seconds] = /timeout=(\d{1,9})/.exec(String(announced)) ?? [];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000;
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\r\n', start);
  return end === -1 ? text.length : end;
}

/** Throws where it is no header: also for trailers, of which nobody wants to know more. */
export function splitHeader(content: string): { name: string; value: string } {
  const colon = content.indexOf(':');
  const name = content.slice(0, colon).toLowerCase();
  if (colon === -1 || !NAME.test(name) || !LINE.test(content)) throw new ResponseFault('not-http');
  return { name, value: withoutOuterSpace(content, colon + 1) };
}

/** Only of spaces and tabs. By hand, as a pattern would try each space of a long row anew. */
function withoutOuterSpace(content: string, from: number): string {
  let start = from;
  let end = content.length;
  while (start < end && isSpace(content.charCodeAt(start))) start++;
  while (end > start && isSpace(content.charCodeAt(end - 1))) end--;
  return content.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}

function addHeader(headers: Bag, content: string): void {
  const { name, value } = splitHeader(content);
  const known = headers[name];
  if (known === undefined) headers[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else headers[name] = [known, value];
}

function framingOf(headers: Readonly<Bag>, status: number, method: string, isOld: boolean): Framing {
  const coding = headers['transfer-encoding'];
  const length = headers['content-length'];
  if (length !== undefined && (Array.isArray(length) || !DIGITS.test(length))) {
    throw new ResponseFault('not-http');
  }
  if (coding !== undefined) {
    // Two ways to tell the end are one too many.
    const isChunked = !Array.isArray(coding) && coding.toLowerCase() === 'chunked';
    if (isOld || length !== undefined || !isChunked) throw new ResponseFault('not-http');
  }
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return NONE;
  if (coding !== undefined) return CHUNKED;
  return length === undefined ? UNTIL_CLOSE : { kind: 'length', bytes: Number(length) };
}
