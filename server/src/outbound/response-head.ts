import { ResponseHeaders } from './response-headers.ts';

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

/** What a line may hold: a bare line end would let two readers see two different answers. */
const Text = String.raw`[\t\x20-\x7e\x80-\xff]*`;
const Field = String.raw`[!#$%&'*+\-.^_\x60|~\dA-Za-z]+:${Text}`;
const Head = new RegExp(String.raw`^HTTP/1\.[01] [1-9]\d\d(?: ${Text})?(?:\r\n${Field})*$`);
export const LINE = new RegExp(`^${Text}$`);
/** Of trailers nobody wants to know more. */
export const TRAILER = new RegExp(`^${Field}$`);
const Digits = /^\d{1,15}$/;

const None: Framing = { kind: 'none' };
const Chunked: Framing = { kind: 'chunked' };
const UntilClose: Framing = { kind: 'until-close' };

/** `text`: the head without the empty line that ends it. */
export function readHead(text: string, method: string): ResponseHead {
  if (!Head.test(text)) throw new ResponseFault('not-http');
  const isOld = text.charAt(7) === '0';
  const status = Number(text.slice(9, 12));
  const lineEnd = text.indexOf('\r\n');
  const headers = new ResponseHeaders(text, lineEnd === -1 ? text.length : lineEnd + 2);
  const framing = framingOf(headers, status, method, isOld);
  const connection = headers.get('connection');
  return { status, headers, framing, keepsAlive: framing !== UntilClose && keepsAlive(connection, isOld) };
}

function keepsAlive(connection: string | string[] | undefined, isOld: boolean): boolean {
  if (connection === undefined) return !isOld;
  const wish = String(connection).toLowerCase();
  return isOld ? wish === 'keep-alive' : !/\bclose\b/.test(wish);
}

/** For how long the peer says that it keeps an idle connection. */
export function announcedKeepAliveMs(headers: ResponseHeaders): number {
  const announced = headers.get('keep-alive');
  if (announced === undefined) return Number.POSITIVE_INFINITY;
  const [, seconds] = /timeout=(\d{1,9})/.exec(String(announced)) ?? [];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000;
}

function framingOf(headers: ResponseHeaders, status: number, method: string, isOld: boolean): Framing {
  const coding = headers.get('transfer-encoding');
  const length = headers.get('content-length');
  if (length !== undefined && (Array.isArray(length) || !Digits.test(length))) {
    throw new ResponseFault('not-http');
  }
  if (coding !== undefined) {
    // Two ways to tell the end are one too many.
    const isChunked = !Array.isArray(coding) && coding.toLowerCase() === 'chunked';
    if (isOld || length !== undefined || !isChunked) throw new ResponseFault('not-http');
  }
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return None;
  if (coding !== undefined) return Chunked;
  return length === undefined ? UntilClose : { kind: 'length', bytes: Number(length) };
}
