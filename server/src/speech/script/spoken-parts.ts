import type { SpeechStyle } from '@parley/protocol';
import { markSounds, withoutMarks } from '../pronunciation/marked-sounds.ts';
import type { ScriptItem } from './script.ts';
import type { WrittenWord } from './written-words.ts';

/** A piece of plain text that is spoken in one style. */
export type SpokenPart = {
  readonly kind: 'speech';
  readonly words: readonly WrittenWord[];
  /** The words to read, with a space between them. Sounds for voices that take them are marked in it. */
  readonly text: string;
  readonly style: SpeechStyle;
};

export type ScriptPart = SpokenPart | Exclude<ScriptItem, { kind: 'words' }>;

const spelled = new Set(['characters', 'spell-out', 'spell', 'verbatim', 'letters', 'digits', 'telephone']);

/** Splits a script for voices that read plain text, into as few parts as its styles allow. */
export function partsOf(script: readonly ScriptItem[]): ScriptPart[] {
  const parts: ScriptPart[] = [];
  for (const item of script) {
    if (item.kind !== 'words') {
      parts.push(item);
      continue;
    }
    const words = item.words.filter(({ written }) => written !== '');
    const part = { kind: 'speech', words, text: textOf(words, item.style), style: item.style } as const;
    const last = parts.at(-1);
    if (last?.kind === 'speech' && isSameManner(last.style, part.style))
      parts[parts.length - 1] = joined(last, part);
    else parts.push(part);
  }
  // Punctuation alone makes no sound, and some servers fail on it.
  return parts.filter(
    (part) => part.kind !== 'speech' || /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(part.text),
  );
}

function textOf(words: readonly WrittenWord[], style: SpeechStyle): string {
  const text = words
    .map(({ written, ipa }) => (ipa === undefined ? withoutMarks(written) : markSounds(written, ipa)))
    .join(' ');
  return isSpelled(style) ? spelledOut(text) : text;
}

export const isSpelled = ({ sayAs }: SpeechStyle): boolean => spelled.has(sayAs?.interpretAs ?? '');

export const spelledOut = (text: string): string => [...text].filter((sign) => sign !== ' ').join(' ');

function joined(left: SpokenPart, right: SpokenPart): SpokenPart {
  const space = /^[,.;:!?)\]}…]/.test(right.text) ? '' : ' ';
  return { ...left, words: [...left.words, ...right.words], text: left.text + space + right.text };
}

function isSameManner(left: SpeechStyle, right: SpeechStyle): boolean {
  return (
    left.rate === right.rate &&
    left.volume === right.volume &&
    left.lang === right.lang &&
    left.pitch.hz === right.pitch.hz &&
    left.pitch.factor === right.pitch.factor &&
    left.pitch.shiftHz === right.pitch.shiftHz
  );
}
