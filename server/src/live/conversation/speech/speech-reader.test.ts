import { describe, expect, it } from 'vitest';
import { createSpeechReader, readSpeech } from './speech-reader.ts';

const tags = {
  eventOf: (tag: string) => (tag === 'card' ? 'card-event' : null),
  handleUnknown() {},
  requestPerson() {},
};

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

  it('[MK50] [MK52] no markdown of a reply is said, whole and in pieces', () => {
    const text =
      '# Plans\n**Two plans.** See [the page](https://a.example/plans):\n- `Basic` for *one*\n- **Pro. For all.**\n2 * 3 * 4 is 24.';
    const reader = createSpeechReader(tags);
    const inPieces = [...text].flatMap((piece) => reader.push(piece)).concat(reader.flush());
    expect(inPieces).toEqual(readSpeech(text, tags));
    expect(inPieces.map((item) => item.kind === 'sentence' && item.text)).toEqual([
      'Plans',
      'Two plans.',
      'See the page:',
      'Basic for one',
      'Pro.',
      'For all.',
      '2 * 3 * 4 is 24.',
    ]);
    const markup = inPieces.map((item) => item.kind === 'sentence' && item.markup.trim());
    expect(markup.slice(4, 6)).toEqual(['<li><b>Pro. </b>', '<b>For all.</b></li>']);
  });

  it('[MK21] a service tag in the value of another tag is data', () => {
    const text = 'Here. <card json="<svc-pause ms=\'5\'/></svc-x>"/>';
    const reader = createSpeechReader(tags);
    const inPieces = [...text].flatMap((piece) => reader.push(piece)).concat(reader.flush());
    expect(inPieces).toEqual(readSpeech(text, tags));
    expect(inPieces.map((item) => (item.kind === 'tag' ? item.attributes : item.text))).toEqual([
      'Here.',
      { json: "<svc-pause ms='5'/></svc-x>" },
    ]);
  });

  it('[LV130] a request for a person is passed on as soon as it is read, and nothing of it is said', () => {
    const text = 'I get someone. <svc-request-person reason="A &amp; B"/>One moment.';
    const reasons: string[] = [];
    const asked = { ...tags, requestPerson: (reason: string) => void reasons.push(reason) };
    const reader = createSpeechReader(asked);
    const inPieces = [...text].flatMap((piece) => reader.push(piece)).concat(reader.flush());
    expect(inPieces).toEqual(readSpeech(text, tags));
    expect(inPieces).toMatchObject([{ text: 'I get someone.' }, { text: 'One moment.' }]);
    expect(reasons).toEqual(['A & B']);
  });

  it('[MK33] [LV86] a language begins with its tag, also within a sentence', () => {
    const items = readSpeech('In German it is <svc-language name=" de "/>guten Tag.', tags);
    expect(items).toEqual([
      expect.objectContaining({ text: 'In German it is' }),
      { kind: 'tag', name: 'svc-language', event: null, attributes: { name: 'de' } },
      expect.objectContaining({ text: 'guten Tag.' }),
    ]);
  });

  it('a pause begins a sentence and has its length in milliseconds', () => {
    const items = readSpeech('Why? Well <svc-pause time="1.5s"/>so.', tags);
    expect(items.map((item) => (item.kind === 'tag' ? item.attributes : item.text))).toEqual([
      'Why?',
      'Well',
      { ms: '1500' },
      'so.',
    ]);
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
