import { baseOf } from '../hearing/spoken-language.ts';
import {
  DeviceSentence,
  type DeviceSentenceCallbacks,
  type DeviceSpeechStyle,
  type Synthesis,
} from './device-sentence.ts';
import type { Word } from './sentence-times.ts';
import type { SpokenSentence } from './spoken-sentence.ts';

/** Speaks with the voices of the visitor's device. */
export class DeviceVoice {
  #synthesis: Synthesis | undefined;
  #onChange: () => void;
  #known: string;
  #failed = false;
  #isPrimed = false;
  #current: DeviceSentence | null = null;
  #silent = false;

  constructor(onChange: () => void, synthesis: Synthesis | undefined = globalThis.speechSynthesis) {
    this.#synthesis = synthesis;
    this.#onChange = onChange;
    this.#known = String(this.languages);
    // Browsers load their voice list late.
    synthesis?.addEventListener?.('voiceschanged', this.#check);
  }

  get canSpeak(): boolean {
    return !this.#failed && (this.#synthesis?.getVoices().length ?? 0) > 0;
  }

  /** Without regions, such as `de`. Empty if the device cannot speak. */
  get languages(): readonly string[] {
    const tags = this.#failed ? [] : (this.#synthesis?.getVoices() ?? []).map(({ lang }) => lang);
    return [...new Set(tags.map((tag) => baseOf(tag).slice(0, 16)))];
  }

  /** Mutes the device: this sentence and the next ones continue without sound. */
  set silent(silent: boolean) {
    this.#silent = silent;
    if (silent) this.#current?.fallSilent();
  }

  /** Some browsers only speak later if they have spoken during a click. */
  unlock(): void {
    if (this.#isPrimed || !this.canSpeak) return;
    this.#isPrimed = true;
    this.#synthesis?.speak(new SpeechSynthesisUtterance(''));
  }

  /** Returns null if the device cannot speak. */
  speak(
    { sentence, words, visemes }: SpokenSentence,
    manner: DeviceSpeechStyle,
    callbacks: Omit<DeviceSentenceCallbacks, 'handleFailure' | 'positionOf'>,
  ): DeviceSentence | null {
    const synthesis = this.#synthesis;
    if (synthesis === undefined) return null;
    const spoken = spokenText(sentence.text, words, manner.said ?? []);
    const utterance = new SpeechSynthesisUtterance(spoken.text);
    const language = manner.language || document.documentElement.lang || navigator.language;
    const voice = chooseDeviceVoice(synthesis.getVoices(), manner.voice, language);
    const { rate, pitch, volume } = manner;
    Object.assign(utterance, { rate, pitch, volume, lang: voice?.lang ?? language });
    if (voice !== undefined) utterance.voice = voice;
    const lastWord = words.at(-1);
    const last = visemes.at(-1);
    const lengthMs = Math.max(lastWord?.endMs ?? 0, last === undefined ? 0 : last.startMs + last.durationMs);
    this.#current = new DeviceSentence(synthesis, utterance, words, lengthMs, {
      ...callbacks,
      positionOf: spoken.positionOf,
      handleFailure: () => {
        this.#failed = true;
        this.#check();
      },
    });
    if (this.#silent || !this.canSpeak) this.#current.fallSilent();
    else this.#current.speak();
    return this.#current;
  }

  close(): void {
    this.#synthesis?.removeEventListener?.('voiceschanged', this.#check);
    this.#current?.stop();
    this.#current = null;
  }

  readonly #check = (): void => {
    const known = String(this.languages);
    if (known === this.#known) return;
    this.#known = known;
    this.#onChange();
  };
}

/**
 * Only what the service counts as words: code is shown, not spoken. Words may be said otherwise than they are written,
 * so that `positionOf` finds the shown position of what the device reports.
 */
function spokenText(shown: string, words: readonly Word[], said: NonNullable<DeviceSpeechStyle['said']>) {
  const starts: { at: number; from: number }[] = [];
  let text = '';
  let reached = 0;
  for (const { from, to } of words) {
    text += ' '.repeat(Math.max(0, from - reached));
    starts.push({ at: text.length, from });
    const otherwise = said.find(([start]) => start === from);
    text += otherwise === undefined ? shown.slice(from, to) : otherwise[2];
    reached = to;
  }
  const positionOf = (at: number) => starts.findLast((word) => word.at <= at)?.from ?? 0;
  return { text, positionOf };
}

/** The voice with this name, else one for the language, else the device's default. */
export function chooseDeviceVoice<
  V extends Pick<SpeechSynthesisVoice, 'name' | 'lang' | 'default' | 'localService'>,
>(voices: readonly V[], name: string, language: string): V | undefined {
  const plain = (tag: string) => tag.toLowerCase().replaceAll('_', '-');
  const wanted = plain(language);
  const named = voices.find((voice) => voice.name.toLowerCase() === name.toLowerCase());
  if (named !== undefined) return named;
  const worth = (voice: V) => {
    const tag = plain(voice.lang);
    const near = tag === wanted ? 8 : baseOf(tag) === baseOf(wanted) ? 4 : 0;
    return near === 0 ? 0 : near + (voice.default ? 2 : 0) + (voice.localService ? 1 : 0);
  };
  const [best] = [...voices].sort((left, right) => worth(right) - worth(left));
  return best !== undefined && worth(best) > 0 ? best : undefined;
}
