import { createParser } from 'eventsource-parser';
import type { BodyReader } from './body-reader.ts';

/** Enough for the longest reply with every character escaped. */
const longestEvent = 524_288;

/** An event was longer than any reply. */
export class EventTooLong extends Error {
  override name = 'EventTooLong';
}

/** Reads `text/event-stream` and returns the data of each event that has any. Names, ids and retry times are ignored. */
export class EventStreamReader {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #events: string[] = [];
  readonly #parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: ({ data }) => {
      if (data !== '') this.#events.push(data);
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw new EventTooLong();
    },
  });

  push(chunk: Uint8Array): string[] {
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
    return this.#events.splice(0);
  }

  /** The standard drops an event without its blank line, but some servers close right after their last event. */
  end(): string[] {
    this.#parser.feed(`${this.#decoder.decode()}\n\n`);
    return this.#events.splice(0);
  }
}

/** Yields the data of each event as soon as it has arrived. */
export async function* readEvents(body: BodyReader): AsyncGenerator<string, void, undefined> {
  const events = new EventStreamReader();
  for (let chunk = await body.next(); chunk !== undefined; chunk = await body.next()) {
    yield* events.push(chunk);
  }
  yield* events.end();
}

export function isEventStream(contentType: string | string[] | undefined): boolean {
  if (typeof contentType !== 'string') return false;
  const [type = ''] = contentType.split(';', 1);
  return type.trim().toLowerCase() === 'text/event-stream';
}
