import { LINE, ResponseFault, TRAILER } from './response-head.ts';

/** Longer than any size with its extensions, or any trailer, has reason to be. */
const MaxLineBytes = 4_096;
const MaxTrailersBytes = 16_384;
const Size = /^([\da-fA-F]{1,12})[ \t]*(?:;|$)/;
const Lf = 10;

type State = 'size' | 'data' | 'after-data' | 'trailers' | 'done';

/** Takes the chunks of one body apart, however they are cut on the way. */
export class ChunkedBody {
  #state: State = 'size';
  #left = 0;
  #line = '';
  #trailerBytes = 0;

  get done(): boolean {
    return this.#state === 'done';
  }

  /** Gives how many bytes belong to the body; the rest is not its own. */
  push(bytes: Buffer, onData: (part: Buffer) => void): number {
    let at = 0;
    while (at < bytes.length && this.#state !== 'done') {
      if (this.#state === 'data') {
        const end = Math.min(bytes.length, at + this.#left);
        this.#left -= end - at;
        if (this.#left === 0) this.#state = 'after-data';
        onData(bytes.subarray(at, end));
        at = end;
      } else {
        at = this.#takeLine(bytes, at);
      }
    }
    return at;
  }

  #takeLine(bytes: Buffer, start: number): number {
    const lf = bytes.indexOf(Lf, start);
    const end = lf === -1 ? bytes.length : lf + 1;
    this.#line += bytes.toString('latin1', start, end);
    if (this.#line.length > MaxLineBytes) throw new ResponseFault('head-too-large');
    if (lf === -1) return end;
    const line = this.#line;
    this.#line = '';
    if (!line.endsWith('\r\n')) throw new ResponseFault('not-http');
    this.#endLine(line.slice(0, -2));
    return end;
  }

  #endLine(line: string): void {
    if (this.#state === 'after-data') {
      if (line !== '') throw new ResponseFault('not-http');
      this.#state = 'size';
    } else if (this.#state === 'size') {
      const [, size] = Size.exec(line) ?? [];
      if (size === undefined || !LINE.test(line)) throw new ResponseFault('not-http');
      this.#left = Number.parseInt(size, 16);
      this.#state = this.#left === 0 ? 'trailers' : 'data';
    } else if (line === '') {
      this.#state = 'done';
    } else {
      if (!TRAILER.test(line)) throw new ResponseFault('not-http');
      this.#trailerBytes += line.length;
      if (this.#trailerBytes > MaxTrailersBytes) throw new ResponseFault('head-too-large');
    }
  }
}
