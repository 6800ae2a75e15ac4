import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventStreamReader, EventTooLong, isEventStream } from './event-stream.ts';

const characters = fc.constantFrom('a', 'data:', ':', ' ', 'é', '€', '😀', '\ufeff', '\u2028', '\0');

function read(...chunks: (string | Uint8Array)[]): string[] {
  const reader = new EventStreamReader();
  const events = chunks.flatMap((chunk) =>
    reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk),
  );
  return [...events, ...reader.end()];
}

describe('an event stream', () => {
  it.each([
    ['one event', 'data: a\n\n', ['a']],
    ['no space after the colon', 'data:a\n\n', ['a']],
    ['only the first space is taken', 'data:  a\n\n', [' a']],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['CR', 'data: a\r\rdata: b\r\r', ['a', 'b']],
    ['all three mixed', 'data: a\r\ndata: b\rdata: c\n\n', ['a\nb\nc']],
    ['several data lines', 'data: {\ndata: "a": 1}\n\n', ['{\n"a": 1}']],
    ['comments', ': one\n:two\n\ndata: a\n: three\n\n', ['a']],
    ['names, ids and retry times', 'event: x\nid: 3\nretry: 5\ndata: a\n\n', ['a']],
    ['an event without data', 'event: ping\n\ndata: a\n\n', ['a']],
    ['empty data', 'data\n\ndata:\n\ndata: a\n\n', ['a']],
    ['a name that only begins like data', 'database: x\ndata: a\n\n', ['a']],
    ['blank lines between', '\n\n\ndata: a\n\n\n\n', ['a']],
    ['a byte order mark', '\ufeffdata: a\n\n', ['a']],
    ['a byte order mark later is content', 'data: \ufeffa\n\n', ['\ufeffa']],
    ['a last event without its blank line', 'data: a\n\ndata: b', ['a', 'b']],
    ['nothing', '', []],
  ])('[BR11] %s', (_name, text, events) => {
    expect(read(text)).toEqual(events);
  });

  it('[BR11] returns an event as soon as its blank line has arrived', () => {
    const reader = new EventStreamReader();
    expect(reader.push(Buffer.from('data: a\r\n\r'))).toEqual(['a']);
    expect(reader.push(Buffer.from('\ndata: b\n\n'))).toEqual(['b']);
  });

  it('[BR38] refuses an event that is longer than any reply, in one line or in many', () => {
    expect(() => read('data: a\n\n', `data: ${'x'.repeat(600_000)}`)).toThrow(EventTooLong);
    expect(() => read(`data: ${'x'.repeat(1_000)}\n`.repeat(600))).toThrow(EventTooLong);
    expect(read(`: ${'x'.repeat(600_000)}\n`, 'data: a\n\n')).toEqual(['a']);
  });

  it('[BR8] [BR11] reads the same however it is cut', () => {
    const line = fc.oneof(
      fc.string({ unit: characters }).map((text) => `data: ${text}`),
      fc.constantFrom('', '', ': comment', 'event: x', 'data'),
    );
    const ending = fc.constantFrom('\n', '\r', '\r\n');
    const stream = fc.array(fc.tuple(line, ending)).map((lines) => Buffer.from(lines.flat().join('')));
    fc.assert(
      fc.property(stream, fc.array(fc.nat(200)), (bytes, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((to, index) => bytes.subarray(places[index], to));
        expect(read(...chunks)).toEqual(read(bytes));
      }),
    );
  });

  it('[BR11] returns the data that a correct server wrote', () => {
    const data = fc.array(fc.string({ unit: characters }), { minLength: 1 });
    const ending = fc.constantFrom('\n', '\r', '\r\n');
    fc.assert(
      fc.property(fc.array(data), ending, (events, newline) => {
        const text = events
          .map((lines) => [...lines.map((line) => `data: ${line}`), '', ''].join(newline))
          .join('');
        const written = events.map((lines) => lines.join('\n'));
        expect(read(text)).toEqual(written.filter((event) => event !== ''));
      }),
    );
  });

  it.each([
    ['text/event-stream', true],
    ['Text/Event-Stream; charset=utf-8', true],
    ['text/event-streams', false],
    ['application/json', false],
    [undefined, false],
  ])('[BR11] %s is one: %s', (type, isOne) => {
    expect(isEventStream(type)).toBe(isOne);
  });
});
