import { describe, expect, it } from 'vitest';
import { createSpeechReader, readSpeech } from './speech-reader.ts';

const tags = { eventOf: (tag: string) => (tag === 'card' ? 'card-event' : null), handleUnknown() {} };

describe('what is said', () => {
  it.each([
    ['Tom &amp; Jerry.', ['Tom & Jerry.']],
    ['Tom &amp; <b>Jerry</b>. 1 &lt; 2!', ['Tom & Jerry.', '1 < 2!']],
    ['  On\n two   lines, ', ['On', 'two lines,']],
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['', []],
    [' \n ', []],
  ])('[MK17] %j is read as %j', (text, sentences) => {
    const read = readSpeech(text, tags);
    expect(read.map((item) => item.kind === 'sentence' && item.text)).toEqual(sentences);
  });

  it('[MK30] is the same whole and in pieces', () => {
    const text =
      'Hi there. <card json=\'{"a": 1}\'/>Look, <prosody rate="slow">slow &amp; steady. Yes</prosody>. Bye';
    const reader = createSpeechReader(tags);
    const inPieces = [...text].flatMap((piece) => reader.push(piece)).concat(reader.flush());
    expect(inPieces).toEqual(readSpeech(text, tags));
    expect(inPieces.map(({ kind }) => kind)).toEqual(['sentence', 'tag', 'sentence', 'sentence', 'sentence']);
  });

  it.each([
    `<card json='{"a": 1}'/>`,
    '<card json="{&quot;a&quot;: 1}"/>',
    String.raw`<card json="{\"a\": 1}"/>`,
    '<card json={"a":1} />',
    `<card json='{"a": 1, "b": "say &quot;hi&quot;"}'/>`,
  ])('[MK18] the data of %s reaches the page as JSON that parses', (text) => {
    const [tag] = readSpeech(text, tags);
    const json = tag?.kind === 'tag' ? tag.attributes.json : undefined;
    expect(JSON.parse(json ?? '')).toMatchObject({ a: 1 });
  });

  it.each(['A? ', '<card/>A? '])(
    '[LV47] ends after 2,000 sentences and tags, whole and in pieces: %j',
    (piece) => {
      const reader = createSpeechReader(tags);
      const inPieces = Array.from({ length: 20_000 }, () => reader.push(piece)).flat();
      expect(inPieces.concat(reader.flush())).toHaveLength(2_000);
      expect(readSpeech(piece.repeat(20_000), tags)).toEqual(inPieces);
    },
  );
});
