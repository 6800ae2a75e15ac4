import type { SpeechStyle } from '@parley/protocol';
import { readEnglish } from '../english/read-english.ts';
import { readAs } from '../english/say-as.ts';
import { type Pause, pauseOf, tokenize } from '../english/token.ts';
import type { WrittenWord } from '../script/written-words.ts';
import { phonesOf } from './pronunciation.ts';

/** Words to say for a stretch of the text: `from` up to but not including `to`. */
export type SpokenWords = {
  readonly from: number;
  readonly to: number;
  readonly words: readonly { readonly name: string; readonly phones?: string; readonly pause: Pause }[];
};

/** The spoken words for written words of one style. Never throws. */
export function spokenWords(written: readonly WrittenWord[], style: SpeechStyle): SpokenWords[] {
  return stated(written, style) ?? read(written);
}

/** The pause of punctuation at the beginning. It belongs to the words before it, from which markup has separated it. */
export function leadingPause(written: readonly WrittenWord[]): Pause {
  return pauseOf(/^[^\p{L}\p{N}\s]*/u.exec(written[0]?.written ?? '')?.[0] ?? '');
}

function read(written: readonly WrittenWord[]): SpokenWords[] {
  return readEnglish(written.map((word) => word.written)).flatMap(({ from, to, words, pause }) => {
    const first = written[from];
    const last = written[to - 1];
    if (first === undefined || last === undefined) return [];
    return [{ from: first.from, to: last.to, words: named(words, pause) }];
  });
}

/** The words if the markup states how to read them. They count as one word. */
function stated(written: readonly WrittenWord[], style: SpeechStyle): SpokenWords[] | undefined {
  const text = written.map((word) => word.written).join(' ');
  const pause = tokenize([written.at(-1)?.written ?? '']).at(-1)?.pause ?? '';
  const place = { from: written[0]?.from ?? 0, to: written.at(-1)?.to ?? 0 };
  const phones = style.phoneme === undefined ? undefined : phonesOf(style.phoneme);
  if (phones !== undefined) return [{ ...place, words: [{ name: 'word', phones, pause }] }];
  const words = style.sayAs === undefined ? undefined : readAs(text, style.sayAs);
  return words === undefined || words.length === 0 ? undefined : [{ ...place, words: named(words, pause) }];
}

/** No listener follows a longer number. */
const mostWords = 80;

function named(words: readonly string[], pause: Pause): SpokenWords['words'] {
  const spoken: { name: string; phones?: string; pause: Pause }[] = [];
  for (const word of words.slice(0, mostWords)) {
    const last = spoken.at(-1);
    if (word !== ',')
      spoken.push(word === '_a' ? { name: 'a', phones: 'ey1', pause: '' } : { name: word, pause: '' });
    else if (last !== undefined) last.pause = ',';
  }
  const last = spoken.at(-1);
  if (last !== undefined && pause !== '') last.pause = pause;
  return spoken;
}
