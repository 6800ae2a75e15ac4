import { parseServiceTag, readMarkup, type Segment, type SpeechStyle } from '@parley/protocol';
import type { Sentence, VoiceTuning } from '../voice.ts';
import { listedFinder, listedWords } from './listed-words.ts';
import { WordPositions, type WrittenWord } from './written-words.ts';

/** What is to be spoken, in order. */
export type ScriptItem =
  | { readonly kind: 'words'; readonly words: readonly WrittenWord[]; readonly style: SpeechStyle }
  | { readonly kind: 'pause'; readonly ms: number }
  | { readonly kind: 'mark'; readonly name: string };

/** Longer text is not a sentence: the code that cuts text into sentences makes them shorter. */
export const maxCharacters = 1_200;
const maxMarkup = 32_768;
const maxPauseMs = 30_000;
const maxMarks = 100;

const boundaryMs = { sentence: 300, paragraph: 650 };
/** The silence for a line of code. Without any sound, players would show a sentence for as long as it takes to read. */
const codeMs = 150;

/** Reads a sentence's markup for any voice. Never throws. */
export function readScript(sentence: Sentence): ScriptItem[] {
  const positions = new WordPositions(sentence.text, sentence.locale);
  const script = new Script();
  const find = listedFinder(sentence, maxCharacters);
  let room = maxCharacters;
  for (const segment of readMarkup(sentence.markup.slice(0, maxMarkup))) {
    if (segment.kind === 'speech' && segment.style.isCode) {
      script.skip(positions.split(segment.text));
    } else if (segment.kind === 'speech') {
      const text = segment.text.slice(0, Math.max(0, room));
      room -= segment.text.length;
      const style = styleIn(segment.style, sentence.tuning);
      for (const said of listedWords(text, style, find(segment, text), positions))
        script.say(said.words, said.style);
    } else {
      script.add(segment);
    }
  }
  return script.finish();
}

function styleIn(style: SpeechStyle, tuning: VoiceTuning | undefined): SpeechStyle {
  if (tuning === undefined) return style;
  const { pitch } = style;
  return {
    ...style,
    rate: Math.min(4, Math.max(0.25, style.rate * tuning.rate)),
    // A pitch in hertz is absolute.
    pitch: pitch.hz === undefined ? { ...pitch, factor: pitch.factor * tuning.pitch } : pitch,
  };
}

/** The length of a `break` or `svc-pause`; null for anything else. */
function pauseOf(segment: Segment): number | null {
  if (segment.kind === 'break') return segment.ms;
  const parsed = segment.kind === 'service' ? parseServiceTag(segment.tag) : null;
  return parsed?.ok && parsed.command.kind === 'pause' ? parsed.command.ms : null;
}

class Script {
  readonly #items: ScriptItem[] = [];
  #boundaryMs = 0;
  #pauseRoomMs = maxPauseMs;
  #marks = 0;
  #hasCode = false;

  say(words: readonly WrittenWord[], style: SpeechStyle): void {
    if (words.length === 0) return;
    this.#endBoundary();
    this.#items.push({ kind: 'words', words, style });
  }

  /** Code is shown and not spoken. */
  skip(words: readonly WrittenWord[]): void {
    if (words.length > 0) this.#hasCode = true;
  }

  add(segment: Segment): void {
    const wantedMs = pauseOf(segment);
    if (wantedMs !== null) this.#pause(wantedMs);
    if (segment.kind === 'boundary' && this.#items.at(-1)?.kind !== 'pause') {
      this.#boundaryMs = boundaryMs[segment.level];
    }
    if (segment.kind === 'mark' && this.#marks < maxMarks) {
      this.#marks += 1;
      this.#items.push({ kind: 'mark', name: segment.name });
    }
  }

  /** At the end the voice pauses by itself; only a paragraph needs a longer pause. */
  finish(): ScriptItem[] {
    if (this.#boundaryMs < boundaryMs.paragraph) this.#boundaryMs = 0;
    this.#endBoundary();
    if (this.#hasCode && this.#items.every(({ kind }) => kind === 'mark')) this.#pause(codeMs);
    return this.#items;
  }

  /** A pause that the markup asks for replaces the pause of a boundary next to it. */
  #pause(wantedMs: number): void {
    this.#boundaryMs = 0;
    const ms = Math.min(wantedMs, this.#pauseRoomMs);
    if (ms <= 0) return;
    this.#pauseRoomMs -= ms;
    const last = this.#items.at(-1);
    if (last?.kind === 'pause') this.#items[this.#items.length - 1] = { kind: 'pause', ms: last.ms + ms };
    else this.#items.push({ kind: 'pause', ms });
  }

  #endBoundary(): void {
    const ms = this.#boundaryMs;
    if (ms > 0) this.#pause(ms);
    this.#boundaryMs = 0;
  }
}
