/** A request as it is to be sent: names and values of headers by turns. */
export interface RequestParts {
  readonly path: string;
  readonly method: string;
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | null;
}

/** Writes the heads of requests to one host, in Latin-1 as headers are. Most are like the one before. */
export class HeadWriter {
  readonly #host: string;
  #last: RequestParts | undefined;
  #common = '';

  constructor(host: string) {
    this.#host = host;
  }

  write(request: RequestParts): string {
    const { method, body } = request;
    const last = this.#last;
    if (last?.path !== request.path || last.method !== method || last.headers !== request.headers) {
      this.#common = this.#commonOf(request);
      this.#last = { ...request, body: null };
    }
    if (body !== null) return `${this.#common}content-length: ${Buffer.byteLength(body)}\r\n\r\n`;
    return `${this.#common}${method === 'GET' || method === 'HEAD' ? '' : 'content-length: 0\r\n'}\r\n`;
  }

  #commonOf({ path, method, headers }: RequestParts): string {
    let head = `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\nconnection: keep-alive\r\n`;
    for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
    return head;
  }
}
