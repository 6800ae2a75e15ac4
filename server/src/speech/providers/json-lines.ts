import { parseForeignJson } from '../../kernel/index.ts';
import { BodyBuffer } from '../../outbound/index.ts';
import { inSlices } from '../pcm/slices.ts';
import { SpeechFailure } from '../voice.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Half a minute of sound. */
const longestLine = 2 * 1_024 * 1_024;
const lineFeed = 10;

/** Reads one JSON object per line. A chunk of the body may hold a part of a line or several. */
export async function* jsonLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<JsonObject> {
  const line = new BodyBuffer();
  for await (const bytes of inSlices(body)) {
    let from = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, from)) {
      addTo(line, bytes.subarray(from, end));
      from = end + 1;
      if (line.length > 0) yield* objectIn(line.take());
    }
    addTo(line, bytes.subarray(from));
  }
  yield* objectIn(line.take());
}

function addTo(line: BodyBuffer, bytes: Uint8Array): void {
  line.add(bytes);
  if (line.length <= longestLine) return;
  throw new SpeechFailure('provider', 'The voice server sent a line that is too long.');
}

function* objectIn(line: Buffer): Generator<JsonObject> {
  const text = line.toString().trim();
  if (text === '') return;
  const value = parseForeignJson(text);
  if (value === undefined) {
    throw new SpeechFailure(
      'provider',
      'The voice server sent a line that is not JSON, or has too many parts.',
    );
  }
  if (typeof value === 'object' && value !== null) yield value as JsonObject;
}
