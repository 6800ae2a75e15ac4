import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import startPico, { type PicoProgram } from '@echogarden/svoxpico-wasm';
import type { SpeechUnit, UnitSink } from '../units/unit.ts';
import { PicoLanguage } from './pico-language.ts';
import { picoText } from './pico-text.ts';
import { type PicoVoiceName, picoRate, picoVoices } from './pico-voices.ts';
import { trimmed } from './trimmed.ts';
import { unitTiming } from './unit-timing.ts';

type PicoUnit = SpeechUnit<PicoVoiceName>;

/** What a thread gets: the program, and the folder with the files of the languages. */
export type PicoSetup = { readonly program: WebAssembly.Module; readonly folder: string };

const firstSamples = picoRate / 10;
const furtherSamples = picoRate / 5;

/** Speaks one unit after the other. A language is loaded with its first unit. */
export class PicoEngine {
  readonly #pico: PicoProgram;
  readonly #folder: string;
  readonly #languages = new Map<PicoVoiceName, PicoLanguage>();

  constructor(pico: PicoProgram, folder: string) {
    this.#pico = pico;
    this.#folder = folder;
  }

  speak(unit: PicoUnit, sink: UnitSink): void {
    if (!/[\p{L}\p{N}]/u.test(unit.text)) return;
    const language = this.#languageOf(unit.voice);
    const isCancelled = () => sink.isCancelled();
    const sound = language.say(picoText(unit), isCancelled);
    if (sound === null) return;
    const samples = trimmed(sound, unit);
    if (samples.length === 0) return;
    sink.timing(unitTiming(unit, samples, (text) => language.say(text, isCancelled)));
    for (let at = 0; at < samples.length && !sink.isCancelled(); ) {
      const size = at === 0 ? firstSamples : furtherSamples;
      sink.audio(samples.slice(at, at + size));
      at += size;
    }
  }

  #languageOf(voice: PicoVoiceName): PicoLanguage {
    const known = this.#languages.get(voice);
    if (known !== undefined) return known;
    const resources = picoVoices[voice].files.map((file) => ({
      file,
      content: readFileSync(join(this.#folder, file)),
    }));
    const language = new PicoLanguage(this.#pico, resources);
    this.#languages.set(voice, language);
    return language;
  }
}

export async function loadPicoEngine({ program, folder }: PicoSetup): Promise<PicoEngine> {
  const pico = await startPico({
    instantiateWasm(imports, loaded) {
      const instance = new WebAssembly.Instance(program, imports);
      loaded(instance);
      return instance.exports;
    },
  });
  return new PicoEngine(pico, folder);
}
