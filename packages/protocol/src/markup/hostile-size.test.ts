import { describe, expect, test } from 'vitest';
import { formatMarkdown, MarkdownReader } from './markdown/markdown-reader.ts';
import { sanitizeText } from './sanitize-text.ts';
import { balanceSentences } from './sentences/balance-sentences.ts';
import { createSentenceCutter, cutSentences } from './sentences/sentence-cutter.ts';
import { classifyMessage } from './speech/classify-message.ts';
import { readMarkup } from './speech/read-markup.ts';
import { stripServiceTags } from './tags/strip-service-tags.ts';

const size = 64 * 1024;
const fill = (unit: string) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

const hostile: Readonly<Record<string, string>> = {
  'less-than signs': fill('<'),
  'tags in tags': fill('<a '),
  'double quotes': fill('"'),
  'unterminated double-quoted values': fill('<a x="'),
  'unterminated values in both quotes': fill(`<a x="<b y='`),
  'an unterminated value': `<a x="${fill('\\"')}`,
  'unterminated comments': fill('<!--'),
  'unterminated CDATA': fill('<![CDATA['),
  'every unterminated construct': fill(`<!--<![CDATA[<a x="<a y='`),
  ampersands: fill('&'),
  'closing tags without opening tags':
    fill('<emphasis>').slice(0, size / 2) + fill('</sub>').slice(0, size / 2),
  'deep elements': fill('<prosody rate="slow"><sub alias="x">'),
  'a sentence in each level': fill('<emphasis>Yes it is. '),
  'a name': `<${fill('a')}`,
  'an attribute name': `<a ${fill('b')}`,
  'many attributes': `<a ${fill('b="c" ')}`,
  spaces: fill(' '),
  'spaces in a tag': `<a ${fill(' ')}`,
  'full stops': fill('. '),
  'exclamation marks': fill('a!'),
  'service openings': fill('<svc-'),
  'openings that arise from removals': '<'.repeat(8000) + 'svc-x/>'.repeat(8000),
  'markdown that never ends': fill('*a **b _c `d [e ~~f ![g '),
  'markdown that ends': fill('*a* **b** `c` [d](https://e.example) '),
  'lines of markdown': fill('# a\n- b\n| c |\n|---|\n> d\n```\n'),
  'a line of list signs': fill('- * > '),
  'unpaired surrogates': fill('\ud83d'),
};

describe('64 KiB of', () => {
  test.each(Object.entries(hostile))('[MK40] %s', (_, text) => {
    readMarkup(text);
    formatMarkdown(text);
    const markdown = new MarkdownReader();
    for (let at = 0; at < text.length; at += 1) markdown.push(text.charAt(at));
    markdown.flush();
    classifyMessage(text);
    sanitizeText(text);
    expect(classifyMessage(stripServiceTags(text))).not.toBe('service-only');
    const sentences = cutSentences(text);
    expect(sentences.join('') === text).toBe(true);
    balanceSentences(sentences);
    const cutter = createSentenceCutter();
    for (let at = 0; at < text.length; at += 1) cutter.push(text.charAt(at));
    cutter.flush();
  });
});
