import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** An answer that is not JSON. */
export class Download {
  readonly type: string;
  readonly body: string | Uint8Array | Readable;
  /** The name under which browsers save it; null for what is played or shown. */
  readonly fileName: string | null;

  constructor(type: string, body: string | Uint8Array | Readable, fileName: string | null = null) {
    this.type = type;
    this.body = body;
    this.fileName = fileName;
  }
}

/** Server-sent events. The answer lasts until either side closes it. */
export class EventStream {
  /** Writes into a response whose head has been sent. */
  readonly start: (response: ServerResponse) => void;

  constructor(start: (response: ServerResponse) => void) {
    this.start = start;
  }
}
