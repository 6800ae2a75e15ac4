import { describe, expect, test } from 'vitest';
import { readMarkup } from './read-markup.ts';
import { plainStyle } from './speech-style.ts';
import { speechText } from './speech-text.ts';

const speech = (text: string) =>
  readMarkup(text).flatMap((segment) => (segment.kind === 'speech' ? [segment] : []));
const styleOf = (text: string) => speech(text)[0]?.style;
const kinds = (text: string) =>
  readMarkup(text).map((segment) => (segment.kind === 'speech' ? segment.text : segment.kind));

describe('styles', () => {
  test('[MK10] plain words have the plain style', () => {
    expect(readMarkup('Hello')).toEqual([{ kind: 'speech', text: 'Hello', style: plainStyle }]);
  });

  test.each([
    ['rate="slow"', { rate: 0.75 }],
    ['rate="120%"', { rate: 1.2 }],
    ['rate="-20%"', { rate: 0.8 }],
    ['rate="1.5"', { rate: 1.5 }],
    ['rate="900%"', { rate: 4 }],
    ['pitch="+12st"', { pitch: { factor: 2, shiftHz: 0 } }],
    ['pitch="+50%"', { pitch: { factor: 1.5, shiftHz: 0 } }],
    ['pitch="220Hz"', { pitch: { hz: 220, factor: 1, shiftHz: 0 } }],
    ['pitch="-10Hz"', { pitch: { factor: 1, shiftHz: -10 } }],
    ['volume="silent"', { volume: 0 }],
    ['volume="+20dB"', { volume: 4 }],
    ['volume="-20dB"', { volume: 0.1 }],
    ['volume="50"', { volume: 0.5 }],
    ['rate="0" pitch="purple" volume="toString"', {}],
    ['rate="constructor"', {}],
    ['range="high"', { range: 1.35 }],
    ['range="+50%"', { range: 1.5 }],
    ['range="40Hz"', {}],
  ])('[MK10] prosody %s', (attributes, expected) => {
    expect(styleOf(`<prosody ${attributes}>x</prosody>`)).toEqual({ ...plainStyle, ...expected });
  });

  test('[MK10] inside another, a percentage multiplies and a label replaces', () => {
    expect(styleOf('<prosody rate="50%"><prosody rate="150%">x')).toMatchObject({ rate: 0.75 });
    expect(styleOf('<prosody rate="50%"><prosody rate="fast">x')).toMatchObject({ rate: 1.3 });
    expect(styleOf('<prosody pitch="200Hz"><prosody pitch="+10Hz"><prosody pitch="200%">x')).toMatchObject({
      pitch: { hz: 200, factor: 2, shiftHz: 20 },
    });
  });

  test('[MK10] the other elements are inherited', () => {
    expect(
      styleOf(
        '<speak xml:lang="de-DE"><voice name="rms" gender="Male"><emphasis level="strong"><say-as interpret-as="Date" format="dmy">x',
      ),
    ).toEqual({
      ...plainStyle,
      lang: 'de-DE',
      voice: { name: 'rms', gender: 'male' },
      emphasis: 'strong',
      sayAs: { interpretAs: 'date', format: 'dmy' },
    });
    expect(styleOf('<lang xml:lang="fr"><phoneme ph="təmˈeɪtoʊ">x')).toEqual({
      ...plainStyle,
      lang: 'fr',
      phoneme: { alphabet: 'ipa', ph: 'təmˈeɪtoʊ' },
    });
    expect(styleOf('<emphasis>x')).toMatchObject({ emphasis: 'moderate' });
  });
});

describe('nesting', () => {
  test('[MK11] a wrongly nested close closes what is inside; the late close is ignored', () => {
    const [a, b, c] = speech('<prosody rate="slow"><emphasis>a</prosody>b</emphasis></voice>c');
    expect([a?.style.rate, a?.style.emphasis]).toEqual([0.75, 'moderate']);
    expect([b?.text, b?.style, c]).toEqual(['bc', plainStyle, undefined]);
  });

  test('[MK11] what is never closed lasts to the end', () => {
    expect(speech('a<prosody rate="slow">b <b>c</b>').map(({ text, style }) => [text, style.rate])).toEqual([
      ['a', 1],
      ['b c', 0.75],
    ]);
  });

  test.each([
    ['<sub alias="World Wide Web">W<b>W</b>W</sub> is', 'World Wide Web is'],
    ['H<sub>2</sub>O', 'H2O'],
    ['<sub alias="x">all the rest', 'all the rest'],
    ['<prosody><sub alias="x">rest</prosody> more', 'rest more'],
    ['<sub alias="a"><sub alias="b">c</sub></sub>d', 'ad'],
    ['<sub alias="a"/>b', 'ab'],
  ])('[MK12] %s', (text, spoken) => expect(speechText(text)).toBe(spoken));

  test('[MK12] tags inside a replaced text still count', () => {
    expect(kinds('<sub alias="a">b<mark name="m"/></sub>')).toEqual(['a', 'mark']);
  });
});

describe('pauses, marks and separations', () => {
  test.each([
    ['<break time="250ms"/>', 250],
    ['<break time="1.5s"/>', 1500],
    ['<break time="400"/>', 400],
    ['<break time="99s"/>', 10_000],
    ['<break strength="strong"/>', 800],
    ['<break strength="none"/>', 0],
    ['<break time="soon" strength="weak"/>', 300],
    ['<break>', 500],
  ])('[MK13] %s', (text, ms) => expect(readMarkup(text)).toEqual([{ kind: 'break', ms }]));

  test('[MK13] a mark has a name', () => {
    expect(readMarkup('<mark name="here"/><mark/><mark>x</mark>')).toMatchObject([
      { kind: 'mark', name: 'here' },
      { kind: 'speech', text: 'x' },
    ]);
  });

  test('[MK14] separations are never first and never doubled', () => {
    expect(readMarkup('<speak> <p><s>a</s> <s>b</s></p>\n<ul><li>c</speak>')).toMatchObject([
      { text: 'a' },
      { kind: 'boundary', level: 'sentence' },
      { text: 'b' },
      { kind: 'boundary', level: 'paragraph' },
      { text: 'c' },
    ]);
    expect(kinds('one<br>two')).toEqual(['one', 'boundary', 'two']);
    expect(kinds('</p>a</s>')).toEqual(['a', 'boundary']);
  });
});

describe('other tags', () => {
  test('[MK15] formatting leaves the words in one segment', () => {
    expect(kinds('some <b>bold</b> <span class="x">and</span> so on')).toEqual(['some bold and so on']);
  });

  test('[MK56] code is marked as such, and all the words are shown', () => {
    const text = 'Run <code>npm <i>start</i></code> <CODE>now</CODE>.';
    const spoken = readMarkup(text).map((segment) =>
      segment.kind === 'speech' ? [segment.text, segment.style.isCode ?? false] : segment.kind,
    );
    expect(spoken).toEqual([
      ['Run ', false],
      ['npm start', true],
      [' now', true],
      ['.', false],
    ]);
    expect(speechText(text)).toBe('Run npm start now.');
  });

  test('[MK56] code that never ends is spoken', () => {
    expect(readMarkup('Use <code>x and <code/> go on')).toMatchObject([
      { kind: 'speech', text: 'Use x and  go on', style: plainStyle },
    ]);
    expect(readMarkup('Use <code>x and go on')).not.toMatchObject([{ style: { isCode: true } }]);
  });

  test('[MK15] with json it is a custom tag', () => {
    expect(kinds('<b json="1">x</b>')).toEqual(['custom', 'x']);
  });

  test.each(['<card json="{}"/>', '<card json="{}"></card>', '<card json="{}">'])(
    '[MK16] one segment: %s',
    (text) => {
      expect(readMarkup(text)).toMatchObject([{ kind: 'custom', tag: { name: 'card' } }]);
    },
  );

  test('[MK16] a tag is a service tag or a custom tag', () => {
    expect(readMarkup('<svc-gesture/><SVC-Custom-X/><svc-unknown/><x:y/>')).toMatchObject([
      { kind: 'service', tag: { name: 'svc-gesture' } },
      { kind: 'custom', tag: { name: 'svc-custom-x', raw: '<SVC-Custom-X/>' } },
      { kind: 'service', tag: { name: 'svc-unknown' } },
      { kind: 'custom', tag: { name: 'x:y' } },
    ]);
  });

  test('[MK16] the words inside a tag are spoken', () => {
    expect(kinds('<svc-emotion name="happy">Hi</svc-emotion> <card>you</card>')).toEqual([
      'service',
      'Hi ',
      'custom',
      'you',
    ]);
  });
});

describe('plain words', () => {
  test.each([
    ['  a \n\t b  ', 'a b'],
    ['one<break/>two', 'one two'],
    ['one<svc-gesture name="nod"/>, two<card/>.', 'one, two.'],
    ['Yes.<card/>No.', 'Yes. No.'],
    ['o<mark name="m"/>ne', 'one'],
    ['<emphasis>a</emphasis> <emphasis>b</emphasis>', 'a b'],
    ['a<mark name="m"/> <mark name="n"/>b', 'a b'],
    ['<p>a</p><p>b</p>', 'a b'],
    ['👍🏽 ok', '👍🏽 ok'],
    ['<break/>', ''],
  ])('[MK17] %s', (text, spoken) => expect(speechText(text)).toBe(spoken));
});
