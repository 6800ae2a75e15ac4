import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../testing/collect.ts';
import { readScript } from './script.ts';

const itemsOf = (markup: string, text?: string) =>
  readScript(sentenceOf(markup, text === undefined ? {} : { text })).map((item) => {
    if (item.kind === 'words')
      return item.words.map(({ written, from, to }) => `${written}@${from}-${to}`).join(' ');
    return item.kind === 'pause' ? item.ms : `<${item.name}>`;
  });

describe('the script of a sentence', () => {
  it('[SP10] finds the positions of words in the displayed text', () => {
    expect(itemsOf('A <b>bold</b>  man,\n a <emphasis>bold</emphasis> plan.')).toEqual([
      'A@0-1 bold@2-6 man,@7-11 a@12-13',
      'bold@14-18',
      'plan.@19-24',
    ]);
  });

  it('[SP10] words that are not displayed have the position reached so far', () => {
    expect(itemsOf('one two three', 'one three')).toEqual(['one@0-3 two@3-3 three@4-9']);
  });

  it('[SP10] splits words in scripts without spaces', () => {
    expect(itemsOf('你好世界。')).toEqual(['你好@0-2 世界。@2-5']);
  });

  it('[SP14] code is left out, and the words after it keep their positions', () => {
    expect(itemsOf('Run <code>now or</code> now.')).toEqual(['Run@0-3', 'now.@11-15']);
    expect(itemsOf('<code>const a = 1;</code>')).toEqual([150]);
    expect(itemsOf('<code>a</code><break time="1s"/>')).toEqual([1_000]);
  });

  it('[SP4] breaks add up and replace boundaries', () => {
    expect(itemsOf('a<break time="1s"/><break time="500ms"/>b')).toEqual(['a@0-1', 1_500, 'b@2-3']);
    expect(itemsOf('<s>a</s><break time="1s"/><s>b</s>')).toEqual(['a@0-1', 1_000, 'b@2-3']);
    expect(itemsOf('<s>a</s><s>b</s>')).toEqual(['a@0-1', 300, 'b@2-3']);
    expect(itemsOf('<p>a</p>')).toEqual(['a@0-1', 650]);
    expect(itemsOf('<break strength="none"/>a')).toEqual(['a@0-1']);
    expect(itemsOf('<s>a</s><svc-look at="up"/><s>b</s>')).toEqual(['a@0-1', 300, 'b@2-3']);
    expect(itemsOf('<svc-pause ms="700"/>a<svc-pause time="1s"/>b')).toEqual([700, 'a@0-1', 1_000, 'b@2-3']);
  });

  it('[SP5] marks keep their positions', () => {
    expect(itemsOf('a <mark name="x"/>b<mark name="y"/>')).toEqual(['a@0-1', '<x>', 'b@2-3', '<y>']);
  });

  it('[SP8] words, pauses and marks are bounded', () => {
    const items = readScript(
      sentenceOf(
        `${'<mark name="m"/>'.repeat(500)}${'<break time="10s"/>w '.repeat(100)}${'word '.repeat(2_000)}`,
      ),
    );
    const sum = (kind: string, size: (item: (typeof items)[number]) => number) =>
      items.filter((item) => item.kind === kind).reduce((total, item) => total + size(item), 0);
    expect(sum('mark', () => 1)).toBe(100);
    expect(sum('pause', (item) => (item.kind === 'pause' ? item.ms : 0))).toBe(30_000);
    expect(sum('words', (item) => (item.kind === 'words' ? item.words.length : 0))).toBeLessThan(500);
  });
});
