const cr = 13;
const lf = 10;

/** Enough for the longest reply with every character escaped. */
const longestEvent = 524_288;

/** Reads `text/event-stream` and returns the data of each event. Names, ids and retry times are ignored. */
export class EventStreamReader {
  readonly #decoder = new TextDecoder();
  #line = '';
  #data: string | undefined;
  #afterCr = false;
  #isTooLong = false;

  /** An event was longer than any reply. It and everything after it are dropped. */
  get isTooLong(): boolean {
    return this.#isTooLong;
  }

  push(chunk: Uint8Array): string[] {
    return this.#read(this.#decoder.decode(chunk, { stream: true }));
  }

  /** The standard drops an event without its blank line, but some servers close right after their last event. */
  end(): string[] {
    const events = this.#read(this.#decoder.decode());
    this.#takeLine(this.#line, events);
    this.#takeLine('', events);
    this.#line = '';
    return events;
  }

  #read(text: string): string[] {
    const events: string[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text.charCodeAt(at);
      const isSecondHalf = character === lf && this.#afterCr;
      this.#afterCr = character === cr;
      if (isSecondHalf) {
        from = at + 1;
      } else if (character === cr || character === lf) {
        this.#takeLine(this.#line + text.slice(from, at), events);
        this.#line = '';
        from = at + 1;
      }
    }
    this.#line += text.slice(from);
    this.#isTooLong ||= this.#line.length + (this.#data?.length ?? 0) > longestEvent;
    if (this.#isTooLong) {
      this.#line = '';
      this.#data = undefined;
      return [];
    }
    return events;
  }

  #takeLine(line: string, events: string[]): void {
    if (line === '') {
      if (this.#data !== undefined) events.push(this.#data);
      this.#data = undefined;
      return;
    }
    const value = dataOf(line);
    if (value === undefined) return;
    this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
  }
}

function dataOf(line: string): string | undefined {
  if (line === 'data') return '';
  if (!line.startsWith('data:')) return undefined;
  return line.slice(line.charCodeAt(5) === 0x20 ? 6 : 5);
}

export function isEventStream(contentType: string | string[] | undefined): boolean {
  if (typeof contentType !== 'string') return false;
  const parameters = contentType.indexOf(';');
  const type = parameters === -1 ? contentType : contentType.slice(0, parameters);
  return type.trim().toLowerCase() === 'text/event-stream';
}
