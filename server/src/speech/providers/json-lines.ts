import { SpeechFailure } from '../voice.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

const longestLine = 8 * 1_024 * 1_024;

/** Reads one JSON object per line. A chunk of the body may hold a part of a line or several. */
export async function* jsonLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<JsonObject> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  for await (const bytes of body) {
    const [first = '', ...lines] = decoder.decode(bytes, { stream: true }).split('\n');
    parts.push(first);
    length += first.length;
    if (length > longestLine)
      throw new SpeechFailure('provider', 'The voice server sent a line that is too long.');
    for (const line of lines) {
      yield* objectOf(parts.join(''));
      parts = [line];
      length = line.length;
    }
  }
  yield* objectOf(parts.join('') + decoder.decode());
}

function* objectOf(line: string): Generator<JsonObject> {
  if (line.trim() === '') return;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new SpeechFailure('provider', 'The voice server sent something that is not JSON.');
  }
  if (typeof value === 'object' && value !== null) yield value as JsonObject;
}
