import {
  balanceSentences,
  classifyMessage,
  createSentenceCutter,
  cutSentences,
  eventNameProblem,
  formatMarkdown,
  MarkdownReader,
  normalized,
  parseServiceTag,
  parseTagJson,
  readMarkup,
  sanitizeText,
  speechText,
  stripServiceTags,
  tagNameProblem,
  withoutTrailing,
} from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { EchoMemory } from '../../../packages/ears/src/listening/echo.ts';
import { brainReaders } from '../brain/testing/fuzzed-readers.ts';
import { demoReaders } from '../demo-endpoint/testing/fuzzed-readers.ts';
import { httpReaders } from '../http/testing/fuzzed-readers.ts';
import {
  isWebOrigin,
  languageTag,
  mailAddress,
  parseForeignJson,
  plainName,
  storableText,
  webAddress,
  webOrigin,
} from '../kernel/index.ts';
import { liveReaders } from '../live/testing/fuzzed-readers.ts';
import { speechReaders } from '../speech/testing/fuzzed-readers.ts';
import { hostileTexts, inPieces, type Readers, slownessOf } from '../testing/hostile-text/index.ts';
import { isRunByName } from '../testing/index.ts';

/** Everything that reads what visitors, pages, endpoints, models and callers write. */
const readers: Readers = {
  readMarkup,
  speechText,
  classifyMessage,
  stripServiceTags,
  sanitizeText,
  formatMarkdown,
  cutSentences,
  tagNameProblem,
  eventNameProblem,
  'the tags of a text': (text) =>
    readMarkup(text).map((segment) => {
      if (segment.kind !== 'custom' && segment.kind !== 'service') return null;
      return [parseServiceTag(segment.tag), parseTagJson(segment.tag)];
    }),
  balanceSentences: (text) => balanceSentences(cutSentences(text)),
  'markdown in pieces': (text) => {
    const reader = new MarkdownReader();
    inPieces((piece) => reader.push(piece), text);
    return reader.flush();
  },
  'sentences in pieces': (text) => {
    const cutter = createSentenceCutter();
    inPieces((piece) => cutter.push(piece), text);
    return cutter.flush();
  },
  ...liveReaders,
  ...brainReaders,
  ...speechReaders,
  ...httpReaders,
  ...demoReaders,
  mailAddress,
  plainName: (text) => plainName('A name', text, 100),
  normalized: (text) => normalized(text, 'NFKC'),
  'the words of an echo': (text) => {
    const memory = new EchoMemory();
    memory.handleSentence(text, 0);
    return memory.isEcho('yes it is', 0, 1);
  },
  storableText,
  isWebOrigin,
  webOrigin,
  'a host in an origin': (text) => isWebOrigin(`https://${text}`),
  webAddress: (text) => webAddress('endpoint', text),
  languageTag,
  parseForeignJson,
  withoutTrailing: (text) => withoutTrailing(text, '/'),
};

/** Other texts in each run. By name, all of them. */
const someOf = (names: readonly string[]): readonly string[] =>
  isRunByName ? names : names.filter(() => Math.random() < 0.15);

describe('32 KiB of hostile text', () => {
  const names = someOf([...hostileTexts(64).keys()]);

  it.each(Object.entries(readers))('[MK42] %s', (_, read) => {
    for (const name of names) expect(slownessOf(read, name)).toBe(null);
  });

  it('the check finds slow readers', () => {
    const quadratic = (text: string) => {
      let count = 0;
      for (let at = 0; at < text.length; at += 256) count += text.slice(at).split('a').length;
      return count;
    };
    expect(slownessOf(quadratic, '"a"')).not.toBe(null);
    expect(slownessOf((text) => text.split(''), '"a"')).toBe(null);
  });
});
